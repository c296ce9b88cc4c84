import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Whose a store's payment is. The store tells at most a UUID that the app gave it: that of the
/// install or of the user. Else it is whose the same subscription's other payments are, or whose a
/// client says it is.
extension StorePayments {
  /// Somebody who paid.
  struct Owner {
    let install: InstallID?
    /// Keyed hash of the app's own id of them.
    let payer: Identifier?
    /// Whose the fact is.
    let subject: Event.Subject
    /// Who says so: a store that has the app's UUID, the app's server, or only a client.
    let trust: Trust
  }

  /// The person who paid, if they are known.
  func person(_ owner: Owner) throws -> PersonID? {
    switch owner.subject {
    case .person(let person): return try People(scope).present(person)?.id
    case .userID(let text):
      let person = try People(scope).find(Identity(kind: .userID, value: text))
      if let person = try person.flatMap(People(scope).present) { return person.id }
    case .installID, .none: break
    }
    return try owner.install.flatMap(Installs(scope).find(_:))?.person
  }

  /// Who a UUID stands for: the install of this id, else the person of this user id. The store
  /// writes it in small letters, which an app may not.
  func owner(named account: Identifier?) throws -> Owner? {
    guard let account else { return nil }
    for text in Self.texts(account) {
      guard let install = try Installs(scope).find(client: text) else { continue }
      return Owner(
        install: install.id, payer: try install.person.flatMap(payer),
        subject: .installID(text), trust: .server)
    }
    for text in Self.texts(account) {
      let identity = Identity(kind: .userID, value: text)
      guard try People(scope).find(identity) != nil else { continue }
      return Owner(
        install: try CapturedPayments(scope).firstInstall(of: text),
        payer: scope.app.digest(of: identity), subject: .userID(text), trust: .server)
    }
    return nil
  }

  /// Who paid for the same subscription before.
  func owner(like original: Identifier) throws -> Owner? {
    let found = try scope.connection.first(
      """
      SELECT p.install, p.payer, t.owner_trust
      FROM store_transactions AS t JOIN payments AS p ON p.app = t.app AND p.id = t.payment
      WHERE t.app = $1 AND t.original = $2 AND (p.install IS NOT NULL OR p.payer IS NOT NULL)
      ORDER BY p.at, p.id LIMIT 1
      """, [scope.tenant, .identifier(original)]
    ) { row in
      Owner(
        install: row.optionalID(0), payer: row.optionalIdentifier(1),
        subject: .none, trust: row.optionalText(2).flatMap(Trust.init(word:)) ?? .client)
    }
    guard let found else { return nil }
    let person = try found.install.flatMap(Installs(scope).find(_:))?.person
    return Owner(
      install: found.install, payer: found.payer,
      subject: person.map(Event.Subject.person) ?? .none, trust: found.trust)
  }

  /// The UUID, unless somebody for whom it stands was erased: they are not looked for.
  func sought(_ account: Identifier?) throws -> Identifier? {
    guard let account else { return nil }
    let facts = Facts(scope)
    let isErased = try Self.texts(account).contains { text in
      try facts.isErased(scope.app.digest(ofInstall: text))
        || facts.isErased(scope.app.digest(of: Identity(kind: .userID, value: text)))
    }
    return isErased ? nil : account
  }

  private static func texts(_ account: Identifier) -> [String] {
    [account.uuid, account.uuid.uppercased()]
  }

  private func payer(_ person: PersonID) throws -> Identifier? {
    try People(scope).identities(of: person).first { $0.kind == .userID }
      .map(scope.app.digest(of:))
  }

  // MARK: Joining

  /// Gives a store's payment to whom a report of the same transaction names, if nobody has it yet.
  /// - Returns: whether the store has told of the transaction, so that the report is no payment.
  /// - Throws: `DatabaseError`.
  func join(_ report: CapturedPayments.Report, trust: Trust) throws -> Bool {
    guard let known = try find(PaymentReference.digest(of: report.reference)) else { return false }
    guard !known.isOwned else { return true }
    let payments = CapturedPayments(scope)
    let install =
      try report.installID.flatMap(Installs(scope).find(client:))?.id
      ?? payments.firstInstall(of: report.payer)
    let owner = Owner(
      install: install, payer: try payments.payer(of: report), subject: report.subject,
      trust: trust)
    guard owner.install != nil || owner.payer != nil else { return true }
    try give(known, to: owner)
    try joinOthers(of: known)
    return true
  }

  private func give(_ known: Known, to owner: Owner) throws {
    for id in [known.payment, Self.refund(known.reference)] {
      try scope.connection.send(
        """
        UPDATE payments SET install = COALESCE(install, $3), payer = COALESCE(payer, $4),
          person = COALESCE(person, $5)
        WHERE app = $1 AND id = $2
        """,
        [
          scope.tenant, .id(id), .id(owner.install), .identifier(owner.payer),
          .id(try person(owner)),
        ])
      try publishChange(of: id)
    }
    try scope.connection.send(
      """
      UPDATE store_transactions SET account = NULL, due_at = NULL, owner_trust = $3
      WHERE app = $1 AND reference = $2
      """, [scope.tenant, .identifier(known.reference), .text(owner.trust.rawValue)])
    try tell(known, owner)
  }

  /// Gives the other payments of a subscription, if nobody has them yet, to whom this one belongs.
  func joinOthers(of known: Known) throws {
    let others = try scope.connection.rows(
      """
      SELECT t.reference
      FROM store_transactions AS t JOIN payments AS p ON p.app = t.app AND p.id = t.payment
      WHERE t.app = $1 AND t.original = $2 AND p.install IS NULL AND p.payer IS NULL
      ORDER BY p.at, p.id
      """, [scope.tenant, .identifier(known.original)]
    ) { $0.identifier(0) }
    guard !others.isEmpty, let owner = try owner(like: known.original) else { return }
    for reference in others {
      if let other = try find(reference) { try give(other, to: owner) }
    }
  }

  // MARK: Looking later

  /// Payments looked at in one transaction.
  private static let batchMax: Int64 = 100

  /// Whether it is time to look for the owner of any payment.
  /// - Throws: `DatabaseError`.
  public static func isAnyDue(at now: Instant, _ connection: any Connection) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM store_transactions WHERE due_at <= $1 LIMIT 1", [.instant(now)]
    ) { _ in true } ?? false
  }

  /// Transactions that are due and that no other server has taken, of all apps.
  /// - Throws: `DatabaseError`.
  public static func claim(
    at now: Instant, _ connection: any Connection
  ) throws -> [(app: Int64, reference: Identifier)] {
    try connection.rows(
      """
      SELECT app, reference FROM store_transactions WHERE due_at <= $1
      ORDER BY due_at LIMIT $2 {claimed}
      """, [.instant(now), .integer(batchMax)]
    ) { (app: $0.integer(0), reference: $0.identifier(1)) }
  }

  /// Looks for the owner of a transaction's payment.
  /// - Throws: `DatabaseError`.
  public func search(_ reference: Identifier) throws {
    guard let known = try find(reference) else { return }
    if let owner = try owner(named: known.account) ?? owner(like: known.original) {
      try give(known, to: owner)
      return try joinOthers(of: known)
    }
    let next = StoreOwnerSearch.next(receivedAt: known.receivedAt, now: scope.now)
    let account = try next == nil ? nil : sought(known.account)
    try scope.connection.send(
      "UPDATE store_transactions SET account = $3, due_at = $4 WHERE app = $1 AND reference = $2",
      [
        scope.tenant, .identifier(reference), .identifier(account),
        .integer(account == nil ? nil : next?.milliseconds),
      ])
  }
}
