import BeckonDatabase
import BeckonEngine
import BeckonModel

/// A campaign's board by points: everybody who has some, in the order of `PointPlace`.
public struct PointLeaders {
  private let scope: Scope
  private let campaign: CampaignID

  /// Of a campaign.
  public init(_ scope: Scope, of campaign: CampaignID) {
    self.scope = scope
    self.campaign = campaign
  }

  /// A person on the board.
  public struct Entry: Hashable, Sendable {
    /// Who, with how many points.
    public let place: PointPlace
    /// Where they stand.
    public let standing: BoardStanding
  }

  /// People behind a place, best first; from the first on without one.
  /// - Throws: `DatabaseError`.
  public func page(behind place: PointPlace?, limit: Int) throws -> [Entry] {
    try entries(behind(place, limit))
  }

  /// A person with those around them, `limit` in all if the board has so many: as many ahead as
  /// behind, but for the board's ends. Nobody, if the person is on no board.
  /// - Throws: `DatabaseError`.
  public func around(_ person: PersonID, limit: Int) throws -> [Entry] {
    guard let place = try place(of: person) else { return [] }
    let ahead = try ahead(of: place, limit - 1)
    let behind = try behind(place, limit - 1)
    return try entries(
      BoardExcerpt.around(place, nearestAhead: ahead, behind: behind, limit: limit))
  }

  /// Where a person is in the order; `nil` without points.
  /// - Throws: `DatabaseError`.
  public func place(of person: PersonID) throws -> PointPlace? {
    let points = try Points(scope).of(person, in: campaign)
    return points > 0 ? PointPlace(points: points, person: person) : nil
  }

  private func entries(_ places: [PointPlace]) throws -> [Entry] {
    let ranks = Ranks(scope, of: campaign, on: .points)
    return zip(places, try ranks.standings(of: places.map(\.points)))
      .map { Entry(place: $0, standing: $1) }
  }

  /// Two looks along the index: those with as many points, then all others.
  private func behind(_ place: PointPlace?, _ limit: Int) throws -> [PointPlace] {
    var found: [PointPlace] = []
    if let place {
      found = try look(
        "points = \(.integer(place.points)) AND person > \(.id(place.person))",
        "points DESC, person", limit)
    }
    let less: SQL = place.map { "AND points < \(.integer($0.points))" } ?? ""
    return try found
      + look("points > 0 \(less)", "points DESC, person", limit - found.count)
  }

  private func ahead(of place: PointPlace, _ limit: Int) throws -> [PointPlace] {
    let order: SQL = "points, person DESC"
    let found = try look(
      "points = \(.integer(place.points)) AND person < \(.id(place.person))", order, limit)
    return try found + look("points > \(.integer(place.points))", order, limit - found.count)
  }

  private func look(_ bounds: SQL, _ order: SQL, _ limit: Int) throws -> [PointPlace] {
    guard limit > 0 else { return [] }
    return try scope.connection.rows(
      """
      SELECT points, person FROM campaign_points {by campaign_points_by_rank}
      WHERE app = \(scope.tenant) AND campaign = \(.id(campaign)) AND \(bounds)
      ORDER BY \(order) LIMIT \(.integer(limit))
      """
    ) { PointPlace(points: $0.integer(0), person: $0.id(1)) }
  }
}
