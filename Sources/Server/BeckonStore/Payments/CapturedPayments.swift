import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What installs and users paid. A payment is a fact like others, on which rules may wait; besides,
/// it is kept here for the revenue.
public struct CapturedPayments {
  let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// A payment as its sender tells it.
  public struct Report: Sendable {
    /// The sender's id of it: what makes two reports one payment.
    public let reference: String
    /// Whether the kind makes two reports one payment too: in vendors' protocols events of one
    /// subscription may have one id.
    public let isKindOfID: Bool
    /// What it was for.
    public let kind: String
    /// How far it came.
    public let state: PaymentState
    /// How much, in the currency's smallest unit, not below zero.
    public let money: Money
    /// The app's own id of who paid.
    public let payer: String?
    /// Who paid, by Beckon's id.
    public let person: PersonID?
    /// The app's own id of the install on which it was paid.
    public let installID: String?
    /// When, by the sender; without it, when it was received.
    public let at: Instant?
    /// More about it.
    public let properties: JSON

    /// Whether the sender knows who paid, and it is nobody whom anybody knows: then a client who
    /// has claimed it loses it.
    public let isOfNobody: Bool
    /// With what it was paid, in the sender's words; kept as a keyed hash.
    public let instrument: String?

    /// Makes a report.
    public init(
      reference: String, kind: String, state: PaymentState, money: Money, payer: String?,
      installID: String?, at: Instant?, properties: JSON, person: PersonID? = nil,
      isKindOfID: Bool = true, isOfNobody: Bool = false, instrument: String? = nil
    ) {
      self.instrument = instrument
      self.isOfNobody = isOfNobody
      self.person = person
      self.isKindOfID = isKindOfID
      self.reference = reference
      self.kind = kind
      self.state = state
      self.money = money
      self.payer = payer
      self.installID = installID
      self.at = at
      self.properties = properties
    }

    /// Whose it is.
    var subject: Event.Subject {
      person.map(Event.Subject.person) ?? payer.map(Event.Subject.userID)
        ?? installID.map(Event.Subject.installID) ?? .none
    }

    /// What rules can look at: what is known of every payment, and what its sender tells besides.
    public static func properties(
      _ money: Money, kind: String, state: PaymentState, and more: JSON
    ) -> JSON {
      let own: [JSON.Member] = [
        JSON.Member("amount", .number(money.decimal)),
        JSON.Member("currency", .string(money.currency.code)),
        JSON.Member("type", .string(kind)), JSON.Member("status", .string(state.rawValue)),
      ]
      let names = Set(texts: own.map(\.name))
      return .object(own + (more.members ?? []).filter { !names.contains(TextKey($0.name)) })
    }
  }

  /// Stores a payment, once for ever: the first report of it wins, but that of the
  /// app's own server takes the place of a client's, which is anyone's word. A store's word about
  /// the reference is the payment whatever the kind; a report then tells at most whose it is.
  /// - Throws: `DatabaseError`.
  public func record(_ report: Report, trust: Trust) throws -> EventIntake.Outcome {
    let known = try known(report)
    let ruling = PaymentRuling.decide(by: trust, after: known?.trust)
    guard ruling != .changesNothing else { return .duplicate }
    // Before rules are asked, so that they hold what the payment would pay.
    try noteInstrument(of: report)
    if ruling == .isFirst, try StorePayments(scope).join(report, trust: trust) {
      return .duplicate
    }
    let id = known?.id ?? Self.id(kind: report.kind, reference: report.reference, in: scope.app)
    let event = Event(
      id: id.identifier.uuid, name: PaymentKind.fact(kind: report.kind, state: report.state),
      subject: report.subject, at: report.at, properties: report.properties)
    // A refund that came first: the payment pays nothing.
    let refunds = try refunds(of: PaymentReference.digest(of: report.reference))
    if let first = refunds.first { _ = try Reversals(scope).reverse(id, by: first.id) }
    var intake = EventIntake(
      scope,
      EventBatch(
        [event], for: scope.app, trust: trust, on: report.installID, sentAt: nil,
        received: scope.now))
    guard let outcome = try intake.store().first else { return .duplicate }
    if case .rejected = outcome { return outcome }
    if known == nil { try insert(report, id, trust) } else { try confirm(report, id) }
    try settleRefunds(of: PaymentReference.digest(of: report.reference))
    return outcome
  }

  private func noteInstrument(of report: Report) throws {
    guard let instrument = report.instrument,
      let person = try person(of: report, on: install(of: report))
    else { return }
    try Instruments(scope).note(instrument, of: person)
  }

  /// The id of a payment's fact. It is made with the app's key, so that nobody can take it first
  /// for a fact of another kind.
  public static func id(kind: String, reference: String, in app: AppContext) -> FactID {
    FactID(Identifier(hashing: "payment fact", kind, reference, key: app.pepper))
  }

