import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/events`, the last received first.
enum ListEvents {
  private static let columns = [
    "fact", "name", "person", "at", "received_at", "trust", "consent", "properties",
  ]

  static func prepare(_ call: Call) throws -> Work {
    var filter = FoundEvents.Filter()
    let person = try call.id(inQuery: "person", PersonID.self)
    filter.name = try call.word("name")
    filter.trust = try call.choice("trust")
    filter.period = try call.period()
    return try .found(call, "events", columns: columns) { [filter] scope, place, limit in
      var filter = filter
      filter.person = try scope.person(person)
      return try FoundEvents(scope).page(filter, behind: place, limit: limit)
    }
  }
}
