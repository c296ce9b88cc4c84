import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/web/events`, the last received first.
enum ListWebEvents {
  private static let columns = [
    "fact", "name", "kind", "visitor", "at", "received_at", "page", "source", "campaign",
    "first_source", "first_campaign", "properties",
  ]

  static func prepare(_ call: Call) throws -> Work {
    var filter = FoundWebEvents.Filter()
    let person = try call.id(inQuery: "person", PersonID.self)
    filter.visitor = try call.word("visitor", max: Limits.clientIDBytes)
    filter.kind = try call.word("kind")
    filter.name = try call.word("name")
    filter.touch = try call.choice("touch") ?? .last
    filter.source = try call.word("source", max: Limits.urlBytes)
    filter.campaign = try call.word("campaign", max: Limits.urlBytes)
    filter.period = try call.period()
    return try .found(call, "web_events", columns: columns) { [filter] scope, place, limit in
      var filter = filter
      filter.person = try scope.person(person)
      return try FoundWebEvents(scope).page(filter, behind: place, limit: limit)
    }
  }
}