  /// A payment that was told before, and by whom. Its id may have been made in an older way.
  private func known(_ report: Report) throws -> (id: FactID, trust: Trust)? {
    let known = try scope.connection.rows(
      """
      SELECT id, trust, kind FROM payments {by payments_by_reference}
      WHERE app = $1 AND reference = $2 AND source IS NULL ORDER BY received_at, id
      """, [scope.tenant, .identifier(PaymentReference.digest(of: report.reference))]
    ) { (id: $0.id(0, FactID.self), trust: try $0.choice(1, Trust.self), kind: $0.text(2)) }
    let same =
      known.first { $0.kind == report.kind }
      ?? (report.isKindOfID ? nil : known.first { PaymentKind.isPayment($0.kind) })
      // One whose kind the server has told otherwise keeps the id of the first word.
      ?? known.first {
        $0.id == Self.id(kind: report.kind, reference: report.reference, in: scope.app)
      }
    return same.map { (id: $0.id, trust: $0.trust) }
  }

  /// Puts the server's word in the place of a client's: also when, and on whose install, it was.
  private func confirm(_ report: Report, _ id: FactID) throws {
    let revenue = PaymentKind.revenue(
      of: report.money.amount, kind: report.kind, state: report.state)
    let changes: SQL.Row = [
      "kind": .text(report.kind),
      "state": .text(report.state.rawValue), "amount": .integer(report.money.amount),
      "revenue": .integer(revenue), "currency": .text(report.money.currency.code),
      "trust": .text(Trust.server.rawValue), "removed_at": .null, "at": time(of: report),
    ]
    // The server's word counts as if the client had not spoken.
    let install = try install(of: report)
    let isNamed = report.subject != .none || report.isOfNobody
    let payer = try payer(of: report)
    let person = try person(of: report, on: install)
    try scope.connection.send(
      """
      UPDATE payments \(set: changes),
        install = CASE WHEN \(.bool(isNamed)) = 1 THEN \(.id(install)) ELSE install END,
        payer = CASE WHEN \(.bool(isNamed)) = 1 THEN \(.identifier(payer)) ELSE payer END,
        person = CASE WHEN \(.bool(isNamed)) = 1 THEN \(.id(person)) ELSE person END
      WHERE app = \(scope.tenant) AND id = \(.id(id)) AND trust = 'client'
      """)
    try publishChange(of: [id], by: .server)
  }

  /// Publishes that payments are new, or others than before.
  /// - Throws: `DatabaseError`.
  func publishChange(of payments: [FactID], by trust: Trust) throws {
    try Feed(scope).publishChange(
      .payment, payments.map(\.identifier), isByClient: trust == .client)
  }

  private func insert(_ report: Report, _ id: FactID, _ trust: Trust) throws {
    let revenue = PaymentKind.revenue(
      of: report.money.amount, kind: report.kind, state: report.state)
    let install = try install(of: report)
    let row: SQL.Row = [
      "app": scope.tenant, "id": .id(id),
      "reference": .identifier(PaymentReference.digest(of: report.reference)),
      "install": .id(install), "person": .id(try person(of: report, on: install)),
      "payer": .identifier(try payer(of: report)), "kind": .text(report.kind),
      "state": .text(report.state.rawValue), "amount": .integer(report.money.amount),
      "revenue": .integer(revenue), "currency": .text(report.money.currency.code),
      "trust": .text(trust.rawValue), "at": time(of: report),
      "received_at": scope.time,
    ]
    try scope.connection.send("INSERT INTO payments \(row: row)")
    try publishChange(of: [id], by: trust)
  }

  /// When it was paid by its sender's word, which is never later than now.
  private func time(of report: Report) -> DatabaseValue {
    .instant(min(report.at ?? scope.now, scope.now))
  }

  /// The install on which a payment was made by its sender's word.
  private func install(of report: Report) throws -> InstallID? {
    try report.installID.flatMap(Installs(scope).find(client:))?.id
      ?? firstInstall(of: report.payer)
      ?? report.person.flatMap(People(scope).present).flatMap {
        try Installs(scope).first(of: $0.id)
      }
      .map(\.id)
  }

  /// Keyed hash of the app's own id of who paid.
  func payer(of report: Report) throws -> Identifier? {
    if let payer = report.payer { return digest(ofPayer: payer) }
    guard let person = try report.person.flatMap(People(scope).present) else { return nil }
    return try People(scope).identities(of: person.id).first { $0.kind == .userID }
      .map(scope.app.digest(of:))
  }

  /// Who paid, as far as they are known: whom the report names, else who uses the install.
  func person(of report: Report, on install: InstallID?) throws -> PersonID? {
    let people = People(scope)
    if let person = report.person { return try people.present(person)?.id }
    if let payer = report.payer {
      return try people.find(Identity(kind: .userID, value: payer)).flatMap(people.present)?.id
    }
    return try install.flatMap(Installs(scope).find(_:))?.person
  }

