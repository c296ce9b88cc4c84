import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The app's payments.
public struct FoundPayments {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Which of them.
  public struct Filter: Sendable {
    /// Who paid.
    public var person: Person?
    /// On which install.
    public var install: InstallID?
    /// The campaign of the link that led to that install.
    public var campaign: CampaignID?
    /// What it was for.
    public var kind: String?
    /// How far it came.
    public var state: PaymentState?
    /// Who told it.
    public var trust: Trust?
    /// The one of this id.
    public var id: FactID?
    /// Those that whoever told of them calls by this: an order's number, a receipt's id.
    public var reference: String?
    /// When it was paid.
    public var period = ListPeriod()

    /// All of them.
    public init() {}
  }

  /// A page, the last paid first.
  /// - Throws: `DatabaseError`.
  public func page(
    _ filter: Filter, behind place: ListPlace?, limit: Int
  ) throws -> FoundRows {
    let chosen: [SQL?] = [
      filter.campaign.map { "decisions.campaign = \(.id($0))" },
      filter.kind.map { "payments.kind = \(.text($0))" },
      filter.state.map { "payments.state = \(.text($0.rawValue))" },
      filter.trust.map { "payments.trust = \(.text($0.rawValue))" },
    ]
    let walks = try keys(filter).map { index, key, more in
      ListWalk(
        scope: scope, table: "payments \(index) \(Self.joined)", columns: Self.columns,
        key: "payments.app = \(scope.tenant)\(and: [key])",
        order: .time("payments.at", id: "payments.id"),
        bounds: filter.period.times("payments.at"), filters: chosen + more, read: Self.read)
    }
    return try ListWalk.page(of: walks, behind: place, limit: limit)
  }

  /// Whose a payment is, as far as that is known.
  /// - Throws: `DatabaseError`.
  public func payer(of id: FactID) throws -> PersonID? {
    try scope.connection.first(
      "SELECT person FROM payments WHERE app = \(scope.tenant) AND id = \(.id(id))"
    ) { $0.optionalID(0) } ?? nil
  }

  /// The indexes along which they are found, and what else is asked there.
  private func keys(_ filter: Filter) throws -> [(index: SQL, key: SQL?, more: [SQL?])] {
    let install = filter.install.map { "payments.install = \(.id($0))" as SQL }
    if let id = filter.id { return [("", "payments.id = \(.id(id))", [])] }
    if let reference = filter.reference {
      let digest = PaymentReference.digest(of: reference)
      return [
        ("{by payments_by_reference}", "payments.reference = \(.identifier(digest))", [install])
      ]
    }
    guard let person = filter.person else {
      return [(install == nil ? "{by payments_by_time}" : "{by payments_by_install}", install, [])]
    }
    return try ListWalk.few(ExportedPerson(scope, person, to: .server).paymentOwners, of: "person")
      .map { ($0.index, $0.key, $0.filters + [install]) }
  }

  private static let joined: SQL = """
    LEFT JOIN decisions
      ON decisions.app = payments.app AND decisions.install = payments.install
    """

  private static let columns: SQL = """
    payments.id, payments.kind, payments.state, payments.amount, payments.currency,
    payments.revenue, payments.trust, payments.source, payments.at, payments.received_at,
    payments.removed_at, payments.install, decisions.link, decisions.campaign
    """

  private static func read(_ row: any Row) -> JSON {
    let first = ListWalk.first
    let currency = Currency(row.text(first + 4)) ?? .none
    func decimal(_ column: Int) -> JSON {
      .string(Money(amount: row.integer(column), currency: currency).decimal)
    }
    return .object([
      "payment": .id(row.id(first, FactID.self)), "type": .string(row.text(first + 1)),
      "status": .string(PaymentState.word(ofStored: row.text(first + 2))),
      "amount": .integer(row.integer(first + 3)),
      "currency": .string(row.text(first + 4)), "decimal": decimal(first + 3),
      "revenue": .integer(row.integer(first + 5)), "trust": .string(row.text(first + 6)),
      "source": row.optionalText(first + 7).map(JSON.string),
      "at": .instant(row.instant(first + 8)),
      "received_at": .instant(row.instant(first + 9)),
      "removed_at": row.optionalInstant(first + 10).map(JSON.instant),
      "install": row.optionalID(first + 11, InstallID.self).map(JSON.id),
      "link": row.optionalID(first + 12, LinkID.self).map(JSON.id),
      "campaign": row.optionalID(first + 13, CampaignID.self).map(JSON.id),
    ])
  }
}
