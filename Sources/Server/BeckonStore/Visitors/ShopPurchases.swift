import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What visitors have bought. With an order's id a purchase is a payment of that id, one across all
/// clients; without one it is noted, and becomes a payment when the app's server confirms it: by a
/// payment of the id that the purchase has here, or by telling the same purchase itself.
struct ShopPurchases {
  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// A purchase that is told.
  struct Told {
    let checkout: Checkout
    let visitor: ShopVisitor
    let session: Int64
    let at: Instant
    let trust: Trust
    let money: Money?
    /// Whom the sender names.
    let subject: Event.Subject
  }

  /// What is known of a purchase before it is stored.
  struct Ruled {
    /// The purchase's id, which the first word has given it.
    let id: FactID
    let ruling: PurchaseRuling
    /// The payment's id.
    let payment: String
    fileprivate let sameness: Identifier
  }

  private struct Known {
    let id: FactID
    let payment: String
    let trust: Trust
    let at: Instant
  }

  /// What a word on a purchase does.
  /// - Parameter id: the id of the fact that says so.
  /// - Throws: `DatabaseError`.
  func rule(_ told: Told, id: FactID) throws -> Ruled {
    let sameness = sameness(of: told)
    let known = try earlier(told, sameness)
    let id = known?.id ?? id
    let ruling = PurchaseRuling.decide(
      by: told.trust, hasOrder: told.checkout.order != nil, earlier: known?.trust)
    return Ruled(
      id: id, ruling: ruling,
      payment: known?.payment ?? told.checkout.order ?? "purchase-\(id.text)",
      sameness: sameness)
  }

  private func earlier(_ told: Told, _ sameness: Identifier) throws -> Known? {
    guard let order = told.checkout.order else { return try known(like: told, sameness) }
    return try known(by: order)
  }

  private func sameness(of told: Told) -> Identifier {
    let who = ["shop purchase", "\(told.visitor.number)", "\(told.session)"]
    return Identifier(hashing: who + told.checkout.sameness(told.money), key: scope.app.pepper)
  }

  private func known(by order: String) throws -> Known? {
    try scope.connection.first(
      """
      SELECT id, payment, trust, at FROM shop_purchases WHERE app = $1 AND reference = $2
      """, [scope.tenant, .identifier(CapturedPayments.digest(of: order))], Self.read)
  }

  private func known(like told: Told, _ sameness: Identifier) throws -> Known? {
    let around = ShopLimits.samePurchaseMinutes * Span.minuteMilliseconds
    return try scope.connection.rows(
      """
      SELECT id, payment, trust, at FROM shop_purchases {by shop_purchases_by_sameness}
      WHERE app = $1 AND sameness = $2 AND at >= $3 AND at <= $4 ORDER BY at, id
      """,
      [
        scope.tenant, .identifier(sameness), .instant(told.at.adding(milliseconds: -around)),
        .instant(told.at.adding(milliseconds: around)),
      ], Self.read
    ).first { PurchaseRuling.isSame($0.at, told.at) }
  }

  private static func read(_ row: any Row) throws -> Known {
    Known(id: row.id(0), payment: row.text(1), trust: try row.choice(2), at: row.instant(3))
  }

  /// Stores what a word does, and gives what the sender should know of it.
  /// - Throws: `DatabaseError`.
  func store(_ told: Told, _ ruled: Ruled) throws -> String? {
    switch ruled.ruling {
    case .isRepeated: return "the same purchase was told before; it counts once"
    case .isNoted:
      try insert(told, ruled, isPayment: false)
      return "without an order's id it is no payment until the app's server confirms it"
    case .isPayment:
      try insert(told, ruled, isPayment: told.money != nil)
      return try pay(told, ruled)
    case .confirms:
      try confirm(told, ruled)
      return try pay(told, ruled)
    }
  }

  private func pay(_ told: Told, _ ruled: Ruled) throws -> String? {
    guard let money = told.money else {
      return "what it cost is not known, so it is no payment: it names no total, or no currency"
    }
    let (kind, state) = (PaymentKind.ordinary, PaymentState.completed)
    let products: JSON = ["products": Self.products(of: told)]
    let report = CapturedPayments.Report(
      reference: ruled.payment, kind: kind, state: state, money: money,
      payer: told.subject.userID, installID: told.subject.installID, at: told.at,
      properties: CapturedPayments.Report.properties(
        money, kind: kind, state: state, and: products),
      person: told.visitor.person ?? told.subject.person, isKindOfID: false)
    switch try CapturedPayments(scope).record(report, trust: told.trust) {
    case .accepted(let reason): return reason
    case .duplicate: return "a payment of this order's id is there already"
    case .rejected(let reason): return reason
    }
  }

