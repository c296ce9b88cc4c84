import BeckonModel

/// `POST /v1/events`: a batch of events, each with a receipt.
public enum IngestEvents {
  /// What became of one event.
  public struct Receipt: Hashable, Sendable {
    /// The client's own id; empty when the event had none.
    public let id: String
    /// The outcome.
    public let status: ReceiptStatus
    /// Why, for what is not plainly accepted.
    public let reason: String?
    /// What of the event was not understood. It is stored all the same: a fact cannot be told
    /// again.
    public let warnings: [FactWarning]

    /// Makes a receipt.
    public init(
      id: String, status: ReceiptStatus, reason: String? = nil, warnings: [FactWarning] = []
    ) {
      self.id = id
      self.status = status
      self.reason = reason
      self.warnings = warnings
    }
  }
}

extension Event {
  /// Reads one element of `events`.
  /// - Throws: `FieldError`; the rest of the batch is not harmed by it.
  public init(_ fields: Fields) throws(FieldError) {
    self.init(
      id: try fields.require("id", fields.string("id", max: Limits.clientIDBytes)),
      name: try fields.require("name", fields.string("name", max: Limits.wordBytes)),
      subject: try Subject(fields), at: try fields.instant("at"),
      properties: try fields.object("properties", maxBytes: Limits.propertiesBytes) ?? .object([]),
      consent: try fields.string("consent", max: Limits.signalBytes))
  }

  /// Members that an element of `events` may have.
  private static let names = [
    "id", "name", "person", "user_id", "install_id", "at", "properties", "consent",
  ]

  private static let synonyms: [TextKey: String] = [
    "timestamp": "at", "time": "at", "created_at": "at", "occurred_at": "at", "event": "name",
    "type": "name", "event_name": "name", "event_id": "id", "uuid": "id", "data": "properties",
    "params": "properties", "parameters": "properties", "event_data": "properties",
    "customer_id": "user_id", "external_id": "user_id", "device_id": "install_id",
  ]

  /// What of the element from which it was read was not understood.
  public func warnings(of fields: Fields) -> [FactWarning] {
    let understood =
      2 + (subject == .none ? 0 : 1) + (at == nil ? 0 : 1)
      + (properties == .object([]) ? 0 : 1) + (consent == nil ? 0 : 1)
    // Of nearly every event all is understood, and its members need not be gone through.
    let unknown =
      fields.all.count == understood
      ? [] : FactWarning.unknown(in: fields, Self.names, synonyms: Self.synonyms)
    guard subject == .none else { return unknown }
    return unknown + [.ofNobody]
  }

  /// One element of `events`.
  public var json: JSON {
    var members = [JSON.Member("id", .string(id)), JSON.Member("name", .string(name))]
    switch subject {
    case .person(let person): members.append(JSON.Member("person", .id(person)))
    case .userID(let text): members.append(JSON.Member("user_id", .string(text)))
    case .installID(let text): members.append(JSON.Member("install_id", .string(text)))
    case .none: break
    }
    if let at { members.append(JSON.Member("at", .instant(at))) }
    if properties != .object([]) { members.append(JSON.Member("properties", properties)) }
    if let consent { members.append(JSON.Member("consent", .string(consent))) }
    return .object(members)
  }
}

extension Event.Subject {
  fileprivate init(_ fields: Fields) throws(FieldError) {
    if let person = try fields.id("person", PersonID.self) {
      self = .person(person)
    } else if let userID = try fields.string("user_id", max: Limits.identityBytes) {
      self = .userID(userID)
    } else if let installID = try fields.string("install_id", max: Limits.clientIDBytes) {
      self = .installID(installID)
    } else {
      self = .none
    }
  }
}

extension IngestEvents.Receipt {
  /// Reads one element of `receipts`.
  /// - Throws: `FieldError`.
  public init(_ fields: Fields) throws(FieldError) {
    id = try fields.string("id", max: Limits.clientIDBytes) ?? ""
    status = try fields.require("status", fields.choice("status", ReceiptStatus.self))
    reason = try fields.string("reason", max: 1_000)
    var warnings: [FactWarning] = []
    for (place, json) in (try fields.elements("warnings", max: 100) ?? []).enumerated() {
      let warning = try FactWarning(try fields.inner(json, at: "warnings[\(place)]"))
      if let warning { warnings.append(warning) }
    }
    self.warnings = warnings
  }

  /// One element of `receipts`.
  public var json: JSON {
    .object([
      "id": .string(id), "status": .string(status.rawValue), "reason": reason.map(JSON.string),
      "warnings": warnings.isEmpty ? nil : .array(warnings.map(\.json)),
    ])
  }
}
