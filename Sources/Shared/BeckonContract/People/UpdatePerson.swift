import BeckonModel

/// `PATCH /v1/people/{person}`: sets attributes; `null` removes one, what is left out stays.
public enum UpdatePerson {
  /// What to set.
  public struct Request: Hashable, Sendable {
    /// The attributes to change.
    public let attributes: JSON
    /// Version of the terms to which the person agreed.
    public let consent: String?

    /// Makes a request.
    public init(attributes: JSON, consent: String? = nil) {
      self.attributes = attributes
      self.consent = consent
    }

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      try fields.allow(only: ["attributes", "consent"])
      attributes = try fields.require("attributes", fields.attributes("attributes"))
      consent = try fields.string("consent", max: Limits.signalBytes)
    }

    /// The body.
    public var json: JSON {
      .object(["attributes": attributes, "consent": consent.map(JSON.string)])
    }
  }
}

extension Fields {
  /// Attributes of a person, whose names have a limit too.
  func attributes(_ name: String) throws(FieldError) -> JSON? {
    guard let attributes = try object(name, maxBytes: Limits.attributesBytes) else { return nil }
    for member in attributes.members ?? [] where member.name.utf8.count > Limits.wordBytes {
      throw error(name, "has a name longer than \(Limits.wordBytes) bytes")
    }
    return attributes
  }
}
