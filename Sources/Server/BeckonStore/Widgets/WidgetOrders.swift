import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Orders that count for widgets: for the one on which the visitor has clicked last, and for each
/// that they have met lately, or would have met.
public struct WidgetOrders {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Visitors of one person who are asked after, the oldest.
  private static let visitorsMax = 20

  private struct Counted {
    var act: WidgetAct
    var isClicked: Bool
  }

  private static let insertion = Insertion(
    "widget_orders",
    [
      .integer("app"), .identifier("purchase"), .identifier("widget"), .integer("visitor"),
      .text("arm"), .integer("is_clicked"), .text("product"), .text("banner"),
      .integer("amount"), .text("currency"), .integer("at"),
    ])

  /// Counts an order, in place of what was counted of it before.
  /// - Parameters:
  ///   - visitors: the numbers of who ordered: one, or several visitors of the same person.
  ///   - trust: who says so. A widget's settings tell whose word is enough.
  ///   - at: when it was ordered.
  /// - Throws: `DatabaseError`.
  func count(
    _ purchase: FactID, by visitors: [Int64], _ trust: Trust, at: Instant, _ money: Money
  ) throws {
    guard !scope.app.widgets.isEmpty else { return }
    try takeBack(purchase)
    let visitors = Array(visitors.prefix(Self.visitorsMax))
    let click = try WidgetActs(scope).lastClick(of: visitors, before: at)
    var counted: [WidgetID: Counted] = [:]
    for met in try met(by: visitors) where WidgetOrderRule.counts(at, after: met.at) {
      if counted[met.widget] == nil { counted[met.widget] = Counted(act: met, isClicked: false) }
    }
    if let click {
      // A visitor who met the widget long ago is no more compared, but what the click brought is.
      var act = click
      if let met = counted[click.widget] { act = met.act }
      (act.product, act.banner) = (click.product, click.banner)
      counted[click.widget] = Counted(act: act, isClicked: true)
    }
    let trusting = Set(
      scope.app.widgets.filter { $0.settings.trust == .client || trust == .server }.map(\.id))
    try insert(
      purchase,
      counted.values.filter { trusting.contains($0.act.widget) }
        .sorted { $0.act.widget < $1.act.widget }, at: at, money)
  }

  private func insert(
    _ purchase: FactID, _ counted: [Counted], at: Instant, _ money: Money
  ) throws {
    guard !counted.isEmpty else { return }
    try scope.connection.insert(
      counted.map { row in
        [
          scope.tenant, .id(purchase), .id(row.act.widget), .integer(row.act.visitor),
          .text(row.act.arm), .bool(row.isClicked), .text(row.act.product),
          .text(row.act.banner), .integer(money.amount), .text(money.currency.code),
          .instant(at),
        ]
      }, by: Self.insertion)
    try WidgetActs(scope).add(
      counted.flatMap { acts(of: $0.act, isClicked: $0.isClicked, at: at, money, number: 1) })
  }

  /// An order of somebody who met the widget too long ago changes no cohort: the loop that adds up
  /// looks at when they met.
  private func acts(
    of counted: WidgetAct, isClicked: Bool, at: Instant, _ money: Money, number: Int64
  ) -> [WidgetAct] {
    (isClicked ? [.order, .conversion] : [WidgetAct.Kind.order]).map { kind in
      var act = WidgetAct(
        kind, widget: counted.widget, visitor: counted.visitor, arm: counted.arm, at: at)
      (act.product, act.banner) = (counted.product, counted.banner)
      (act.money, act.number) = (money, number)
      return act
    }
  }

  private func met(by visitors: [Int64]) throws -> [WidgetAct] {
    try visitors.flatMap { visitor in
      try scope.connection.rows(
        """
        SELECT widget, arm, at FROM widget_visitors
        WHERE app = $1 AND visitor = $2 ORDER BY widget
        """, [scope.tenant, .integer(visitor)]
      ) { row in
        WidgetAct(
          .met, widget: row.id(0), visitor: visitor, arm: row.text(1), at: row.instant(2))
      }
    }
  }

  /// Takes back what was counted of an order: it was another's, or something else.
  /// - Throws: `DatabaseError`.
  func takeBack(_ purchase: FactID) throws {
    let taken = try scope.connection.rows(
      """
      SELECT widget, visitor, arm, is_clicked, product, banner, amount, currency, at
      FROM widget_orders WHERE app = $1 AND purchase = $2 ORDER BY widget
      """, [scope.tenant, .id(purchase)]
    ) { row in
      var act = WidgetAct(
        .order, widget: row.id(0), visitor: row.integer(1), arm: row.text(2), at: row.instant(8))
      (act.product, act.banner) = (row.optionalText(4), row.optionalText(5))
      let money = Money(amount: row.integer(6), currency: Currency(row.text(7)) ?? .none)
      return acts(of: act, isClicked: row.bool(3), at: act.at, money, number: -1)
    }
    guard !taken.isEmpty else { return }
    try WidgetActs(scope).add(taken.flatMap { $0 })
    try scope.connection.send(
      "DELETE FROM widget_orders WHERE app = $1 AND purchase = $2",
      [scope.tenant, .id(purchase)])
  }
}
