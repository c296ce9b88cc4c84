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
    /// Whose.
    public let person: PersonID
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
    let found = try page.rows.compactMap { row -> Found? in
      guard let person = row.json["person"]?.string.flatMap({ PersonID($0) }),
        let fact = try unpaid.fact(row.json)
      else { return nil }
      return Found(fact: fact, person: person)
    }
    return (found, page.next)
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
