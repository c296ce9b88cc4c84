import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/campaigns/{campaign}/leaderboard`, or the part of it around a person. With a
/// publishable key, others are masked, and `around` asks for the person's token.
enum Leaderboard {
  private static let columns = [
    "rank", "person", "name", "confirmed", "unconfirmed", "pending", "tied",
  ]

  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.campaign()
    if let person = call.query("around") { return try around(person, campaign, call) }
    return try .list(call, "leaders", columns: columns) { scope, cursor, limit in
      let place = try cursor.map(place)
      let rows = try Leaders(scope, of: campaign.id).page(behind: place, limit: limit + 1)
      return try Page(rows, limit, { try describe($0, scope, call) }, \.place.text)
    }
  }

  private static func around(_ name: String, _ campaign: Campaign, _ call: Call) throws -> Work {
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
      let leaders = Leaders(scope, of: campaign.id)
      let rows = try leaders.around(person.id, limit: limit)
      let isMore = try rows.last.map { try !leaders.page(behind: $0.place, limit: 1).isEmpty }
      return Page(
        rows: try rows.map { try describe($0, scope, call) },
        next: isMore == true ? rows.last?.place.text : nil
      ).reply("leaders")
    }
  }

  private static func place(_ cursor: String) throws -> BoardPlace {
    guard let place = BoardPlace(cursor) else { throw Page.badCursor }
    return place
  }

  private static func describe(_ entry: Leaders.Entry, _ scope: Scope, _ call: Call) throws -> JSON
  {
    let (place, standing) = (entry.place, entry.standing)
    let identities = try People(scope).identities(of: place.person)
    let shown = identities.first.map { identity in
      call.proof.key == .secret ? identity.value : identity.masked
    }
    return .object([
      "rank": .integer(standing.rank), "tied": .integer(standing.tied),
      "person": .id(place.person), "name": shown.map(JSON.string),
      "confirmed": .integer(place.confirmed), "unconfirmed": .integer(place.unconfirmed),
      "pending": .integer(place.pending),
    ])
  }
}
