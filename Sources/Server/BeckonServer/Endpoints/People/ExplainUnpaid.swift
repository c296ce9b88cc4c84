import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/people/{person}/unpaid`: why a person was not paid for what they, and those whom they
/// brought, did last.
enum ExplainUnpaid {
  private static let columns = [
    "reason", "explanation", "fact", "name", "at", "person", "campaign", "rule", "rule_name",
    "role",
    "owed_to", "transfer", "due_at", "reasons", "filter", "properties",
  ]
  /// Facts that are looked at when no number is asked for.
  private static let factsDefault = 20

  static func prepare(_ call: Call) throws -> Work {
    let id = try call.id(0, PersonID.self)
    let facts = try facts(call)
    return try .list(call, "unpaid", columns: columns) { scope, _, _ in
      guard let person = try People(scope).present(id) else { throw Problem.notFound("person") }
      let entries = try Unpaid(scope).entries(of: person, facts: facts)
      return Page(rows: entries.map { describe($0, call) }, next: nil)
    }
  }

  private static func facts(_ call: Call) throws -> Int {
    guard let text = call.query("facts") else { return factsDefault }
    guard let facts = Int(text), (1...Unpaid.factsMax).contains(facts) else {
      throw FieldError("facts", "must be 1 to \(Unpaid.factsMax)")
    }
    return facts
  }

  private static func describe(_ entry: Unpaid.Entry, _ call: Call) -> JSON {
    let filter: JSON? =
      if case .event(_, let filter)? = entry.rule?.rule.trigger,
        entry.reason == .unmet(.filterNotMatched)
      { filter.json } else { nil }
    let reasons = entry.transfer?.reasons ?? []
    return .object([
      "reason": .string(entry.reason.code), "explanation": .string(sentence(entry, call)),
      "fact": .id(entry.fact.id), "name": .string(entry.fact.name),
      "at": .instant(entry.fact.at), "person": .id(entry.person),
      "campaign": entry.campaign.map(JSON.id), "rule": entry.rule.map { .id($0.id) },
      "rule_name": entry.rule.map { .string($0.rule.name) },
      "role": entry.role.map { .string($0.rawValue) }, "owed_to": entry.owedTo.map(JSON.id),
      "transfer": entry.transfer.map { .id($0.id) },
      "due_at": entry.transfer?.dueAt.map(JSON.instant),
      "reasons": reasons.isEmpty ? nil : .array(reasons.map(JSON.string)),
      "filter": filter, "properties": filter == nil ? nil : entry.fact.properties,
    ])
  }

  /// The sentence, and for an event that nobody waits for the one that was probably meant.
  private static func sentence(_ entry: Unpaid.Entry, _ call: Call) -> String {
    let known = call.app.rewardedEvents.map(\.description).sorted()
    guard entry.reason == .unmet(.noRule),
      let nearest = NameSuggestion.nearest(to: entry.fact.name, among: known)
    else { return entry.reason.sentence }
    return "\(entry.reason.sentence) Did you mean '\(nearest)'?"
  }
}
