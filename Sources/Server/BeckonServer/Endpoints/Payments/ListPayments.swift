import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/payments`, the last paid first.
enum ListPayments {
  private static let columns = [
    "payment", "kind", "state", "amount", "currency", "decimal", "revenue", "trust", "source", "at",
    "received_at", "removed_at", "install", "link", "campaign",
  ]

  static func prepare(_ call: Call) throws -> Work {
    var filter = FoundPayments.Filter()
    let person = try call.id(inQuery: "person", PersonID.self)
    filter.install = try call.id(inQuery: "install")
    filter.campaign = try call.campaign(inQuery: "campaign")
    filter.kind = try call.word("kind")
    filter.state = try call.choice("state")
    filter.trust = try call.choice("trust")
    filter.period = try call.period()
    return try .found(call, "payments", columns: columns) { [filter] scope, place, limit in
      var filter = filter
      filter.person = try scope.person(person)
      return try FoundPayments(scope).page(filter, behind: place, limit: limit)
    }
  }
}
