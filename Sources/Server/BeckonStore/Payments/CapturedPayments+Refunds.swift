import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What the app's server has given back of payments. A refund is a row beside its payment, which it
/// may come before; what of it counts follows from both.
extension CapturedPayments {
  /// A refund as the app's server tells it.
  public struct Refund: Sendable {
    /// The sender's id of the payment.
    public let payment: String
    /// The sender's id of the refund.
    public let reference: String
    /// How much, as decimal text; `nil` for all that is left.
    public let amount: String?
    /// Of what; `nil` for the payment's.
    public let currency: Currency?
    /// When; `nil` for now.
    public let at: Instant?

    /// Makes a refund.
    public init(
      payment: String, reference: String, amount: String?, currency: Currency?, at: Instant?
    ) {
      self.payment = payment
      self.reference = reference
      self.amount = amount
      self.currency = currency
      self.at = at
    }
  }

  /// A payment that is told, as refunds and answers need it.
  public struct Told: Sendable {
    /// Its fact.
    public let id: FactID
    /// What it was for.
    public let kind: String
    /// How much.
    public let money: Money
    /// Who has told it.
    public let trust: Trust
    /// The store that told it; `nil` where none did.
    public let source: String?
    /// Whether it was taken out of the revenue.
    public let isRemoved: Bool
    fileprivate let install: InstallID?
    fileprivate let payer: Identifier?
    fileprivate let person: PersonID?

    /// Whether a store or the app's server has told it. What only a client has may be made up, to
    /// be in the way of what the server tells.
    public var isSure: Bool { trust == .server || source != nil }
  }

  /// A refund that is told, as far as refunds of one payment ask.
  struct ToldRefund {
    let id: FactID
    let money: Money
    /// What it takes away from the revenue.
    let share: Int64
    let at: Instant
  }

  /// What a refund was, and whether it was told before.
  public struct Refunded: Sendable {
    /// Its fact.
    public let id: FactID
    /// How much.
    public let money: Money
    /// What of it is taken away from the revenue: nothing while its payment is not known.
    public let counted: Money
    /// Whether it had been told before, so that this has changed nothing.
    public let isDuplicate: Bool
  }

  /// The payment of a sender's id; `nil` while nobody has told that it is paid.
  /// - Throws: `DatabaseError`.
  public func find(_ reference: String) throws -> Told? {
    try find(PaymentReference.digest(of: reference))
  }

  private func find(_ reference: Identifier) throws -> Told? {
    let payments = try payments(of: reference)
    let standing = payments.filter { !$0.isRemoved }
    return standing.first(where: \.isSure) ?? standing.first ?? payments.first
  }

  /// What was told under a sender's id, the first word first: a vendor's clients may tell one
  /// payment as several kinds.
  private func payments(of reference: Identifier) throws -> [Told] {
    try scope.connection.rows(
      """
      SELECT id, kind, amount, currency, trust, source, removed_at, install, payer, person
      FROM payments {by payments_by_reference}
      WHERE app = $1 AND reference = $2 AND state = 'PAYMENT_COMPLETED'
      ORDER BY received_at, id
      """, [scope.tenant, .identifier(reference)]
    ) { row in
      Told(
        id: row.id(0), kind: row.text(1),
        money: Money(amount: row.integer(2), currency: Currency(row.text(3)) ?? .none),
        trust: try row.choice(4), source: row.optionalText(5), isRemoved: !row.isNull(6),
        install: row.optionalID(7), payer: row.optionalIdentifier(8), person: row.optionalID(9))
    }
    .filter { PaymentKind.isPayment($0.kind) }
  }

  /// The refunds of a payment that were told here, in the order in which they came.
  func refunds(of reference: Identifier) throws -> [ToldRefund] {
    try scope.connection.rows(
      """
      SELECT id, amount, currency, revenue, at FROM payments {by payments_refunds}
      WHERE app = $1 AND refunded = $2 ORDER BY received_at, id
      """, [scope.tenant, .identifier(reference)]
    ) { row in
      ToldRefund(
        id: row.id(0),
        money: Money(amount: row.integer(1), currency: Currency(row.text(2)) ?? .none),
        share: -row.integer(3), at: row.instant(4))
    }
  }

  /// What was given back of a payment, as far as it counts.
  /// - Throws: `DatabaseError`.
  public func refunded(_ payment: Told, under reference: String) throws -> Money {
    let shares = try refunds(of: PaymentReference.digest(of: reference)).map(\.share)
    return Money(amount: shares.reduce(0, +), currency: payment.money.currency)
  }

  func reference(of id: FactID) throws -> Identifier? {
    try scope.connection.first(
      "SELECT reference FROM payments WHERE app = $1 AND id = $2", [scope.tenant, .id(id)]
    ) { $0.identifier(0) }
  }

  // MARK: Telling

