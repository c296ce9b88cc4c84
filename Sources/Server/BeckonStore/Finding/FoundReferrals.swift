import BeckonDatabase
import BeckonEngine
import BeckonModel

/// People's parts in the app's campaigns, with a referrer or without.
public struct FoundReferrals {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Which of them.
  public struct Filter: Sendable {
    /// Whose part.
    public var person: PersonID?
    /// Who referred them.
    public var referrer: PersonID?
    /// In which campaign.
    public var campaign: CampaignID?
    /// How far it has come.
    public var state: ReferralState?
    /// Whether somebody referred them.
    public var isReferred: Bool?
    /// When they joined.
    public var period = ListPeriod()

    /// All of them.
    public init() {}
  }

  /// A page, the last joined first.
  /// - Throws: `DatabaseError`.
  public func page(
    _ filter: Filter, behind place: ListPlace?, limit: Int
  ) throws -> FoundRows {
    var chosen: [SQL?] = [
      filter.state.map { "referrals.state = \(.text($0.rawValue))" },
      filter.isReferred.map {
        $0 ? "referrals.referrer IS NOT NULL" : "referrals.referrer IS NULL"
      },
    ]
    let person: SQL? = filter.person.map { "referrals.person = \(.id($0))" }
    let referrer: SQL? = filter.referrer.map { "referrals.referrer = \(.id($0))" }
    let campaign: SQL? = filter.campaign.map { "referrals.campaign = \(.id($0))" }
    let (index, key): (SQL, SQL?)
    if person != nil {
      (index, key) = ("{by referrals_by_person}", person)
      chosen += [referrer, campaign]
    } else if referrer != nil {
      (index, key) = ("{by referrals_of_referrer}", referrer)
      chosen += [campaign]
    } else if campaign != nil {
      (index, key) = ("{by referrals_by_campaign}", campaign)
    } else {
      (index, key) = ("", nil)
    }
    let walk = ListWalk(
      scope: scope, table: "referrals \(index)", columns: Referrals.columns,
      key: "referrals.app = \(scope.tenant)\(and: [key])", order: .id("referrals.id"),
      bounds: filter.period.ids("referrals.id"), filters: chosen
    ) { try Referrals.read($0, from: ListWalk.first).json(to: .secret) }
    return try ListWalk.page(of: [walk], behind: place, limit: limit)
  }
}
