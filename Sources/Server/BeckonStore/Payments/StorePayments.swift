import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Payments by the word of the store that was paid: trusted, each once, whatever the order and
/// however often the store tells of them. What a client or the app's server has told under the same
/// id is the same payment, and the store's word takes its place.
public struct StorePayments {
  let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// A notification, as far as it can be told from others.
  public struct Notice: Hashable, Sendable {
    /// The store's id of it, the same whenever it comes again.
    public let id: String
    /// When the store made it: of two words on a refund the later counts.
    public let at: Instant

    /// Makes a notice.
    public init(id: String, at: Instant) {
      self.id = id
      self.at = at
    }
  }

  /// What became of a notification. The texts are part of the API.
  public enum Outcome: String, CaseIterable, Sendable {
    /// It was taken in.
    case taken
    /// It had been taken before.
    case duplicate
    /// No money of the app's moved.
    case noMoney = "no_money"
    /// The store does not say what was paid.
    case noPrice = "no_price"
  }

  /// Takes in what a store says of a transaction.
  /// - Throws: `DatabaseError`.
  public func take(
    _ transaction: StoreTransaction, _ news: StoreNews, by notice: Notice
  ) throws -> Outcome {
    guard try Facts(scope).claim(factID("store notification", notice.id)) else { return .duplicate }
    // Another member of the family has paid for it, in a transaction of their own.
    guard !transaction.isShared else { return .noMoney }
    let reference = PaymentReference.digest(of: transaction.id)
    guard let known = try find(reference) ?? keep(transaction, under: reference) else {
      return .noPrice
    }
    switch news {
    case .purchase: break
    case .refund:
      try refund(known, transaction.refunded(of: known.money.amount), transaction, by: notice)
    case .refundReversed: try refund(known, 0, transaction, by: notice)
    }
    return .taken
  }

  // MARK: Purchases

  /// Makes a transaction a payment.
  /// - Returns: `nil` when its price is not known.
  private func keep(_ transaction: StoreTransaction, under reference: Identifier) throws -> Known? {
    guard let price = transaction.price else { return nil }
    let original = PaymentReference.digest(of: transaction.original)
    let ruling = StoreRuling(over: try words(under: reference))
    let word = ruling.taken
    let owner =
      try owner(named: transaction.account) ?? word.flatMap(owner(of:)) ?? owner(like: original)
    for other in ruling.removed { try remove(other) }
    let payment = word?.id ?? factID("store payment", reference.text)
    if let word {
      try take(over: word, staysRemoved: ruling.staysRemoved, transaction, price, owner)
    } else {
      try insert(payment, reference, transaction, price, owner)
    }
    // For whom to look is remembered only as long as it is looked for.
    let account = owner == nil ? try sought(transaction.account) : nil
    let due = account.flatMap { _ in StoreOwnerSearch.next(receivedAt: scope.now, now: scope.now) }
    let row: SQL.Row = [
      "app": scope.tenant, "reference": .identifier(reference), "original": .identifier(original),
      "payment": .id(payment), "transaction_id": .text(transaction.id),
      "product": .text(transaction.product), "account": .identifier(account),
      "owner_trust": .text(owner?.trust.rawValue),
      "told": .bool(ruling.isTold), "received_at": scope.time, "due_at": .instant(due),
    ]
    try scope.connection.send("INSERT INTO store_transactions \(row: row)")
    // The store tells of refunds itself.
    try CapturedPayments(scope).settleRefunds(of: reference)
    guard let known = try find(reference) else { return nil }
    if let owner {
      try tell(known, owner)
      try joinOthers(of: known)
    }
    return known
  }

  /// Whose a payment is, as who told it has said.
  private func owner(of word: ToldPayment) -> Owner? {
    guard word.install != nil || word.payer != nil else { return nil }
    return Owner(install: word.install, payer: word.payer, subject: .none, trust: word.trust)
  }

  private func words(under reference: Identifier) throws -> [ToldPayment] {
    try scope.connection.rows(
      """
      SELECT \(CapturedPayments.toldColumns) FROM payments {by payments_by_reference}
      WHERE app = \(scope.tenant) AND reference = \(.identifier(reference))
      ORDER BY CASE WHEN state = 'PAYMENT_COMPLETED' THEN 0 ELSE 1 END, received_at, id
      """, CapturedPayments.told)
  }

  private func remove(_ word: ToldPayment) throws {
    try scope.connection.send(
      "UPDATE payments SET removed_at = $3 WHERE app = $1 AND id = $2 AND removed_at IS NULL",
      [scope.tenant, .id(word.id), scope.time])
    try publishChange(of: word.id)
  }

  /// Makes the one payment that was told before the store's.
  private func take(
    over word: ToldPayment, staysRemoved: Bool, _ transaction: StoreTransaction, _ price: Money,
    _ owner: Owner?
  ) throws {
    let returned: SQL.Row = staysRemoved ? [:] : ["removed_at": .null]
    try scope.connection.send(
      """
      UPDATE payments \(set: try paid(transaction, price, owner) + returned)
      WHERE app = \(scope.tenant) AND id = \(.id(word.id))
      """)
    try publishChange(of: word.id)
  }

