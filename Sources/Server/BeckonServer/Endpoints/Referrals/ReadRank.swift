import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/campaigns/{campaign}/leaderboard/{person}`: where the person stands, and what is
/// missing to the next rank. Whoever has no referral is on no board.
enum ReadRank {
  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.campaign()
    let id = try call.id(1, PersonID.self)
    return .read { scope in
      let person = try call.person(id, scope)
      let place = try Leaders(scope, of: campaign.id).place(of: person.id)
      let ranks = Ranks(scope, of: campaign.id)
      let standing = try place.map { try ranks.standing(at: $0.confirmed) }
      let next = try place.map { try ranks.next(above: $0.confirmed) } ?? 1
      return .json([
        "campaign": .id(campaign.id), "person": .id(person.id),
        "rank": standing.map { .integer($0.rank) } ?? .null,
        "tied": .integer(standing?.tied ?? 0),
        "people": .integer(try ranks.people()), "confirmed": .integer(place?.confirmed ?? 0),
        "unconfirmed": .integer(place?.unconfirmed ?? 0), "pending": .integer(place?.pending ?? 0),
        "to_next": next.map { .integer($0 - (place?.confirmed ?? 0)) } ?? .null,
      ])
    }
  }
}
