import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What visitors bought who met a widget on the same day, by what they see of it. Who was shown
/// nothing is counted as those are who were shown something.
struct WidgetCohorts {
  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// A visitor's row, as far as their orders go.
  private struct Buyer {
    let day: String
    let arm: String
    let at: Instant
    var orders: Int64
    var amount: Int64
    var currency: String?
  }

  private struct Change {
    var visitors: Int64 = 0
    var buyers: Int64 = 0
    var amount: Int64 = 0
    var squares: Double = 0
  }

  /// Where visitors who met a widget are counted.
  private struct Place: Hashable {
    let widget: WidgetID
    let day: String
    let arm: String
  }

  /// Adds visitors, and what some have ordered, in their order. Many meet a widget on one day, so
  /// they are counted first.
  /// - Throws: `DatabaseError`.
  func add(_ acts: [WidgetAct]) throws {
    var met: [Place: Int64] = [:]
    for act in acts where act.kind == .met {
      let day = scope.app.day(of: act.at)
      met[Place(widget: act.widget, day: day, arm: act.arm), default: 0] += act.number
    }
    for (place, visitors) in met {
      try store(Change(visitors: visitors), place.widget, place.day, place.arm)
    }
    for act in acts where act.kind != .met { try order(act) }
  }

  /// Adds what a visitor has ordered. An order of somebody who met the widget too long ago changes
  /// nothing.
  private func order(_ act: WidgetAct) throws {
    // Of a visitor who was erased nothing is known to which it could be added.
    guard let old = try buyer(act), WidgetOrderRule.counts(act.at, after: old.at) else { return }
    var new = old
    if act.kind == .order { new.orders += act.number }
    if let money = act.money {
      new.currency = old.currency ?? money.currency.code
      // Of a visitor who pays in several currencies the first is compared.
      if new.currency == money.currency.code { new.amount += act.number * money.amount }
    }
    try update(new, act)
    try store(
      Change(buyers: (new.orders > 0 ? 1 : 0) - (old.orders > 0 ? 1 : 0)), act.widget, old.day,
      old.arm)
    guard let currency = new.currency, new.amount != old.amount else { return }
    let (before, after) = (Double(old.amount), Double(new.amount))
    try store(
      Change(amount: new.amount - old.amount, squares: after * after - before * before),
      act.widget, old.day, old.arm, currency)
  }

  private func buyer(_ act: WidgetAct) throws -> Buyer? {
    try scope.connection.first(
      """
      SELECT day, arm, at, orders, amount, currency FROM widget_visitors
      WHERE app = $1 AND visitor = $2 AND widget = $3
      """, [scope.tenant, .integer(act.visitor), .id(act.widget)]
    ) { row in
      Buyer(
        day: row.text(0), arm: row.text(1), at: row.instant(2), orders: row.integer(3),
        amount: row.integer(4), currency: row.optionalText(5))
    }
  }

  private func update(_ buyer: Buyer, _ act: WidgetAct) throws {
    try scope.connection.send(
      """
      UPDATE widget_visitors SET orders = $4, amount = $5, currency = $6
      WHERE app = $1 AND visitor = $2 AND widget = $3
      """,
      [
        scope.tenant, .integer(act.visitor), .id(act.widget), .integer(buyer.orders),
        .integer(buyer.amount), .text(buyer.currency),
      ])
  }

  private func store(
    _ change: Change, _ widget: WidgetID, _ day: String, _ arm: String, _ currency: String = ""
  ) throws {
    let row: SQL.Row = [
      "app": scope.tenant, "widget": .id(widget), "day": .text(day), "arm": .text(arm),
      "currency": .text(currency), "visitors": .integer(change.visitors),
      "buyers": .integer(change.buyers), "amount": .integer(change.amount),
      "squares": .real(change.squares),
    ]
    try scope.connection.send(
      """
      INSERT INTO widget_cohorts \(row: row)
      ON CONFLICT (app, widget, day, arm, currency) DO UPDATE SET
        visitors = widget_cohorts.visitors + excluded.visitors,
        buyers = widget_cohorts.buyers + excluded.buyers,
        amount = widget_cohorts.amount + excluded.amount,
        squares = widget_cohorts.squares + excluded.squares
      """)
  }
}
