import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

extension FeedFollower {
  /// Notes whom reminders may concern. What a program missed that stood still for days reminds
  /// nobody any more, so it begins anew with nothing.
  static let reminders = FeedFollower(
    FollowerKey.reminders, kinds: { [.action, .visitor, .product] }, batchMax: 500,
    rebuild: { _ in }
  ) { scope, _ in ReminderFollower(scope) }
}

/// Follows what visitors of shops do, and products: whose basket is to be looked at when, who is
/// interested in what, which prices fell, and which products came back.
struct ReminderFollower: FeedReader {
  private let scope: Scope
  private let baskets: [Reminder]
  private let drops: [Reminder]
  /// Also those that are paused: what went out of stock then may come back later.
  private let returns: [Reminder]

  init(_ scope: Scope) {
    self.scope = scope
    let active = scope.app.reminders.filter { $0.settings.state == .active }
    baskets = active.filter { $0.settings.cause == .abandonedBasket }
    drops = active.filter { $0.settings.cause == .priceDrop }
    returns = scope.app.reminders.filter { $0.settings.cause == .backInStock }
  }

  func room(isByClient: Bool) throws -> Int64 { .max }

  func take(_ rows: [FeedRow]) throws -> Bool {
    var actions: [(action: ShopAction, visitor: Int64)] = []
    var openly: [Int64: Bool] = [:]
    for row in rows {
      switch FollowedAction(row) {
      case .added(let action, let visitor):
        if row.isByClient, openly[visitor] == nil {
          openly[visitor] = try ShopVisitors(scope).isNamedOpenly(visitor)
        }
        // With the app's key anybody can say what a user of that id does.
        if !row.isByClient || openly[visitor] == false { actions.append((action, visitor)) }
      case .forgotten(let visitor):
        try note(&actions)
        try move(visitor, to: nil)
      case .moved(let visitor, let other):
        try note(&actions)
        try move(visitor, to: other)
      case nil: break
      }
    }
    try note(&actions)
    let products = Set(rows.filter { $0.kind == .product }.map(\.id))
    if !drops.isEmpty { try noteFalls(of: products) }
    if !returns.isEmpty { try noteStock(of: products) }
    return false
  }

  private func note(_ actions: inout [(action: ShopAction, visitor: Int64)]) throws {
    defer { actions = [] }
    // Also while reminders are paused: what was looked at then may cost less later.
    if !scope.app.reminders.isEmpty { try ProductInterests(scope).note(actions) }
    var added: [Int64: Instant] = [:]
    for (action, visitor) in actions where action.kind == .basketAdd {
      added[visitor] = max(added[visitor] ?? action.at, action.at)
    }
    for (visitor, at) in added.sorted(by: { $0.key < $1.key }) {
      for reminder in baskets {
        let silence = reminder.settings.delayMinutes * Span.minuteMilliseconds
        try BasketWatches(scope).note(
          visitor, for: reminder.id, due: at.adding(milliseconds: silence))
      }
    }
  }

  private func move(_ visitor: Int64, to other: Int64?) throws {
    try BasketWatches(scope).move(visitor, to: other)
    try ProductInterests(scope).move(visitor, to: other)
  }

  private func noteFalls(of products: Set<Identifier>) throws {
    let falls = ReminderDrops(scope)
    for key in products.sorted() {
      let found = try falls.falls(of: key)
      guard !found.isEmpty, let product = try Products(scope).load(keys: [key])[key],
        let number = try ProductNumbers(scope).find(product.id)
      else { continue }
      for fall in found {
        for reminder in drops {
          let least = reminder.settings.smallestDrop
          guard least?.isReached(from: fall.before, to: fall.after) ?? true else { continue }
          try falls.note(
            fall.id, of: number, (fall.before, fall.after), at: fall.at, for: reminder)
        }
      }
    }
  }

  private func noteStock(of products: Set<Identifier>) throws {
    let known = try Products(scope).load(keys: products)
    let absences = ProductAbsences(scope)
    let absent = try absences.absent(among: products)
    for key in products.sorted() {
      // Most products of a feed were in stock before and still are.
      guard let product = known[key], let stock = product.serverStock,
        !stock.isIn || absent.contains(key)
      else { continue }
      let isBack = try absences.note(key, isInStock: stock.isIn, at: stock.at)
      guard isBack,
        scope.now.milliseconds(since: stock.at)
          < ReminderLimits.newsHours * Span.hourMilliseconds,
        let number = try ProductNumbers(scope).find(product.id)
      else { continue }
      let id = Identifier(
        hashing: "back in stock", product.id, "\(stock.at.milliseconds)", key: scope.app.pepper)
      for reminder in returns where reminder.settings.state == .active {
        try ReminderDrops(scope).note(id, of: number, nil, at: stock.at, for: reminder)
      }
    }
  }
}
