import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/campaigns/{campaign}/leaderboard`. With a publishable key, others are masked.
enum Leaderboard {
  private static let columns = ["rank", "person", "name", "confirmed", "unconfirmed", "pending"]

  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.campaign()
    return try .list(call, "leaders", columns: columns) { scope, cursor, limit in
      let offset = try cursor.map(place) ?? 0
      let rows = try ReferralCounts(scope).leaders(
        in: campaign.id, offset: offset, limit: limit + 1)
      let entries = try rows.enumerated().map { index, row in
        (rank: offset + index + 1, json: try describe(row, offset + index + 1, scope, call))
      }
      return Page(entries, limit, \.json) { "\($0.rank)" }
    }
  }

  private static func place(_ cursor: String) throws -> Int {
    guard let offset = Int(cursor), (0...1_000_000).contains(offset) else { throw Page.badCursor }
    return offset
  }

  private static func describe(
    _ entry: ReferralCounts.Entry, _ rank: Int, _ scope: Scope, _ call: Call
  ) throws -> JSON {
    let identities = try People(scope).identities(of: entry.person)
    let shown = identities.first.map { identity in
      call.proof.key == .secret ? identity.value : identity.masked
    }
    return .object([
      "rank": .integer(rank), "person": .id(entry.person), "name": shown.map(JSON.string),
      "confirmed": .integer(entry.confirmed), "unconfirmed": .integer(entry.unconfirmed),
      "pending": .integer(entry.pending),
    ])
  }
}
