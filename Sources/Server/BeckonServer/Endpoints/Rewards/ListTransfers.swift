import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/ledger/transfers`, newest first; `?state=in_review` lists what waits for a decision.
enum ListTransfers {
  static let columns = [
    "id", "kind", "from", "to", "amount", "unit", "state", "due_at", "campaign", "rule", "referral",
    "fact", "reverses", "reasons", "coupon", "created_at", "settled_at",
    "fulfilment", "fulfilled_at",
  ]

  static func prepare(_ call: Call) throws -> Work {
    var filter = try filter(call)
    let person = try call.id(inQuery: "person", PersonID.self)
    if let state = try call.choice("state", TransferState.self) { filter.states = [state] }
    filter.kind = try call.choice("kind")
    return try .found(call, "transfers", columns: columns) { [filter] scope, place, limit in
      var filter = filter
      filter.person = try scope.person(person)?.id
      return try FoundTransfers(scope).page(filter, behind: place, limit: limit)
    }
  }

  /// What can be asked of any transfer.
  static func filter(_ call: Call) throws -> FoundTransfers.Filter {
    var filter = FoundTransfers.Filter()
    filter.campaign = try call.campaign(inQuery: "campaign")
    filter.rule = try call.id(inQuery: "rule")
    filter.period = try call.period()
    return filter
  }
}
