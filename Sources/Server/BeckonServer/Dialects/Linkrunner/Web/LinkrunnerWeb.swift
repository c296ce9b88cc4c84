import BeckonBasics
import BeckonContract
import BeckonContractLinkrunner
import BeckonModel
import BeckonStore

/// `POST /web/ingest`: what the web SDK saw on a page. A visitor is an install of their own kind,
/// so that what they do before they are known joins what they do after. The SDK writes what it does
/// not know as an empty text: an event that is no custom one has no name, a stranger no id.
enum LinkrunnerWebIngest {
  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.linkrunnerFields()
    let kind = try fields.require(
      "event_type", fields.string("event_type", max: Limits.wordBytes))
    let name = try fields.string("event_name", max: Limits.wordBytes)
    let userID = try fields.string("user_id", max: Limits.identityBytes)
    let visitor = try fields.string("visitor_id", max: Limits.clientIDBytes - 4).map { "web " + $0 }
    let event = Event(
      id: try fields.string("event_id", max: Limits.clientIDBytes)
        ?? call.ambient.id(FactID.self).text, name: name ?? kind,
      subject: userID.map(Event.Subject.userID)
        ?? visitor.map(Event.Subject.installID) ?? .none, at: nil,
      properties: try properties(fields))
    return store(event, by: visitor, userID, isFromPage: true, call, "Event received")
  }

  /// `POST /deeplink-triggered`, of older SDKs: the app followed the deep link that it was given.
  static func prepareDeeplinkTriggered(_ call: Call) throws -> Work {
    let fields = try call.linkrunnerFields()
    let installID = try fields.string("install_instance_id", max: Limits.clientIDBytes)
    let event = Event(
      id: call.ambient.id(FactID.self).text, name: "deeplink_triggered",
      subject: installID.map(Event.Subject.installID) ?? .none, at: nil,
      properties: try properties(fields))
    return store(event, by: nil, nil, isFromPage: false, call, "Deeplink triggered")
  }

  private static func store(
    _ event: Event, by visitor: String?, _ userID: String?, isFromPage: Bool, _ call: Call,
    _ message: String
  ) -> Work {
    let batch = EventBatch(
      [event], for: call.app, trust: call.proof.trust, sentAt: nil, received: call.now,
      isFromPage: isFromPage)
    return .write { scope in
      var intake = EventIntake(scope, batch)
      let outcome = try intake.store().first ?? .duplicate
      // Nothing is stored of somebody who was erased, nor what would bring them back.
      if case .rejected = outcome { return outcome }
      if let visitor, let userID { try Visitors(scope).join(visitor, userID: userID) }
      return outcome
    } then: { _ in
      .linkrunner(message, data: .object([]))
    }
  }

  /// All that was said, but for what stands elsewhere; `event_data` is JSON in a text.
  private static func properties(_ fields: Fields) throws -> JSON {
    let elsewhere: Set<TextKey> = ["token", "event_id", "event_name", "user_id", "event_data"]
    var members = fields.all.filter { !elsewhere.contains($0.name) }
    let data = fields.value("event_data")
    let read = data?.string.flatMap { try? JSONReader.read($0) } ?? data
    if let read, read != .null { members.append(JSON.Member("event_data", read)) }
    let properties = JSON.object(members)
    guard properties.bytes.count <= Limits.propertiesBytes else {
      throw fields.error("event_data", "is longer than \(Limits.propertiesBytes) bytes")
    }
    return properties
  }
}

/// What older SDKs call.
enum LinkrunnerLegacy {
  /// `GET /getProfile?token=`: the key is good.
  static func prepareProfile(_ call: Call) throws -> Work {
    .answer(
      .linkrunner(
        "Profile fetched successfully", data: ["name": .string(call.app.name)]))
  }

  /// `POST /log`.
  static func prepareLog(_ call: Call) throws -> Work {
    .answer(.linkrunner("Logged", data: .object([])))
  }
}