  /// Notes that money was given back, once for ever, and takes back the rewards that the payment
  /// has caused.
  /// - Throws: `DatabaseError`; `FieldError` where there is less left than is given back, where the
  ///   payment is of another currency, and where its store tells of its refunds.
  public func refund(_ refund: Refund) throws -> Refunded {
    let payment = PaymentReference.digest(of: refund.payment)
    let id = FactID(
      Identifier(
        hashing: "payment refund", refund.payment, refund.reference, key: scope.app.pepper))
    if let known = try refunds(of: payment).first(where: { $0.id == id }) {
      return Refunded(
        id: id, money: known.money,
        counted: Money(amount: known.share, currency: known.money.currency), isDuplicate: true)
    }
    let told = try find(payment)
    if let source = told?.source {
      throw FieldError(
        "", "is of a payment of \(source), which tells its refunds itself; nothing is to be done")
    }
    let money = try money(of: refund, told, beside: try refunds(of: payment))
    let row: SQL.Row = [
      "app": scope.tenant, "id": .id(id),
      "reference": .identifier(
        Identifier(hashing: "payment refund", refund.payment, refund.reference)),
      "refunded": .identifier(payment),
      "kind": .text(PaymentKind.refund(of: told?.kind ?? PaymentKind.ordinary)),
      "state": .text(PaymentState.completed.rawValue), "amount": .integer(money.amount),
      "revenue": .integer(0), "currency": .text(money.currency.code),
      "trust": .text(Trust.server.rawValue),
      "at": .instant(min(refund.at ?? scope.now, scope.now)), "received_at": scope.time,
    ]
    try scope.connection.send("INSERT INTO payments \(row: row)")
    try settleRefunds(of: payment)
    let share = try refunds(of: payment).first { $0.id == id }?.share ?? 0
    return Refunded(
      id: id, money: money, counted: Money(amount: share, currency: money.currency),
      isDuplicate: false)
  }

  private func money(
    of refund: Refund, _ payment: Told?, beside others: [ToldRefund]
  ) throws -> Money {
    let sure = payment?.isSure == true ? payment : nil
    if let sure, let currency = refund.currency, currency != sure.money.currency {
      throw FieldError("currency", "must be the payment's, \(sure.money.currency.code)")
    }
    let left = payment.map { $0.money.amount - others.reduce(0) { $0 + $1.share } }
    guard let text = refund.amount else {
      guard let payment, let left else {
        throw FieldError(
          "amount", "is missing, with currency: this payment is not known yet")
      }
      guard left > 0 else { throw FieldError("amount", "is more than is left of the payment: 0") }
      return Money(amount: left, currency: payment.money.currency)
    }
    guard
      let currency = sure?.money.currency ?? refund.currency ?? payment?.money.currency
        ?? scope.app.ownCurrency
    else {
      throw FieldError("currency", "is missing: neither payment nor app has one")
    }
    guard let money = Money(decimal: text, currency), Limits.amount ~= money.amount else {
      throw FieldError("amount", "must be a decimal above zero, such as \"19.90\"")
    }
    if sure != nil, let left, money.amount > left {
      let rest = Money(amount: left, currency: currency)
      throw FieldError(
        "amount", "is more than is left of the payment: \(rest.decimal) \(currency.code)")
    }
    return money
  }

  // MARK: What follows

  /// Brings the refunds of a payment in line with it, and takes back what it has paid in rewards.
  /// To be called after every change of either.
  func settleRefunds(of reference: Identifier) throws {
    let refunds = try refunds(of: reference)
    guard !refunds.isEmpty else { return }
    let payment = try find(reference)
    let bearing = payment.flatMap { $0.source == nil ? $0.money : nil }
    let shares = RefundAllotment.shares(of: refunds.map(\.money), in: bearing)
    for (refund, share) in zip(refunds, shares) {
      let changes: SQL.Row = [
        "revenue": .integer(-share), "install": .id(payment?.install),
        "payer": .identifier(payment?.payer), "person": .id(payment?.person),
        // Else what was given back of a client's word would be missing in what servers have told.
        "trust": .text((payment?.trust ?? .server).rawValue),
        "kind": .text(PaymentKind.refund(of: payment?.kind ?? PaymentKind.ordinary)),
        "removed_at": payment?.isRemoved == true ? scope.time : .null,
      ]
      try scope.connection.send(
        """
        UPDATE payments \(set: changes)
        WHERE app = \(scope.tenant) AND id = \(.id(refund.id))
        """)
      guard let payment, payment.source == nil else { continue }
      try tell(refund, of: payment)
      for told in try payments(of: reference) {
        _ = try Reversals(scope).reverse(told.id, by: refund.id)
      }
    }
    try refundForWidgets(reference)
    try publishChange(of: refunds.map(\.id), by: .server)
  }

  /// Tells the widgets for which the order of a payment counts what was given back of it.
  /// - Throws: `DatabaseError`.
  func refundForWidgets(_ reference: Identifier) throws {
    let given = try refunds(of: reference).filter { $0.share > 0 }
    guard let payment = try find(reference) else { return }
    try WidgetOrders(scope).refund(
      reference, given.map { WidgetRefund(at: $0.at, amount: $0.share) },
      in: payment.money.currency)
  }

  /// Makes a refund a fact, once, as soon as its payment is known. One that is too old is none, and
  /// takes the rewards back all the same.
  private func tell(_ refund: ToldRefund, of payment: Told) throws {
    let event = Event(
      id: refund.id.identifier.uuid, name: EventBatch.refund,
      subject: try payment.person.flatMap(People(scope).present).map { .person($0.id) } ?? .none,
      at: refund.at,
      properties: [
        "of": .string(payment.id.identifier.uuid), "amount": .number(refund.money.decimal),
        "currency": .string(refund.money.currency.code),
        "type": .string(PaymentKind.refund(of: payment.kind)),
        "status": .string(PaymentState.completed.rawValue),
      ])
    var intake = EventIntake(
      scope,
      EventBatch([event], for: scope.app, trust: .server, sentAt: nil, received: scope.now))
    _ = try intake.store()
  }
}

extension AppContext {
  /// The currency of amounts without one; `nil` when none is set.
  public var ownCurrency: Currency? { settings.currency.flatMap(Currency.init) }
}
