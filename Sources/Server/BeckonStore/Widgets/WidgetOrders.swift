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
  static let visitorsMax = 20

  private static let insertion = Insertion(
    "widget_orders",
    [
      .integer("app"), .identifier("purchase"), .identifier("widget"), .integer("visitor"),
      .text("arm"), .integer("is_clicked"), .text("product"), .text("banner"),
      .integer("amount"), .text("currency"), .integer("is_claimed"), .integer("at"),
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
    var counted: [WidgetID: WidgetOrder] = [:]
    func order(_ act: WidgetAct, isClicked: Bool) -> WidgetOrder {
      WidgetOrder(
        act, isClicked: isClicked, at: at, money, isClaimed: trust == .client)
    }
    for met in try met(by: visitors) where WidgetOrderRule.counts(at, after: met.at) {
      if counted[met.widget] == nil { counted[met.widget] = order(met, isClicked: false) }
    }
    if let click {
      // A visitor who met the widget long ago is no more compared, but what the click brought is.
      var act = counted[click.widget]?.act ?? click
      (act.product, act.banner) = (click.product, click.banner)
      counted[click.widget] = order(act, isClicked: true)
    }
    let trusting = Set(
      scope.app.widgets.filter { $0.settings.trust == .client || trust == .server }.map(\.id))
    try insert(
      purchase,
      counted.values.filter { trusting.contains($0.act.widget) }
        .sorted { $0.act.widget < $1.act.widget })
  }

  private func insert(_ purchase: FactID, _ orders: [WidgetOrder]) throws {
    guard !orders.isEmpty else { return }
    try scope.connection.insert(
      orders.map { order in
        [
          scope.tenant, .id(purchase), .id(order.act.widget), .integer(order.act.visitor),
          .text(order.act.arm), .bool(order.isClicked), .text(order.act.product),
          .text(order.act.banner), .integer(order.money.amount),
          .text(order.money.currency.code), .bool(order.isClaimed), .instant(order.at),
        ]
      }, by: Self.insertion)
    try WidgetActs(scope).add(orders.flatMap { $0.acts(1) })
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
    let taken = try orders(of: purchase)
    guard !taken.isEmpty else { return }
    try WidgetActs(scope).add(taken.flatMap { $0.acts(-1) })
    try scope.connection.send(
      "DELETE FROM widget_orders WHERE app = $1 AND purchase = $2",
      [scope.tenant, .id(purchase)])
  }

  private func orders(of purchase: FactID) throws -> [WidgetOrder] {
    try scope.connection.rows(
      """
      SELECT widget, visitor, arm, is_clicked, product, banner, amount, currency, at, is_claimed,
        refunds
      FROM widget_orders WHERE app = $1 AND purchase = $2 ORDER BY widget
      """, [scope.tenant, .id(purchase)]
    ) { row in
      var act = WidgetAct(
        .order, widget: row.id(0), visitor: row.integer(1), arm: row.text(2), at: row.instant(8))
      (act.product, act.banner) = (row.optionalText(4), row.optionalText(5))
      let money = Money(amount: row.integer(6), currency: Currency(row.text(7)) ?? .none)
      var order = WidgetOrder(
        act, isClicked: row.bool(3), at: act.at, money, isClaimed: row.bool(9))
      order.refunds = WidgetRefund.list(try row.optionalJSON(10))
      return order
    }
  }

  // MARK: What was given back

  /// Brings the orders of a payment in line with what was given back of it, in whatever order both
  /// are told.
  /// - Parameter reference: the payment's, as a hash.
  /// - Throws: `DatabaseError`.
  func refund(_ reference: Identifier, _ refunds: [WidgetRefund], in currency: Currency) throws {
    let purchases: [FactID] = try scope.connection.rows(
      """
      SELECT id FROM shop_purchases {by shop_purchases_by_reference}
      WHERE app = $1 AND reference = $2 ORDER BY id
      """, [scope.tenant, .identifier(reference)]
    ) { $0.id(0) }
    for purchase in purchases {
      for old in try orders(of: purchase) where old.money.currency == currency {
        guard old.refunds != refunds else { continue }
        var new = old
        new.refunds = refunds
        try WidgetActs(scope).add(old.refundActs(-1) + new.refundActs(1))
        try scope.connection.send(
          """
          UPDATE widget_orders SET refunds = $4 WHERE app = $1 AND purchase = $2 AND widget = $3
          """,
          [scope.tenant, .id(purchase), .id(old.act.widget), .json(WidgetRefund.json(refunds))])
      }
    }
  }
}
