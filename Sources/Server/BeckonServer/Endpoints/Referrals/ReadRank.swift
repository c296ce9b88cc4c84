import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/campaigns/{campaign}/leaderboard/{person}`: where the person stands, what is missing to
/// the next rank, and the place in a waiting list. Whoever has no score is on no board.
enum ReadRank {
  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.campaign()
    let order = try call.leaderboardOrder(of: campaign)
    let id = try call.id(1, PersonID.self)
    return .read { scope in
      let person = try call.person(id, scope)
      let place = try Leaders(scope, of: campaign.id).place(of: person.id)
      let points = try Points(scope).of(person.id, in: campaign.id)
      let ranks = Ranks(scope, of: campaign.id, on: order == .points ? .points : .confirmed)
      let score = order == .points ? (points > 0 ? points : nil) : place?.confirmed
      let standing = try score.map { try ranks.standing(at: $0) }
      let next = try score.map { try ranks.next(above: $0) } ?? 1
      let queue = try QueuePlaces(scope).standing(of: person.id, in: campaign)
      return .json([
        "campaign": .id(campaign.id), "person": .id(person.id), "board": .string(order.rawValue),
        "rank": standing.map { .integer($0.rank) } ?? .null,
        "tied": .integer(standing?.tied ?? 0), "people": .integer(try ranks.people()),
        "points": .integer(points), "confirmed": .integer(place?.confirmed ?? 0),
        "unconfirmed": .integer(place?.unconfirmed ?? 0), "pending": .integer(place?.pending ?? 0),
        "to_next": next.map { .integer($0 - (score ?? 0)) } ?? .null,
        "queue": queue?.json ?? .null,
      ])
    }
  }
}

extension QueuePlaces.Standing {
  /// As the API writes it.
  fileprivate var json: JSON {
    [
      "position": .integer(position), "people_ahead": .integer(peopleAhead),
      "people": .integer(people),
    ]
  }
}
