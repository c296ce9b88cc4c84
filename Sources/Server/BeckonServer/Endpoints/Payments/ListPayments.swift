import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/payments`, the last paid first.
enum ListPayments {
  private static let columns = [
    "payment", "type", "status", "amount", "currency", "decimal", "revenue", "trust", "source",
    "at", "received_at", "removed_at", "install", "link", "campaign",
  ]

  static func prepare(_ call: Call) throws -> Work {
    var filter = FoundPayments.Filter()
    let person = try call.id(inQuery: "person", PersonID.self)
    filter.install = try call.id(inQuery: "install")
    filter.campaign = try call.campaign(inQuery: "campaign")
    filter.kind = try call.word("type") ?? call.word("kind")
    filter.state = try state("status", call) ?? state("state", call)
    filter.trust = try call.choice("trust")
    filter.period = try call.period()
    return try .found(call, "payments", columns: columns) { [filter] scope, place, limit in
      var filter = filter
      filter.person = try scope.person(person)
      return try FoundPayments(scope).page(filter, behind: place, limit: limit)
    }
  }

  /// How far it came, also in the words that vendors have for it.
  private static func state(_ name: String, _ call: Call) throws -> PaymentState? {
    try call.word(name).map { word in
      guard let state = PaymentState(nativeWord: word) else {
        let words = PaymentState.allCases.map(\.word).joined(separator: ", ")
        throw FieldError(name, "must be one of \(words)")
      }
      return state
    }
  }
}
