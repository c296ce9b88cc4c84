import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/referrals`, newest first: people's parts in campaigns, with a referrer or without.
enum FindReferrals {
  static let columns = [
    "id", "campaign", "person", "referrer", "state", "method", "match", "evidence", "risk",
    "joined_at", "referred_at", "returning", "referrer_claimed",
  ]

  private enum Answer: String, CaseIterable {
    case yes = "true"
    case no = "false"
  }

  static func prepare(_ call: Call) throws -> Work {
    var filter = FoundReferrals.Filter()
    let person = try call.id(inQuery: "person", PersonID.self)
    let referrer = try call.id(inQuery: "referrer", PersonID.self)
    filter.campaign = try call.campaign(inQuery: "campaign")
    filter.state = try call.choice("state")
    filter.isReferred = try call.choice("referred", Answer.self).map { $0 == .yes }
    filter.period = try call.period()
    return try .found(call, "referrals", columns: columns) { [filter] scope, place, limit in
      var filter = filter
      filter.person = try scope.person(person)?.id
      filter.referrer = try scope.person(referrer)?.id
      return try FoundReferrals(scope).page(filter, behind: place, limit: limit)
    }
  }
}