  /// The columns of a payment that the store's word is about.
  private func paid(
    _ transaction: StoreTransaction, _ price: Money, _ owner: Owner?
  ) throws -> SQL.Row {
    let paid: SQL.Row = [
      "kind": .text(transaction.kind), "state": .text(PaymentState.completed.rawValue),
      "amount": .integer(price.amount), "revenue": .integer(price.amount),
      "currency": .text(price.currency.code),
      "at": .instant(min(transaction.purchasedAt, scope.now)),
      "source": .text(transaction.source.rawValue), "install": .id(owner?.install),
      "payer": .identifier(owner?.payer), "trust": .text(Trust.server.rawValue),
    ]
    // Of whom somebody has told before, the store may know less.
    guard let person = try owner.flatMap(person) else { return paid }
    return paid + ["person": .id(person)]
  }

  private func insert(
    _ payment: FactID, _ reference: Identifier, _ transaction: StoreTransaction, _ price: Money,
    _ owner: Owner?
  ) throws {
    let row: SQL.Row = [
      "app": scope.tenant, "id": .id(payment), "reference": .identifier(reference),
      "received_at": scope.time,
    ]
    try scope.connection.send(
      "INSERT INTO payments \(row: row + (try paid(transaction, price, owner)))")
    try publishChange(of: payment)
  }

  func publishChange(of payment: FactID) throws {
    try CapturedPayments(scope).publishChange(of: [payment], by: .server)
  }

  // MARK: Refunds

  /// Notes what was given back of a payment: the latest word by the store's clock counts. Rewards
  /// that the payment has paid are taken back with the first of it, and stay so.
  private func refund(
    _ known: Known, _ amount: Int64, _ transaction: StoreTransaction, by notice: Notice
  ) throws {
    let ruling = RefundRuling.decide(amount, at: notice.at, after: known.refundWordAt)
    guard ruling != .isLate else { return }
    let at = min(transaction.revokedAt ?? notice.at, scope.now)
    try scope.connection.send(
      """
      INSERT INTO payments (app, id, reference, install, payer, person, kind, state, amount,
        revenue, currency, trust, source, at, received_at, removed_at)
      SELECT app, \(.id(Self.refund(known.reference))), reference, install, payer, person,
        \(.text(PaymentKind.refund(of: known.kind))), 'PAYMENT_COMPLETED', \(.integer(amount)),
        \(.integer(-amount)), currency, 'server', source, \(.instant(at)), \(scope.time),
        removed_at
      FROM payments WHERE app = \(scope.tenant) AND id = \(.id(known.payment))
      ON CONFLICT (app, id) DO UPDATE SET amount = excluded.amount, revenue = excluded.revenue,
        at = CASE WHEN excluded.amount > 0 THEN excluded.at ELSE payments.at END
      """)
    try publishChange(of: Self.refund(known.reference))
    try scope.connection.send(
      "UPDATE store_transactions SET refund_word_at = $3 WHERE app = $1 AND reference = $2",
      [scope.tenant, .identifier(known.reference), .instant(notice.at)])
    guard case .refunds = ruling else { return }
    let fact = try tellRefund(of: known, amount, at: at, by: notice)
    // As a fact it takes the rewards back itself, unless it is too old to be one.
    _ = try Reversals(scope).reverse(known.payment, by: fact)
  }

  // MARK: What is known

  /// A transaction that was taken in.
  struct Known {
    let reference: Identifier
    let original: Identifier
    let payment: FactID
    let transactionID: String
    let product: String?
    let account: Identifier?
    let isTold: Bool
    let refundWordAt: Instant?
    let receivedAt: Instant
    let kind: String
    let money: Money
    let at: Instant
    let source: String
    let install: InstallID?
    let payer: Identifier?

    var isOwned: Bool { install != nil || payer != nil }

    init(_ row: any Row) {
      reference = row.identifier(0)
      original = row.identifier(1)
      payment = row.id(2)
      transactionID = row.text(3)
      product = row.optionalText(4)
      account = row.optionalIdentifier(5)
      isTold = row.bool(6)
      refundWordAt = row.optionalInstant(7)
      receivedAt = row.instant(8)
      kind = row.text(9)
      money = Money(amount: row.integer(10), currency: Currency(row.text(11)) ?? .none)
      at = row.instant(12)
      source = row.text(13)
      install = row.optionalID(14)
      payer = row.optionalIdentifier(15)
    }
  }

  /// The transaction of this reference, with its payment.
  func find(_ reference: Identifier) throws -> Known? {
    try scope.connection.first(
      """
      SELECT t.reference, t.original, t.payment, t.transaction_id, t.product, t.account, t.told,
        t.refund_word_at, t.received_at, p.kind, p.amount, p.currency, p.at, p.source, p.install,
        p.payer
      FROM store_transactions AS t JOIN payments AS p ON p.app = t.app AND p.id = t.payment
      WHERE t.app = $1 AND t.reference = $2
      """, [scope.tenant, .identifier(reference)], Known.init)
  }

  /// An id of a fact of a store's. It is hashed with the app's own key: the id of a transaction
  /// stands in its buyer's phone, and with a publishable key a fact under an id that can be worked
  /// out from it could be there first.
  func factID(_ parts: String...) -> FactID {
    FactID(Identifier(hashing: parts, key: scope.app.pepper))
  }

  /// The id of what was given back of a payment, among payments only: no client gives those ids.
  static func refund(_ reference: Identifier) -> FactID {
    FactID(Identifier(hashing: "store refund", reference.text))
  }
}
