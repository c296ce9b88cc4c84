import BeckonDatabase
import BeckonEngine
import BeckonModel

/// A campaign's leaderboard: everybody who has referred somebody, in the order of `BoardPlace`.
public struct Leaders {
  private let scope: Scope
  private let campaign: CampaignID

  /// Of a campaign.
  public init(_ scope: Scope, of campaign: CampaignID) {
    self.scope = scope
    self.campaign = campaign
  }

  /// A person on the leaderboard.
  public struct Entry: Hashable, Sendable {
    /// Who, with how many referrals.
    public let place: BoardPlace
    /// Where they stand.
    public let standing: BoardStanding
  }

  /// People behind a place, best first; from the first on without one.
  /// - Throws: `DatabaseError`.
  public func page(behind place: BoardPlace?, limit: Int) throws -> [Entry] {
    try entries(places(in: BoardStretch.behind(place), isUp: false, limit))
  }

  /// A person with those around them, `limit` in all if the board has so many: as many ahead as
  /// behind, but for the board's ends. Nobody, if the person is on no board.
  /// - Throws: `DatabaseError`.
  public func around(_ person: PersonID, limit: Int) throws -> [Entry] {
    guard let place = try place(of: person) else { return [] }
    let ahead = try places(in: BoardStretch.ahead(of: place), isUp: true, limit - 1)
    let behind = try places(in: BoardStretch.behind(place), isUp: false, limit - 1)
    return try entries(
      BoardExcerpt.around(place, nearestAhead: ahead, behind: behind, limit: limit))
  }

  /// Where a person is in the order; `nil` when they have no referral.
  /// - Throws: `DatabaseError`.
  public func place(of person: PersonID) throws -> BoardPlace? {
    try scope.connection.first(
      """
      SELECT confirmed, unconfirmed, pending, person FROM referral_counts
      WHERE app = $1 AND campaign = $2 AND person = $3 AND confirmed + unconfirmed + pending > 0
      """, [scope.tenant, .id(campaign), .id(person)], BoardPlace.init)
  }

  private func entries(_ places: [BoardPlace]) throws -> [Entry] {
    zip(places, try Ranks(scope, of: campaign).standings(of: places.map(\.confirmed)))
      .map { Entry(place: $0, standing: $1) }
  }

  /// The first people in stretches, one look for each until there are enough.
  private func places(
    in stretches: [BoardStretch], isUp: Bool, _ limit: Int
  ) throws -> [BoardPlace] {
    var found: [BoardPlace] = []
    for stretch in stretches where found.count < limit {
      found += try look(stretch, isUp: isUp, limit - found.count)
    }
    return found
  }

  private func look(_ stretch: BoardStretch, isUp: Bool, _ limit: Int) throws -> [BoardPlace] {
    let columns: [SQL] = ["confirmed", "unconfirmed", "pending"]
    let same = zip(columns, stretch.same).map { "\($0) = \(.integer($1))" as SQL }
    let next = columns.dropFirst(same.count).first
    let bounds: [SQL?] = [
      next.flatMap { next in stretch.greaterThan.map { "\(next) > \(.integer($0))" } },
      next.flatMap { next in stretch.lessThan.map { "\(next) < \(.integer($0))" } },
      stretch.person.map { isUp ? "person < \(.id($0))" : "person > \(.id($0))" },
    ]
    let order: SQL =
      isUp
      ? "confirmed, unconfirmed, pending, person DESC"
      : "confirmed DESC, unconfirmed DESC, pending DESC, person"
    return try scope.connection.rows(
      """
      SELECT confirmed, unconfirmed, pending, person
      FROM referral_counts {by referral_counts_by_rank}
      WHERE app = \(scope.tenant) AND campaign = \(.id(campaign))\(and: same + bounds)
      ORDER BY \(order) LIMIT \(.integer(limit))
      """, BoardPlace.init)
  }
}

extension BoardPlace {
  fileprivate init(_ row: any Row) {
    self.init(
      confirmed: row.integer(0), unconfirmed: row.integer(1), pending: row.integer(2),
      person: row.id(3))
  }
}
