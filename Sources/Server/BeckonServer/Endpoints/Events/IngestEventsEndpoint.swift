import BeckonContract
import BeckonModel
import BeckonStore

/// `POST /v1/events`: each event gets a receipt of its own, a bad one harms no other.
enum IngestEventsEndpoint {
  private enum Item: Sendable {
    case event(EventIntake.Event)
    case rejected(id: String, reason: String)
  }

  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.fields()
    let sentAt = try fields.instant("sent_at")
    let elements = try fields.require(
      "events", fields.elements("events", max: Limits.batchEvents))
    let items = elements.enumerated().map { item($1, "events[\($0)]") }
    let trust = call.proof.trust
    return .write { scope in
      let intake = EventIntake(scope, trust: trust, sentAt: sentAt)
      let receipts = try items.map { try receipt($0, intake).json }
      return .json(["receipts": .array(receipts)])
    }
  }

  private static func item(_ json: JSON, _ path: String) -> Item {
    do throws(FieldError) {
      let event = try IngestEvents.Event(try Fields(json, at: path))
      return .event(
        EventIntake.Event(
          id: event.id, name: event.name, subject: subject(event.subject), at: event.at,
          properties: event.properties, consent: event.consent))
    } catch {
      return .rejected(
        id: json["id"]?.string ?? "", reason: "'\(error.path)' \(error.reason)")
    }
  }

  private static func subject(_ subject: IngestEvents.Subject) -> EventIntake.Subject {
    switch subject {
    case .person(let id): .person(id)
    case .userID(let text): .userID(text)
    case .installID(let text): .installID(text)
    case .none: .none
    }
  }

  private static func receipt(
    _ item: Item, _ intake: EventIntake
  ) throws -> IngestEvents.Receipt {
    switch item {
    case .rejected(let id, let reason):
      return IngestEvents.Receipt(id: id, status: .rejected, reason: reason)
    case .event(let event):
      switch try intake.take(event) {
      case .accepted(let reason):
        return IngestEvents.Receipt(id: event.id, status: .accepted, reason: reason)
      case .duplicate: return IngestEvents.Receipt(id: event.id, status: .duplicate)
      case .rejected(let reason):
        return IngestEvents.Receipt(id: event.id, status: .rejected, reason: reason)
      }
    }
  }
}
