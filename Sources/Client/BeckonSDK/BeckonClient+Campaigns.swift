import BeckonContract
import BeckonModel

extension BeckonClient {
  /// The first people on a campaign's leaderboard, with masked names.
  /// - Parameters:
  ///   - campaign: its id, or its `list_uuid`.
  ///   - board: in which order; by points for a contest and by confirmed referrals otherwise,
  ///     unless told.
  ///   - limit: at most so many, 1 to 200.
  /// - Throws: `BeckonError.refused` when there is no such campaign, `.invalidInput`, and others.
  public func leaderboard(
    of campaign: String, board: LeaderboardOrder? = nil, limit: Int = 50
  ) async throws(BeckonError) -> [Leader] {
    guard (1...Limits.pageRows).contains(limit) else {
      throw .invalidInput(field: "limit", reason: "must be 1 to \(Limits.pageRows)")
    }
    let route = CampaignRoute.leaderboard.route
    let order = board.map { "&board=" + $0.rawValue } ?? ""
    let json = try await answer(
      ServerConnection.Call(
        route, path: route.path(campaign) + "?limit=\(limit)" + order, token: nil,
        idempotencyKey: nil))
    guard let rows = json["leaders"]?.elements else {
      throw .unexpectedAnswer("'leaders' is no array")
    }
    var leaders: [Leader] = []
    for row in rows {
      leaders.append(try read(row) { fields throws(FieldError) in try Leader(fields) })
    }
    return leaders
  }

  /// Where the identified person stands in a campaign: rank, points, and the place in a waiting
  /// list.
  /// - Parameters:
  ///   - campaign: its id, or its `list_uuid`.
  ///   - board: on which board the rank is; by points for a contest and by confirmed referrals
  ///     otherwise, unless told.
  /// - Throws: `BeckonError.notIdentified`, `.notSignedIn`, `.refused` and others.
  public func standing(
    in campaign: String, board: LeaderboardOrder? = nil
  ) async throws(BeckonError) -> CampaignStanding {
    let state = try identity.current()
    guard let person = state.person else { throw .notIdentified }
    let route = CampaignRoute.readRank.route
    let order = board.map { "?board=" + $0.rawValue } ?? ""
    let json = try await answer(
      ServerConnection.Call(
        route, path: route.path(campaign, person.id) + order, token: state.token,
        idempotencyKey: nil))
    return try read(json) { fields throws(FieldError) in try CampaignStanding(fields) }
  }
}
