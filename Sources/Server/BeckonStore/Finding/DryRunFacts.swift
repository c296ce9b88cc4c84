import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The stored facts that a dry run of a campaign's rules is told of, and what was paid meanwhile.
public struct DryRunFacts {
  /// How far it looks back, in milliseconds.
  public static let spanMilliseconds = 30 * Span.dayMilliseconds
  /// Most facts of one dry run: the newest.
  public static let factsMax = 10_000
  /// Most transfers that are counted beside it: the newest.
  public static let transfersMax = 20_000
  /// Rows of one read, so that nobody else waits long.
  private static let pageRows = 1_000

  private let scope: Scope
  private let campaign: Campaign

  /// Works in this scope.
  /// - Parameter campaign: with the rules that are tried.
  public init(_ scope: Scope, _ campaign: Campaign) {
    self.scope = scope
    self.campaign = campaign
  }

  /// A fact of somebody's.
  public struct Found: Sendable {
    /// The fact.
    public let fact: AskedFact
    /// Whose; `nil` for one that named an install of nobody's, or a user id, of which only a keyed
    /// hash is stored.
    public let person: PersonID?
    /// Under what it is stored.
    public let subject: Identifier
  }

  /// Facts for which one of the rules may wait, the last received first, and behind what more is.
  /// - Throws: `DatabaseError`.
  public func page(behind place: ListPlace?) throws -> (found: [Found], next: ListPlace?) {
    let names = names
    guard !names.isEmpty else { return ([], nil) }
    var filter = FoundEvents.Filter()
    filter.names = names
    filter.period = ListPeriod(from: scope.now.adding(milliseconds: -Self.spanMilliseconds))
    let page = try FoundEvents(scope).page(filter, behind: place, limit: Self.pageRows)
    let unpaid = Unpaid(scope)
    let facts = try page.rows.compactMap { row -> (AskedFact, PersonID?)? in
      try unpaid.fact(row.json).map {
        ($0, row.json["person"]?.string.flatMap { PersonID($0) })
      }
    }
    let subjects = try subjects(of: facts.compactMap { $1 == nil ? $0 : nil })
    let found = facts.compactMap { fact, person in
      (person?.identifier ?? subjects[fact.id]).map {
        Found(fact: fact, person: person, subject: $0)
      }
    }
    return (found, page.next)
  }

  private static let stored = BulkStatement(
    """
    SELECT id AS fact, subject FROM facts {by facts_by_time}
    WHERE app = $1 AND received_at = $2 AND id = $3
    """, [.integer("app"), .integer("received_at"), .identifier("id")])

  private func subjects(of facts: [AskedFact]) throws -> [FactID: Identifier] {
    let rows = try scope.connection.rows(
      Self.stored, for: facts.map { [scope.tenant, .instant($0.received), .id($0.id)] }
    ) { ($0.id(0, FactID.self), $0.identifier(1)) }
    return Dictionary(rows) { first, _ in first }
  }

  /// Most pages of people in the campaign whose user ids are looked at, of a thousand each.
  public static let peoplePagesMax = 50

  /// What facts are stored under that name the user ids of people in the campaign: a user id leads
  /// to its keyed hash, and not back. A page of people behind a referral; `next` is `nil` at the
  /// end.
  /// - Throws: `DatabaseError`.
  public func users(
    behind last: Identifier?
  ) throws -> (owners: [(subject: Identifier, person: PersonID)], next: Identifier?) {
    let nobody = Identifier(high: 0, low: 0)
    let rows = try scope.connection.rows(
      """
      SELECT r.id, r.person, i.value FROM (
        SELECT app, id, person FROM referrals {by referrals_by_campaign}
        WHERE app = $1 AND campaign = $2 AND id > $3 ORDER BY id LIMIT $4
      ) AS r LEFT JOIN identities AS i {by identities_by_person}
        ON i.app = r.app AND i.person = r.person AND i.kind = 'user_id'
      """,
      [
        scope.tenant, .id(campaign.id), .identifier(last ?? nobody),
        .integer(Int64(Self.pageRows)),
      ]
    ) { (referral: $0.identifier(0), person: $0.id(1, PersonID.self), user: $0.optionalText(2)) }
    let owners = rows.compactMap { row in
      row.user.map {
        (scope.app.digest(of: Identity(kind: .userID, value: $0)), row.person)
      }
    }
    let referrals = Set(rows.map(\.referral))
    return (owners, referrals.count < Self.pageRows ? nil : referrals.max())
  }

  /// The parts of people in the campaign, as they are today. Who is merged or erased has none.
  /// - Throws: `DatabaseError`.
  public func parts(of people: Set<PersonID>) throws -> [PersonID: CampaignPart] {
    let loop = ReferralLoop(scope: scope, campaign: campaign)
    var parts: [PersonID: CampaignPart] = [:]
    for id in people {
      guard let person = try People(scope).present(id) else { continue }
      let referral = try Referrals(scope).find(id, in: campaign.id)
      parts[id] = CampaignPart(
        referral: referral, chain: try referral.map(loop.referrers) ?? ReferrerChain(),
        steps: try referral.map { try loop.steps(of: $0.id) } ?? [],
        signedUpAt: person.signedUpAt)
    }
    return parts
  }

  /// Rewards of the campaign that were made meanwhile and not given up, the last made first.
  /// - Throws: `DatabaseError`.
  public func paid(behind place: ListPlace?) throws -> FoundRows {
    var filter = FoundTransfers.Filter()
    filter.campaign = campaign.id
    filter.kind = .reward
    filter.states = [.posted, .pending, .inReview]
    filter.period = ListPeriod(from: scope.now.adding(milliseconds: -Self.spanMilliseconds))
    return try FoundTransfers(scope).page(filter, behind: place, limit: Self.pageRows)
  }

  /// The names of the facts for which rules wait, but for those that a dry run leaves out.
  private var names: [String] {
    let tried = campaign.rules.map(\.rule).filter { !DryRun.leavesOut($0) }
    let own = tried.flatMap { rule -> [String] in
      switch rule.trigger {
      case .event(let name, _): [name]
      case .attributeFirstSet, .attributeCrosses: [Facts.Own.attributes.rawValue]
      case .referral: [Facts.Own.signUp.rawValue, Facts.Own.conversion.rawValue]
      case .promoted: [Facts.Own.promoted.rawValue]
      case .referrals: []
      }
    }
    return Set(texts: own).sortedTexts
  }
}
