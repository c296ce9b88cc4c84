import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/clicks`, the last first; of a person, those of their links.
enum ListClicks {
  private static let columns = [
    "click", "link", "campaign", "at", "kind", "platform", "os_version", "device_model", "language",
    "network_class", "install",
  ]

  static func prepare(_ call: Call) throws -> Work {
    var filter = FoundClicks.Filter()
    let person = try call.id(inQuery: "person", PersonID.self)
    filter.link = try call.id(inQuery: "link")
    filter.campaign = try call.campaign(inQuery: "campaign")
    filter.kind = try call.choice("kind")
    filter.platform = try call.choice("platform")
    filter.period = try call.period()
    return try .found(call, "clicks", columns: columns) { [filter] scope, place, limit in
      var filter = filter
      filter.person = try scope.person(person)?.id
      return try FoundClicks(scope).page(filter, behind: place, limit: limit)
    }
  }
}
