import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/ledger/held`, newest first: rewards that are pending or in review, each with the fact
/// and the referral that caused it.
enum ListHeldRewards {
  private static let columns =
    ListTransfers.columns.map { "transfer." + $0 } + [
      "fact.name", "fact.at", "fact.received_at", "fact.trust", "fact.properties",
      "referral.person", "referral.referrer", "referral.state", "referral.match", "referral.risk",
    ]

  enum HeldState: String, CaseIterable {
    case pending
    case inReview = "in_review"

    var state: TransferState {
      switch self {
      case .pending: .pending
      case .inReview: .inReview
      }
    }
  }

  static func prepare(_ call: Call) throws -> Work {
    var filter = try ListTransfers.filter(call)
    let person = try call.id(inQuery: "person", PersonID.self)
    filter.states = states(try call.choice("state", HeldState.self))
    filter.reason = try call.word("reason").map(reason)
    return try .found(call, "held", columns: columns) { [filter] scope, place, limit in
      var filter = filter
      filter.person = try scope.person(person)?.id
      return try WaitingRewards(scope).page(filter, behind: place, limit: limit)
    }
  }

  /// A reason to look for. People may have written some of them, so only what is nearly one of
  /// Beckon's own is refused.
  static func reason(_ text: String) throws -> String {
    let known = RecordedReward.heldReasons
    guard !Set(texts: known).contains(TextKey(text)),
      let meant = NameSuggestion.nearest(to: text, among: known)
    else { return text }
    throw FieldError(
      "reason", "is not known: '\(NameSuggestion.shown(text))'. Did you mean '\(meant)'?")
  }

  static func states(_ state: HeldState?) -> Set<TransferState> {
    state.map { [$0.state] } ?? [.pending, .inReview]
  }
}

/// `POST /v1/ledger/held` `{decision: approve|reject|release, transfers | filter and count,
/// reason?}`: decides about many held rewards at once, and tells what became of each.
enum DecideHeldRewards {
  private static var max: Int { WaitingRewards.decidedMax }

  private enum Chosen: Sendable {
    case transfers([TransferID])
    case filter(FoundTransfers.Filter, person: PersonID?, count: Int64)
  }

  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.fields()
    try fields.allow(only: ["decision", "transfers", "filter", "count", "reason"])
    let decision = try fields.require(
      "decision", fields.choice("decision", WaitingRewards.Decision.self))
    let reason = try fields.string("reason", max: Limits.nameBytes)
    let chosen = try chosen(fields, call)
    return .write { scope in
      let ids = try ids(chosen, scope)
      let results = try ids.map { id in
        (id, try WaitingRewards(scope).decide(decision, id, reason: reason))
      }
      return .json(["results": .array(results.map(describe))])
    }
  }

  private static func chosen(_ fields: Fields, _ call: Call) throws -> Chosen {
    let names = try fields.strings("transfers", max: max, each: Limits.wordBytes)
    let count = try fields.integer("count", in: 1...Int64(max))
    guard let filter = try fields.fields("filter") else {
      guard let names, !names.isEmpty, count == nil else {
        throw fields.error("transfers", "or a 'filter' with its 'count' must say which")
      }
      return .transfers(
        try names.enumerated().map { place, name in
          guard let id = TransferID(name) else {
            throw FieldError("transfers[\(place)]", "must be the id of a transfer")
          }
          return id
        })
    }
    guard names?.count == nil else { throw fields.error("transfers", "does not go with 'filter'") }
    try filter.allow(only: ["person", "campaign", "rule", "state", "reason"])
    var found = FoundTransfers.Filter()
    found.campaign = try filter.string("campaign", max: Limits.clientIDBytes).map { name in
      guard let campaign = call.app.campaign(named: name) else {
        throw filter.error("campaign", "is none of this app's campaigns")
      }
      return campaign.id
    }
    found.rule = try filter.id("rule", RuleID.self)
    found.states = ListHeldRewards.states(
      try filter.choice("state", ListHeldRewards.HeldState.self))
    found.reason = try filter.string("reason", max: Limits.wordBytes)
      .map(ListHeldRewards.reason)
    return .filter(
      found, person: try filter.id("person", PersonID.self),
      count: try fields.require("count", count))
  }

  private static func ids(_ chosen: Chosen, _ scope: Scope) throws -> [TransferID] {
    switch chosen {
    case .transfers(let ids): return ids
    case .filter(var filter, let person, let count):
      filter.person = try scope.person(person)?.id
      let found = try WaitingRewards(scope).ids(filter)
      guard let found else {
        throw FieldError("filter", "finds more than \(max) held rewards; narrow it")
      }
      guard Int64(found.count) == count else {
        throw FieldError(
          "count", "is \(count), but the filter finds \(found.count) now; look at them first")
      }
      return found
    }
  }

  private static func describe(_ id: TransferID, _ outcome: WaitingRewards.Outcome) -> JSON {
    let (word, transfer, reason): (String, Transfer?, String?) =
      switch outcome {
      case .done(let transfer): ("done", transfer, nil)
      case .unchanged(let transfer): ("unchanged", transfer, nil)
      case .refused(let refusal): ("refused", nil, refusal.rawValue)
      case .notHeld(let transfer): ("not_held", transfer, nil)
      case .unknown: ("not_found", nil, nil)
      }
    return .object([
      "transfer": .id(id), "result": .string(word),
      "state": transfer.map { .string($0.state.rawValue) },
      "due_at": transfer.flatMap { $0.state == .pending ? $0.dueAt : nil }.map(JSON.instant),
      "reason": reason.map(JSON.string),
    ])
  }
}
