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
    let elements = given.enumerated().map { place, json in
      element(json, "events[\(place)]", call.app, &events)
    }
    let batch = EventBatch(
      events, for: call.app, trust: call.proof.trust, sentAt: sentAt, received: call.now)
    return .events(batch) { outcomes in
      .json(["receipts": .array(receipts(for: elements, outcomes).map(\.json))])
    }
  }

  private static func element(
    _ json: JSON, _ path: String, _ app: AppContext, _ events: inout [Event]
  ) -> Element {
    do throws(FieldError) {
      let fields = try Fields(json, at: path)
      let event = try Event(fields)
      events.append(event)
      return .event(
        id: event.id, warnings: event.warnings(of: fields) + app.warnings(of: event))
    } catch {
      return .rejected(
        IngestEvents.Receipt(
          id: json["id"]?.string ?? "", status: .rejected,
          reason: "'\(error.path)' \(error.reason)"))
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

extension AppContext {
  /// Warns of properties that are text where a reward rule compares them with a number, so that it
  /// never pays.
  fileprivate func warnings(of event: Event) -> [FactWarning] {
    guard rewardedEvents.contains(event.name) else { return [] }
    let texts = campaigns.flatMap(\.rules).flatMap { $0.rule.trigger.texts(in: event) }
    return Set(texts: texts).map(\.text).sorted().map {
      FactWarning(
        .notANumber,
        "'properties.\(NameSuggestion.shown($0))' is text, and a reward rule compares it with a "
          + "number, so the rule does not pay.")
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
