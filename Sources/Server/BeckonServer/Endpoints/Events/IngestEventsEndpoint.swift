import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/events`: each event gets a receipt of its own, a bad one harms no other.
enum IngestEventsEndpoint {
  /// An element of the request: an event, which goes into the batch, or what is none.
  private enum Element: Sendable {
    case event(id: String, warnings: [FactWarning])
    case rejected(IngestEvents.Receipt)
  }

  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.fields()
    let sentAt = try fields.instant("sent_at")
    let given = try fields.require("events", fields.elements("events", max: Limits.batchEvents))
    var events: [Event] = []
    var rules = RuleWarnings(call)
    let elements = given.enumerated().map { place, json in
      element(json, "events[\(place)]", &rules, &events)
    }
    let batch = EventBatch(
      events, for: call.app, trust: call.proof.trust, sentAt: sentAt, received: call.now,
      by: call.reporter, proof: call.proof)
    return .events(batch) { outcomes in
      let receipts = receipts(for: elements, outcomes)
      call.services[RejectedFacts.self].note(
        zip(given, receipts), of: call.app.number, at: call.now)
      return .json(["receipts": .array(receipts.map(\.json))])
    }
  }

  private static func element(
    _ json: JSON, _ path: String, _ rules: inout RuleWarnings, _ events: inout [Event]
  ) -> Element {
    do throws(FieldError) {
      let fields = try Fields(json, at: path)
      let event = try Event(fields)
      events.append(event)
      return .event(
        id: event.id,
        warnings: event.warnings(of: fields) + rules.warnings(of: event) + shopWarnings(of: event))
    } catch {
      return .rejected(
        IngestEvents.Receipt(
          id: json["id"]?.string ?? "", status: .rejected,
          reason: "'\(error.path)' \(error.reason)"))
    }
  }

  /// Warns of what looks like an event of a shop, and is none.
  private static func shopWarnings(of event: Event) -> [FactWarning] {
    do throws(FieldError) {
      _ = try ShopEvent(name: event.name, properties: event.properties)
      return []
    } catch {
      return [
        FactWarning(
          .notAShopEvent,
          "It is stored, but tells nothing of a shop: '\(NameSuggestion.shown(error.path))' "
            + "\(error.reason).")
      ]
    }
  }

  /// The receipts of all elements, in order; the outcomes are those of the events among them.
  private static func receipts(
    for elements: [Element], _ outcomes: [EventIntake.Outcome]
  ) -> [IngestEvents.Receipt] {
    var rest = outcomes[...]
    return elements.compactMap { element in
      switch element {
      case .rejected(let receipt): receipt
      case .event(let id, let warnings): rest.popFirst().map { receipt(id, $0, warnings) }
      }
    }
  }

  private static func receipt(
    _ id: String, _ outcome: EventIntake.Outcome, _ warnings: [FactWarning]
  ) -> IngestEvents.Receipt {
    switch outcome {
    case .accepted(let reason):
      IngestEvents.Receipt(id: id, status: .accepted, reason: reason, warnings: warnings)
    case .duplicate: IngestEvents.Receipt(id: id, status: .duplicate, warnings: warnings)
    case .rejected(let reason):
      IngestEvents.Receipt(id: id, status: .rejected, reason: reason)
    }
  }
}

/// What of events no reward rule will understand, as far as their senders probably meant it
/// otherwise.
private struct RuleWarnings {
  /// Names of a batch that are compared with those for which rules wait: each is as much work as
  /// there are rules, and most batches repeat a few.
  private static let comparedMax = 20

  /// Names that were compared before.
  private var meant: [TextKey: String?] = [:]
  /// The rules that can pay for what this caller says. Of others an app's key is told nothing: who
  /// has it may not read rules, and a campaign that has ended misleads.
  private let rules: [RewardRule]
  private let waited: Set<TextKey>

  init(_ call: Call) {
    let isServer = call.proof.key == .secret
    rules = call.app.campaigns
      .filter { $0.schedule.standing(at: call.now).refusal == nil }
      .flatMap(\.rulesEver).map(\.rule).filter { isServer || $0.trust == .client }
    waited = Set(
      texts: rules.compactMap { rule in
        if case .event(let name, _) = rule.trigger { name } else { nil }
      })
  }

  /// Warns of a name that is nearly one for which a rule waits, and of properties that are text
  /// where a rule compares them with a number: so it never pays.
  mutating func warnings(of event: Event) -> [FactWarning] {
    guard waited.contains(TextKey(event.name)) else {
      return misspelling(of: event.name).map { [$0] } ?? []
    }
    let texts = rules.flatMap { $0.trigger.texts(in: event) }
    return Set(texts: texts).map(\.text).sorted().map {
      FactWarning(
        .notANumber,
        "'properties.\(NameSuggestion.shown($0))' is text, and a reward rule compares it with a "
          + "number, so the rule does not pay.")
    }
  }

  private mutating func misspelling(of name: String) -> FactWarning? {
    let known: String?
    if let seen = meant[TextKey(name)] {
      known = seen
    } else if meant.count >= Self.comparedMax {
      known = nil
    } else {
      known = NameSuggestion.misspelling(of: name, among: waited.map(\.text).sorted())
      meant[TextKey(name)] = .some(known)
    }
    return known.map {
      FactWarning(
        .unknownEvent,
        "No reward rule waits for '\(NameSuggestion.shown(name))'. Did you mean '\($0)'?")
    }
  }
}

extension RewardTrigger {
  /// The names of properties that are text where the trigger compares them with a number.
  fileprivate func texts(in event: Event) -> [String] {
    guard case .event(let name, let filter) = self, name == event.name else { return [] }
    return filter.textsForNumbers(in: event.properties)
  }
}
