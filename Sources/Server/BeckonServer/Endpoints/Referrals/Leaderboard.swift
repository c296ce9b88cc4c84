import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/campaigns/{campaign}/leaderboard`, or the part of it around a person. With a
/// publishable key, others are masked, and `around` asks for the person's token.
enum Leaderboard {
  private static let columns = [
    "rank", "person", "name", "confirmed", "unconfirmed", "pending", "tied", "points",
  ]

  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.campaign()
    let order = try call.leaderboardOrder(of: campaign)
    if let person = call.query("around") { return try around(person, campaign, order, call) }
    return try .list(call, "leaders", columns: columns) { scope, cursor, limit in
      let board = LeaderboardRows(scope: scope, campaign: campaign.id, order: order)
      let rows = try board.page(behind: cursor, limit: limit + 1)
      let page = try Page(rows, limit, { try board.json($0, call) }, \.cursor)
      return Page(rows: page.rows, next: page.next, told: told(order))
    }
  }

  private static func around(
    _ name: String, _ campaign: Campaign, _ order: LeaderboardOrder, _ call: Call
  ) throws -> Work {
    guard let id = PersonID(name) else {
      throw FieldError("around", "must be the id of a person")
    }
    guard call.query("cursor") == nil else {
      throw FieldError("around", "does not go with 'cursor', which says itself where a page begins")
    }
    guard call.proof.key != .secret || !call.prefersCSV else {
      throw FieldError("around", "does not go with text/csv, which gives the whole list")
    }
    let limit = try Page.limit(call)
    return .read { scope in
      let person = try call.person(id, scope)
      let board = LeaderboardRows(scope: scope, campaign: campaign.id, order: order)
      let rows = try board.around(person.id, limit: limit)
      let isMore = try rows.last.map { try !board.page(behind: $0.cursor, limit: 1).isEmpty }
      return Page(
        rows: try rows.map { try board.json($0, call) },
        next: isMore == true ? rows.last?.cursor : nil, told: told(order)
      ).reply("leaders")
    }
  }

  private static func told(_ order: LeaderboardOrder) -> [JSON.Member] {
    [JSON.Member("board", .string(order.rawValue))]
  }
}