  private func insert(_ told: Told, _ ruled: Ruled, isPayment: Bool) throws {
    let row: SQL.Row = [
      "app": scope.tenant, "id": .id(ruled.id), "payment": .text(ruled.payment),
      "reference": .identifier(CapturedPayments.digest(of: ruled.payment)),
      "sameness": .identifier(ruled.sameness), "visitor": .integer(told.visitor.number),
      "session": .integer(told.session), "amount": .integer(told.money?.amount),
      "currency": .text(told.money?.currency.code), "products": .json(Self.products(of: told)),
      "trust": .text(told.trust.rawValue), "is_payment": .bool(isPayment),
      "at": .instant(told.at), "received_at": scope.time,
    ]
    try scope.connection.send("INSERT INTO shop_purchases \(row: row)")
  }

  /// Puts the server's word in the place of a client's. Who bought it stays.
  private func confirm(_ told: Told, _ ruled: Ruled) throws {
    let changes: SQL.Row = [
      "amount": .integer(told.money?.amount), "currency": .text(told.money?.currency.code),
      "products": .json(Self.products(of: told)), "trust": .text(Trust.server.rawValue),
      "is_payment": .bool(told.money != nil),
    ]
    try scope.connection.send(
      """
      UPDATE shop_purchases \(set: changes)
      WHERE app = \(scope.tenant) AND id = \(.id(ruled.id)) AND trust = 'client'
      """)
  }

  private static func products(of told: Told) -> JSON { .array(told.checkout.lines.map(\.json)) }

  // MARK: Reading, moving and forgetting

  /// A page of a visitor's purchases, oldest first.
  /// - Throws: `DatabaseError`.
  func page(
    of visitor: Int64, behind last: (at: Instant, id: FactID)?, _ limit: Int
  ) throws -> [ExportRow] {
    let place: SQL? = last.map { "(s.at, s.id) > (\(.instant($0.at)), \(.id($0.id)))" }
    return try scope.connection.rows(
      """
      SELECT s.id, s.payment, s.session, s.amount, s.currency, s.trust, s.at, s.products,
        EXISTS (SELECT 1 FROM payments AS p {by payments_by_reference}
          WHERE p.app = s.app AND p.reference = s.reference AND p.removed_at IS NULL)
      FROM shop_purchases AS s {by shop_purchases_by_visitor}
      WHERE s.app = \(scope.tenant) AND s.visitor = \(.integer(visitor))\(and: [place])
      ORDER BY s.at, s.id LIMIT \(.integer(limit))
      """, Self.exported)
  }

  private static func exported(_ row: any Row) throws -> ExportRow {
    let (id, at): (FactID, Instant) = (row.id(0), row.instant(6))
    return ExportRow(
      key: "\(at.milliseconds):\(id.text)",
      json: .object([
        "payment": .string(row.text(1)), "session": .integer(row.integer(2)),
        "amount": row.isNull(3) ? nil : .integer(row.integer(3)),
        "currency": row.optionalText(4).map(JSON.string), "trust": .string(row.text(5)),
        "is_payment": .bool(row.bool(8)), "at": .instant(at),
      ]), stored: (name: "products", text: row.text(7)))
  }

  /// Makes a visitor's purchases another's.
  func move(from old: Int64, to new: Int64) throws {
    try scope.connection.send(
      """
      UPDATE shop_purchases {by shop_purchases_by_visitor} SET visitor = $3
      WHERE app = $1 AND visitor = $2
      """, [scope.tenant, .integer(old), .integer(new)])
  }

  /// Forgets whose a visitor's purchases were; that they were made is counted on.
  func forget(_ visitor: Int64) throws {
    try scope.connection.send(
      """
      UPDATE shop_purchases {by shop_purchases_by_visitor} SET visitor = NULL, session = NULL
      WHERE app = $1 AND visitor = $2
      """, [scope.tenant, .integer(visitor)])
  }
}

extension Event.Subject {
  fileprivate var userID: String? { if case .userID(let id) = self { id } else { nil } }
  fileprivate var installID: String? { if case .installID(let id) = self { id } else { nil } }
  fileprivate var person: PersonID? { if case .person(let id) = self { id } else { nil } }
}
