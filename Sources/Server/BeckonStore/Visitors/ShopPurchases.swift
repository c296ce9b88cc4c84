import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What visitors have bought. With an order's id a purchase is a payment of that id, one across all
/// clients; without one it is noted, and becomes a payment when the app's server confirms it: by a
/// payment of the id that the purchase has here, or by telling the same purchase itself.
///
/// Anybody can claim an order by the app's key, so each visitor has a row of their own for it until
/// the server tells whose it is: then the claims of others go, with what they have paid.
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
    /// The purchase's id. It is made with the app's key, so that nobody can take it first.
    let id: FactID
    /// The id of its fact: that of the first word on it.
    let fact: FactID
    let ruling: PurchaseRuling
    /// The payment's id.
    let payment: String
    fileprivate let sameness: Identifier
    /// What other visitors have claimed of the order.
    fileprivate let claims: [Claim]
    /// Whether so many claim the order that one more is not kept.
    fileprivate let isCrowded: Bool
  }

  fileprivate struct Claim {
    let id: FactID
    let fact: FactID
  }

  private struct Known {
    let id: FactID
    let fact: FactID
    let payment: String
    let trust: Trust
    let at: Instant
    let visitor: Int64?
  }

  /// Claims of one order that are kept.
  private static let claimsMax = 20

  /// What a word on a purchase does.
  /// - Parameters:
  ///   - id: the id of the event that says so.
  ///   - isFact: whether its fact has that id too, if it is the first word; else the fact gets
  ///     the purchase's own.
  /// - Throws: `DatabaseError`.
  func rule(_ told: Told, id: FactID, isFact: Bool) throws -> Ruled {
    let sameness = sameness(of: told)
    let own = ownID(told, id)
    let words = try told.checkout.order.map(words(on:)) ?? []
    let known =
      try told.checkout.order == nil
      ? known(like: told, sameness) ?? known(by: own)
      : words.first { told.trust == .server && $0.trust == .server }
        ?? words.first { $0.visitor == told.visitor.number }
    let ruling = PurchaseRuling.decide(
      by: told.trust, hasOrder: told.checkout.order != nil, earlier: known?.trust)
    let first = isFact ? id : own
    var fact = known?.fact ?? first
    // The server may have used the id of the client's word for something else since.
    if ruling == .confirms, try !ClaimedFacts(scope).isClients(fact) { fact = first }
    let claims = words.filter { $0.trust == .client && $0.id != known?.id }
    return Ruled(
      id: known?.id ?? own, fact: fact, ruling: ruling,
      payment: known?.payment ?? told.checkout.order ?? "purchase-\(own.text)",
      sameness: sameness, claims: claims.map { Claim(id: $0.id, fact: $0.fact) },
      isCrowded: told.trust == .client && known == nil && words.count >= Self.claimsMax)
  }

  /// A visitor's own id of an order, or of a purchase that names none.
  private func ownID(_ told: Told, _ id: FactID) -> FactID {
    let name = told.checkout.order.map { "order " + $0 } ?? "event " + id.text
    return FactID(
      Identifier(
        hashing: "shop purchase", "\(told.visitor.number)", name, key: scope.app.pepper))
  }

  private func sameness(of told: Told) -> Identifier {
    let who = ["shop purchase", "\(told.visitor.number)", "\(told.session)"]
    return Identifier(hashing: who + told.checkout.sameness(told.money), key: scope.app.pepper)
  }

  private func words(on order: String) throws -> [Known] {
    try scope.connection.rows(
      """
      SELECT id, payment, trust, at, visitor, fact
      FROM shop_purchases {by shop_purchases_by_reference}
      WHERE app = $1 AND reference = $2 ORDER BY at, id LIMIT 100
      """, [scope.tenant, .identifier(PaymentReference.digest(of: order))], Self.read)
  }

  private func known(by id: FactID) throws -> Known? {
    try scope.connection.first(
      """
      SELECT id, payment, trust, at, visitor, fact FROM shop_purchases WHERE app = $1 AND id = $2
      """, [scope.tenant, .id(id)], Self.read)
  }

  private func known(like told: Told, _ sameness: Identifier) throws -> Known? {
    let around = ShopLimits.samePurchaseMinutes * Span.minuteMilliseconds
    return try scope.connection.rows(
      """
      SELECT id, payment, trust, at, visitor, fact
      FROM shop_purchases {by shop_purchases_by_sameness}
      WHERE app = $1 AND sameness = $2 AND at >= $3 AND at <= $4 ORDER BY at, id
      """,
      [
        scope.tenant, .identifier(sameness), .instant(told.at.adding(milliseconds: -around)),
        .instant(told.at.adding(milliseconds: around)),
      ], Self.read
    ).first { PurchaseRuling.isSame($0.at, told.at) }
  }

  private static func read(_ row: any Row) throws -> Known {
    Known(
      id: row.id(0), fact: row.id(5), payment: row.text(1), trust: try row.choice(2),
      at: row.instant(3), visitor: row.isNull(4) ? nil : row.integer(4))
  }

  /// Stores what a word does, and gives what the sender should know of it.
  /// - Throws: `DatabaseError`.
  func store(_ told: Told, _ ruled: Ruled) throws -> String? {
    if told.trust == .server { try refute(ruled.claims) }
    if ruled.isCrowded { return "it counts when the app's server tells of the order" }
    switch ruled.ruling {
    case .isRepeated: return "the same purchase was told before; it counts once"
    case .isNoted:
      try insert(told, ruled, isPayment: false)
      return "without an order's id it is no payment until the app's server confirms it"
    case .isPayment:
      try insert(told, ruled, isPayment: told.trust == .server && told.money != nil)
    case .confirms: try confirm(told, ruled)
    }
    let (note, isPaid) = try pay(told, ruled)
    // A client may claim an order that is somebody else's payment already: that counts for nobody.
    if isPaid || told.trust == .server { try countForReports(told, ruled) }
    return note
  }

  /// The click that an order follows may be another visit's of the same person. Nobody is shown
  /// anything by it, so a person who is only claimed is good enough.
  private func countForReports(_ told: Told, _ ruled: Ruled) throws {
    try ReminderOrders(scope).count(ruled.id, by: buyer(told), told.money, at: told.at)
    guard let money = told.money else { return try WidgetOrders(scope).takeBack(ruled.id) }
    guard WidgetOrderRule.isInTime(told.at, by: told.trust, now: scope.now) else { return }
    let all = try told.visitor.person.map {
      try ShopVisitors(scope).numbers(of: $0, limit: WidgetOrders.visitorsMax)
    }
    let numbers = (all ?? []).filter { $0 != told.visitor.number }
    try WidgetOrders(scope).count(
      ruled.id, by: [told.visitor.number] + numbers, told.trust, at: told.at, money)
    // What was given back may have been told before the order.
    try CapturedPayments(scope).refundForWidgets(PaymentReference.digest(of: ruled.payment))
  }

  /// Who has bought, if that is sure: with the app's key anybody can log in as anybody.
  private func buyer(_ told: Told) throws -> PersonID? {
    guard told.visitor.isProven, !scope.app.reminders.isEmpty else { return nil }
    let isStrangers =
      try told.trust == .client && ShopVisitors(scope).isNamedOpenly(told.visitor.number)
    return isStrangers ? nil : told.visitor.person
  }

  /// Takes back what others have claimed of an order that is not theirs.
  private func refute(_ claims: [Claim]) throws {
    for claim in claims {
      if try ClaimedFacts(scope).giveWay(claim.fact) {
        try Reversals(scope).takeBack(claim.fact, except: [])
        try Reversals(scope).retractSteps(reachedBy: claim.fact)
      }
      try scope.connection.send(
        "DELETE FROM shop_purchases WHERE app = $1 AND id = $2", [scope.tenant, .id(claim.id)])
      try WidgetOrders(scope).takeBack(claim.id)
      try ReminderOrders(scope).count(claim.id, by: nil, nil, at: scope.now)
    }
  }

  private func pay(_ told: Told, _ ruled: Ruled) throws -> (note: String?, isPaid: Bool) {
    guard let money = told.money else {
      let note =
        "what it cost is not known, so it is no payment: it names no total, or no currency"
      return (note, false)
    }
    let (kind, state) = (PaymentKind.ordinary, PaymentState.completed)
    let products: JSON = ["products": Self.products(of: told)]
    let report = CapturedPayments.Report(
      reference: ruled.payment, kind: kind, state: state, money: money,
      payer: told.subject.userID, installID: told.subject.installID, at: told.at,
      properties: CapturedPayments.Report.properties(
        money, kind: kind, state: state, and: products),
      person: told.subject.person, isKindOfID: false, isOfNobody: told.subject == .none)
    switch try CapturedPayments(scope).record(report, trust: told.trust) {
    case .accepted(let reason): return (reason, true)
    // A client learns nothing of orders that others have made.
    case .duplicate where told.trust == .client: return (nil, false)
    case .duplicate: return ("a payment of this order's id is there already", false)
    case .rejected(let reason): return (reason, false)
    }
  }

  private func insert(_ told: Told, _ ruled: Ruled, isPayment: Bool) throws {
    let row: SQL.Row = [
      "app": scope.tenant, "id": .id(ruled.id), "fact": .id(ruled.fact),
      "payment": .text(ruled.payment),
      "reference": .identifier(PaymentReference.digest(of: ruled.payment)),
      "sameness": .identifier(ruled.sameness), "visitor": .integer(told.visitor.number),
      "session": .integer(told.session), "amount": .integer(told.money?.amount),
      "currency": .text(told.money?.currency.code), "products": .json(Self.products(of: told)),
      "trust": .text(told.trust.rawValue), "is_payment": .bool(isPayment),
      "at": .instant(told.at), "received_at": scope.time,
    ]
    try scope.connection.send("INSERT INTO shop_purchases \(row: row)")
  }

  /// Puts the server's word in the place of what the visitor's client has told.
  private func confirm(_ told: Told, _ ruled: Ruled) throws {
    let changes: SQL.Row = [
      "amount": .integer(told.money?.amount), "currency": .text(told.money?.currency.code),
      "products": .json(Self.products(of: told)), "trust": .text(Trust.server.rawValue),
      "is_payment": .bool(told.money != nil), "fact": .id(ruled.fact),
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