  /// The install that won a user: what an app's server reports belongs to it.
  func firstInstall(of payer: String?) throws -> InstallID? {
    guard let payer else { return nil }
    let person = try People(scope).find(Identity(kind: .userID, value: payer))
    return try person.flatMap(Installs(scope).first(of:))?.id
  }

  /// The payments of a user id, a person or an install (`PaymentOwner`), oldest first, behind one
  /// of them, for the export.
  /// - Throws: `DatabaseError`.
  func page(
    of subject: Identifier, behind last: (at: Instant, id: FactID)?, _ limit: Int
  ) throws -> [ExportRow] {
    // An id is one of the three only.
    let owners = [
      PaymentOwner.user(subject), .person(PersonID(subject)), .install(InstallID(subject)),
    ]
    let place: SQL? = last.map { "(at, id) > (\(.instant($0.at)), \(.id($0.id)))" }
    return try owners.flatMap { owner in
      try scope.connection.rows(
        """
        SELECT id, kind, state, amount, currency, trust, at, removed_at, source
        FROM payments \(owner.index) WHERE app = \(scope.tenant)
        \(and: [owner.key] + owner.filters + [place])
        ORDER BY at, id LIMIT \(.integer(limit))
        """, Self.exported)
    }
  }

  private static func exported(_ row: any Row) -> ExportRow {
    let (id, at): (FactID, Instant) = (row.id(0), row.instant(6))
    return ExportRow(key: "\(at.milliseconds):\(id.text)", json: describe(row))
  }

  private static func describe(_ row: any Row) -> JSON {
    .object([
      "id": .id(row.id(0, FactID.self)), "type": .string(row.text(1)),
      "status": .string(PaymentState.word(ofStored: row.text(2))),
      "amount": .integer(row.integer(3)),
      "currency": .string(row.text(4)), "trust": .string(row.text(5)),
      "source": row.optionalText(8).map(JSON.string), "at": .instant(row.instant(6)),
      "removed_at": row.optionalInstant(7).map(JSON.instant),
    ])
  }

  // MARK: Removing

  /// Which payments shall be taken back: one by its reference, or all of a payer.
  public struct Selection: Sendable {
    /// The sender's id of the payment.
    public let reference: String?
    /// The app's own id of who paid.
    public let payer: String?
    /// Only those of this install: what a caller without a secret key may take back.
    public let install: InstallID?

    /// Makes a selection.
    public init(reference: String?, payer: String?, install: InstallID?) {
      self.reference = reference
      self.payer = payer
      self.install = install
    }
  }

  /// Takes payments out of the revenue. What they have paid in rewards is taken back when the word
  /// is the app's own server's, which then stands: also of a payment that a client has told, or has
  /// removed. A client's word takes back only what a client has told.
  /// - Returns: how many there were.
  /// - Throws: `DatabaseError`.
  public func remove(_ selection: Selection, trust: Trust) throws -> Int {
    let found = try find(selection, trust)
    for id in found {
      try scope.connection.send(
        """
        UPDATE payments SET removed_at = $3, trust = CASE WHEN $4 = 1 THEN 'server' ELSE trust END
        WHERE app = $1 AND id = $2
        """, [scope.tenant, .id(id), scope.time, .bool(trust == .server)])
      if trust == .server { _ = try Reversals(scope).reverse(id, by: scope.newID()) }
      if let reference = try reference(of: id) { try settleRefunds(of: reference) }
    }
    try publishChange(of: found, by: trust)
    return found.count
  }

  private func find(_ selection: Selection, _ trust: Trust) throws -> [FactID] {
    let payer = selection.payer.map(digest(ofPayer:))
    let chosen: SQL
    if let reference = selection.reference {
      let reference = PaymentReference.digest(of: reference)
      chosen = "{by payments_by_reference} WHERE reference = \(.identifier(reference))"
    } else if let payer {
      chosen = "{by payments_by_payer} WHERE payer = \(.identifier(payer))"
    } else {
      return []
    }
    return try scope.connection.rows(
      "SELECT \(Self.toldColumns) FROM payments \(chosen) AND app = \(scope.tenant)", Self.told
    )
    .filter { $0.isRemoved(by: trust, payer: payer, install: selection.install) }.map(\.id)
  }

  /// What `told` reads, in its order.
  static let toldColumns: SQL = "id, kind, trust, install, payer, removed_at"

  /// Reads a payment as somebody told it.
  static func told(_ row: any Row) throws -> ToldPayment {
    ToldPayment(
      id: row.id(0), kind: row.text(1), trust: try row.choice(2), install: row.optionalID(3),
      payer: row.optionalIdentifier(4), isRemoved: !row.isNull(5))
  }

  func digest(ofPayer userID: String) -> Identifier {
    scope.app.digest(of: Identity(kind: .userID, value: userID))
  }
}
