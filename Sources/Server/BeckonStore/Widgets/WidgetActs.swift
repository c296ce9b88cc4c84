import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Something that counts for a widget: what a visitor did with it, or bought after it.
struct WidgetAct: Sendable {
  /// What. The numbers are stored.
  enum Kind: Int64, CaseIterable, Sendable {
    case impression = 1
    case view = 2
    case click = 3
    /// A visitor met the widget for the first time, or would have.
    case met = 4
    /// Somebody who had met it bought something.
    case order = 5
    /// A click on it was the last before an order.
    case conversion = 6
    /// Something of such an order was given back.
    case refund = 7
    /// What a buyer has paid for such an order is another sum, less where the number is below 0.
    case spent = 8

    /// The kind that is stored as a number.
    init?(number: Int64) {
      guard let kind = Self.allCases.first(where: { $0.rawValue == number }) else { return nil }
      self = kind
    }
  }

  let kind: Kind
  let widget: WidgetID
  let visitor: Int64
  let arm: String
  /// 1, or -1 for what was taken back.
  var number: Int64 = 1
  var product: String?
  var banner: String?
  var money: Money?
  /// Whether only a client says so of what is worth money.
  var isClaimed = false
  let at: Instant

  init(_ kind: Kind, widget: WidgetID, visitor: Int64, arm: String, at: Instant) {
    (self.kind, self.widget, self.visitor, self.arm, self.at) = (kind, widget, visitor, arm, at)
  }
}

/// What visitors do with widgets, row by row: a loop adds them up (`WidgetRollUp`).
public struct WidgetActs {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  private static let insertion = Insertion(
    "widget_acts",
    [
      .integer("app"), .identifier("widget"), .integer("visitor"), .text("arm"),
      .integer("kind"), .integer("number"), .text("product"), .text("banner"),
      .integer("amount"), .text("currency"), .integer("is_claimed"), .integer("at"),
      .integer("received_at"),
    ])

  /// Stores acts.
  func add(_ acts: [WidgetAct]) throws {
    guard !acts.isEmpty else { return }
    try scope.connection.insert(
      acts.map { act in
        [
          scope.tenant, .id(act.widget), .integer(act.visitor), .text(act.arm),
          .integer(act.kind.rawValue), .integer(act.number), .text(act.product),
          .text(act.banner), .integer(act.money?.amount), .text(act.money?.currency.code),
          .bool(act.isClaimed), .instant(act.at), scope.time,
        ]
      }, by: Self.insertion)
  }

  /// Stores what was done with widgets.
  /// - Parameter viewer: who did it.
  /// - Throws: `DatabaseError`.
  func note(_ touches: [WidgetTouch], by viewer: WidgetViewer, at: Instant) throws {
    guard let visitor = viewer.number, !touches.isEmpty else { return }
    let arms = try WidgetVisitors(scope).arms(of: touches.map(\.widget), for: viewer, at: at)
    try add(
      touches.map { touch in
        var act = WidgetAct(
          touch.kind.act, widget: touch.widget.id, visitor: visitor,
          arm: (arms[touch.widget.id] ?? .main).word, at: at)
        (act.product, act.banner) = (touch.product, touch.banner)
        return act
      })
  }

  /// The last click of any of these visitors that an order counts for.
  /// - Throws: `DatabaseError`.
  func lastClick(of visitors: [Int64], before order: Instant) throws -> WidgetAct? {
    let clicks = try visitors.compactMap { visitor in
      try scope.connection.first(
        """
        SELECT widget, visitor, arm, product, banner, at
        FROM widget_acts {by widget_acts_by_click}
        WHERE app = $1 AND visitor = $2 AND at <= $3 AND kind = 3
        ORDER BY at DESC, seq DESC LIMIT 1
        """, [scope.tenant, .integer(visitor), .instant(order)]
      ) { row in
        var act = WidgetAct(
          .click, widget: row.id(0), visitor: row.integer(1), arm: row.text(2), at: row.instant(5))
        (act.product, act.banner) = (row.optionalText(3), row.optionalText(4))
        return act
      }
    }
    return clicks.filter { WidgetOrderRule.counts(order, after: $0.at) }.max { $0.at < $1.at }
  }

  /// A page of what a visitor did with widgets, for an export.
  /// - Throws: `DatabaseError`.
  func page(of visitor: Int64, behind seq: Int64, _ limit: Int) throws -> [ExportRow] {
    try scope.connection.rows(
      """
      SELECT seq, widget, kind, arm, product, banner, at
      FROM widget_acts {by widget_acts_by_visitor}
      WHERE app = $1 AND visitor = $2 AND seq > $3 AND number > 0 ORDER BY seq LIMIT $4
      """, [scope.tenant, .integer(visitor), .integer(seq), .integer(limit)]
    ) { row in
      ExportRow(
        key: "\(row.integer(0))",
        json: .object([
          "widget": .id(row.id(1, WidgetID.self)),
          "kind": .string(WidgetAct.Kind(number: row.integer(2))?.word ?? "\(row.integer(2))"),
          "arm": .string(row.text(3)), "product_id": row.optionalText(4).map(JSON.string),
          "banner": row.optionalText(5).map(JSON.string), "at": .instant(row.instant(6)),
        ]))
    }
  }
}

extension WidgetAct.Kind {
  /// For people.
  fileprivate var word: String {
    switch self {
    case .impression: "impression"
    case .view: "view"
    case .click: "click"
    case .met: "met"
    case .order: "order"
    case .conversion: "conversion"
    case .refund: "refund"
    case .spent: "spent"
    }
  }
}

extension WidgetTouch.Kind {
  fileprivate var act: WidgetAct.Kind {
    switch self {
    case .impression: .impression
    case .view: .view
    case .click: .click
    }
  }
}

extension LongWork {
  static let moveWidgetActs = LongWork("widget_acts", "move") { scope, rows, max in
    try scope.connection.run(
      """
      UPDATE widget_acts SET visitor = \(.integer(rows.target?.visitorNumber))
      WHERE seq IN (\(acts(of: rows, scope, max)))
      """)
  }

  static let forgetWidgetActs = LongWork("widget_acts", "forget") { scope, rows, max in
    try scope.connection.run(
      "DELETE FROM widget_acts WHERE seq IN (\(acts(of: rows, scope, max)))")
  }

  private static func acts(of rows: Rows, _ scope: Scope, _ max: Int64) -> SQL {
    """
    SELECT seq FROM widget_acts {by widget_acts_by_visitor}
    WHERE app = \(scope.tenant) AND visitor = \(.integer(rows.subject.visitorNumber))
    ORDER BY seq LIMIT \(.integer(max))
    """
  }
}
