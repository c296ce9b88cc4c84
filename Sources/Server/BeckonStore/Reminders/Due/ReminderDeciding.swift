import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Decides about reminding one person of one thing, and does what was decided, in one transaction:
/// whoever dies in the middle has decided nothing.
struct ReminderDeciding {
  private let scope: Scope
  private let surroundings: ReminderSurroundings

  init(_ scope: Scope, _ surroundings: ReminderSurroundings) {
    self.scope = scope
    self.surroundings = surroundings
  }

  /// Decides about a basket, unless that was done; gives until when the person must still be
  /// silent, if they must.
  /// - Throws: `DatabaseError`.
  func decide(basketOf visitor: Int64, _ reminder: Reminder) throws -> Instant? {
    guard let person = try person(of: visitor) else { return nil }
    let visitors = try ShopVisitors(scope).proven(of: person.id)
    let (actions, activeAt) = try ReminderMatter.actions(of: visitors, scope)
    guard let basket = AbandonedBasket(actions, activeAt: activeAt) else { return nil }
    let silence = reminder.settings.delayMinutes * Span.minuteMilliseconds
    let due = basket.silentSince.adding(milliseconds: silence)
    guard due <= scope.now else { return due }
    let ids = try ProductNumbers(scope).products(of: basket.products)
    let products = basket.products.compactMap { ids[$0] }
    let occasion = Identifier(
      hashing: ["reminder basket", "\(basket.addedAt.milliseconds)"] + products.sorted(),
      key: scope.app.pepper)
    try decide(reminder, person, occasion, products, since: basket.addedAt, due: due)
    return nil
  }

  /// Decides about the fall of a price, or a product that has come back, unless that was done.
  /// - Throws: `DatabaseError`.
  func decide(
    _ drop: ReminderDrops.Drop, of product: String, for visitor: Int64, _ reminder: Reminder
  ) throws {
    guard let person = try person(of: visitor) else { return }
    let what =
      drop.prices.map { ["reminder price", product, "\($0.after.amount)", $0.after.currency.code] }
      ?? ["reminder stock", product, "\(drop.at.milliseconds)"]
    let delay = reminder.settings.delayMinutes * Span.minuteMilliseconds
    try decide(
      reminder, person, Identifier(hashing: what, key: scope.app.pepper), [product], drop.prices,
      since: drop.at, due: drop.at.adding(milliseconds: delay))
  }

  /// Who a visitor is, if that is proven: with the app's key anybody can log in as anybody, and
  /// nobody is to be reminded of a stranger's basket.
  private func person(of visitor: Int64) throws -> Person? {
    guard let found = try ShopVisitors(scope).find(visitor), found.isProven else { return nil }
    return try found.person.flatMap { try People(scope).present($0) }
  }

  private func decide(
    _ reminder: Reminder, _ person: Person, _ occasion: Identifier, _ products: [String],
    _ prices: (before: Money, after: Money)? = nil, since: Instant, due: Instant
  ) throws {
    guard try !ReminderDecisions(scope).isKnown(reminder.id, of: person.id, occasion) else {
      return
    }
    let id = Identifier(
      hashing: "reminder", reminder.id.text, person.id.text, occasion.text, key: scope.app.pepper)
    try settle(
      StoredReminderDecision(
        id: ReminderDecisionID(id), reminder: reminder.id, person: person.id, occasion: occasion,
        products: products, prices: prices, since: since, dueAt: due, createdAt: scope.now,
        decidedAt: scope.now))
  }

  /// Decides, and does it.
  /// - Throws: `DatabaseError`.
  func settle(_ decision: StoredReminderDecision) throws {
    var decision = decision
    (decision.decidedAt, decision.heldUntil, decision.reason) = (scope.now, nil, nil)
    guard let reminder = scope.app.reminder(decision.reminder),
      let person = try People(scope).present(decision.person)
    else { return try withhold(decision, .paused) }
    let matter = try ReminderMatter(decision, reminder, of: person, scope)
    if !matter.products.isEmpty { decision.products = matter.products.map(\.id) }
    let reaching = try ReminderReaching(person.id, scope, surroundings)
    for channel in reminder.settings.channels {
      decision.faults[channel] = try reaching.fault(channel)
    }
    let standing = try standing(of: decision, reminder, matter, reaching)
    let rules = scope.app.settings.reminders
    switch ReminderDecision(standing, reminder.settings.channels, rules, now: scope.now) {
    case .withhold(let reason): try withhold(decision, reason)
    case .hold(let until, let reason):
      (decision.state, decision.heldUntil, decision.reason) = (.held, until, reason)
      try ReminderDecisions(scope).store(decision)
    case .send(let channel):
      try ReminderSending(scope, surroundings, reminder, person, matter, reaching)
        .send(decision, by: channel)
    }
  }

  private func standing(
    of decision: StoredReminderDecision, _ reminder: Reminder, _ matter: ReminderMatter,
    _ reaching: ReminderReaching
  ) throws -> ReminderDecision.Standing {
    let (rules, decisions) = (scope.app.settings.reminders, ReminderDecisions(scope))
    var standing = ReminderDecision.Standing(due: decision.dueAt, awake: reaching.awake)
    standing.objection = matter.objection
    standing.isPaused = reminder.settings.state == .paused
    standing.faults = decision.faults
    standing.reminded = try decisions.reminded(
      decision.person, since: scope.now.adding(milliseconds: -7 * Span.dayMilliseconds))
    standing.isHeldOut = reminder.holdsOut(decision.person)
    standing.isTest = reminder.settings.isTest
    standing.room = try decisions.room(perHour: rules.perHour)
    return standing
  }

  private func withhold(_ decision: StoredReminderDecision, _ reason: ReminderReason) throws {
    var decision = decision
    (decision.state, decision.reason, decision.heldUntil) = (.withheld, reason, nil)
    try ReminderDecisions(scope).store(decision)
  }
}
