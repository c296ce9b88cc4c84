import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/installs`, newest first: who uses each, and what led to it.
enum ListInstalls {
  private static let columns = [
    "install", "created_at", "person", "vendor", "platform", "app_version", "match.type",
    "match.reason", "match.link", "match.click", "match.at", "match.campaign",
  ]

  static func prepare(_ call: Call) throws -> Work {
    var filter = FoundInstalls.Filter()
    let person = try call.id(inQuery: "person", PersonID.self)
    filter.link = try call.id(inQuery: "link")
    filter.campaign = try call.campaign(inQuery: "campaign")
    filter.match = try call.choice("match")
    filter.platform = try call.choice("platform")
    filter.period = try call.period()
    filter.name = try call.word("install_id", max: Limits.clientIDBytes)
    return try .found(call, "installs", columns: columns) { [filter] scope, place, limit in
      var filter = filter
      filter.person = try scope.person(person)?.id
      return try FoundInstalls(scope).page(filter, behind: place, limit: limit)
    }
  }
}
