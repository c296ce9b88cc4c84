import BeckonModel

/// Puts right what apps write under a name that means a text, a number or an object: the clients
/// take anything there, and tell nobody of a refusal. A number keeps its digits.
enum LinkrunnerLenience {
  /// Ids, which apps also keep as numbers.
  private static let texts: Set<TextKey> = [
    "user_id", "payment_id", "event_id", "install_instance_id", "visitor_id", "id", "phone",
  ]

  /// The body of a call.
  static func read(_ body: JSON) -> JSON {
    guard case .object(let members) = body else { return body }
    return .object(members.map { JSON.Member($0.name, read($0.name, $0.value)) })
  }

  private static func read(_ name: String, _ value: JSON) -> JSON {
    switch (name, value) {
    case ("user_data", _), ("device_data", _): read(value)
    case ("amount", .string(let text)): number(text) ?? value
    case (_, .number(let digits)) where texts.contains(TextKey(name)): .string(digits)
    default: value
    }
  }

  private static func number(_ text: String) -> JSON? {
    guard let read = try? JSONReader.read(text), case .number = read else { return nil }
    return read
  }

  /// `event_data`: an object, also one that is written in a text. All else is its `value`.
  static func eventData(_ value: JSON?) -> JSON? {
    guard let value else { return nil }
    if value.members != nil { return value }
    if let read = value.string.flatMap({ try? JSONReader.read($0) }), read.members != nil {
      return read
    }
    return .object([JSON.Member("value", value)])
  }
}

extension Fields {
  /// `event_data`.
  /// - Throws: `FieldError` when it is too long.
  func linkrunnerEventData() throws(FieldError) -> JSON? {
    guard let data = LinkrunnerLenience.eventData(value("event_data")) else { return nil }
    return try Fields(.object([JSON.Member("event_data", data)]), at: path)
      .object("event_data", maxBytes: Limits.propertiesBytes)
  }
}

extension Call {
  /// The fields of a body that a client of this vendor has sent; empty texts count as absent.
  func linkrunnerFields() throws -> Fields {
    try Fields(LinkrunnerLenience.read(try body ?? request.json())).withoutEmptyTexts
  }
}
