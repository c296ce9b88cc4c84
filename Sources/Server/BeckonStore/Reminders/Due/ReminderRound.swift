import BeckonDatabase
import BeckonEngine
import BeckonModel

/// One round of reminding for one app: what was held until now, baskets that are due, and the next
/// of those whom the fall of a price concerns.
public struct ReminderRound {
  /// Decisions of each kind in one transaction, so that it stays short.
  private static let batchMax: Int64 = 50

  private let scope: Scope
  private let deciding: ReminderDeciding

  /// Works in this scope.
  public init(_ scope: Scope, _ surroundings: ReminderSurroundings) {
    self.scope = scope
    deciding = ReminderDeciding(scope, surroundings)
  }

  /// Apps of which something is due.
  /// - Throws: `DatabaseError`.
  public static func waiting(at now: Instant, _ connection: any Connection) throws -> [Int64] {
    try connection.rows(
      """
      SELECT number FROM apps WHERE EXISTS (
          SELECT 1 FROM basket_watches AS w {by basket_watches_due}
          WHERE w.app = apps.number AND w.due_at <= $1)
        OR EXISTS (
          SELECT 1 FROM reminder_decisions AS d {by reminder_decisions_held}
          WHERE d.app = apps.number AND d.held_until IS NOT NULL AND d.held_until <= $1)
        OR EXISTS (
          SELECT 1 FROM reminder_drops AS f {by reminder_drops_due}
          WHERE f.app = apps.number AND f.due_at IS NOT NULL AND f.due_at <= $1)
      ORDER BY number
      """, [.instant(now)]
    ) { $0.integer(0) }
  }

  /// Does one, and gives how much it did: 0 when nothing is due, or another server does it.
  /// - Throws: `DatabaseError`.
  public func run() throws -> Int {
    let held = try claimHeld()
    for decision in held { try deciding.settle(decision) }
    return try held.count + goThroughBaskets() + goThroughDrop()
  }

  /// What was held until now. While the app has used up its hour, nothing can be sent. So only
  /// decisions that have waited for a day are looked at, to end them. Otherwise thousands would be
  /// decided again each time one is sent.
  private func claimHeld() throws -> [StoredReminderDecision] {
    let decisions = ReminderDecisions(scope)
    let perHour = scope.app.settings.reminders.perHour
    guard try decisions.room(perHour: perHour) != nil else {
      return try decisions.claimHeld(max: Self.batchMax)
    }
    let day = scope.now.adding(milliseconds: -ReminderLimits.holdMilliseconds)
    return try decisions.claimHeld(dueBefore: day, max: Self.batchMax)
  }

  private func goThroughBaskets() throws -> Int {
    let watches = BasketWatches(scope)
    let due = try watches.take(max: Self.batchMax)
    for watch in due {
      guard let reminder = scope.app.reminder(watch.reminder),
        reminder.settings.state == .active
      else { continue }
      if let later = try deciding.decide(basketOf: watch.visitor, reminder) {
        try watches.note(watch.visitor, for: watch.reminder, due: later)
      }
    }
    return due.count
  }

  private func goThroughDrop() throws -> Int {
    let drops = ReminderDrops(scope)
    guard let drop = try drops.claim() else { return 0 }
    guard let reminder = scope.app.reminder(drop.reminder),
      let product = try ProductNumbers(scope).products(of: [drop.product])[drop.product]
    else {
      try drops.move(drop, behind: nil)
      return 1
    }
    let visitors = try ProductInterests(scope).visitors(
      of: drop.product, behind: drop.visitor, max: Self.batchMax)
    for visitor in visitors {
      try deciding.decide(drop, of: product, for: visitor, reminder)
    }
    try drops.move(drop, behind: visitors.count < Self.batchMax ? nil : visitors.last)
    return 1 + visitors.count
  }
}
