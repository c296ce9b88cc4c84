import BeckonModel

/// `PATCH /v1/people/{person}`: sets attributes; `null` removes one, what is left out stays.
public enum UpdatePerson {
  /// What to set.
  public struct Request: Hashable, Sendable {
    /// The attributes to change.
    public let attributes: JSON
    /// Version of the terms to which the person agreed.
    public let consent: String?
    /// Whether the person says yes or no to being written to, by channel.
    public let contactConsent: [ContactChannel: Bool]

    /// Makes a request.
    public init(
      attributes: JSON, consent: String? = nil, contactConsent: [ContactChannel: Bool] = [:]
    ) {
      self.attributes = attributes
      self.consent = consent
      self.contactConsent = contactConsent
    }

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      try fields.allow(only: ["attributes", "consent", "contact_consent"])
      contactConsent = try fields.contactConsent("contact_consent")
      let given = try fields.attributes("attributes")
      // Who only says yes to mails need not repeat what else is known of them.
      attributes =
        try contactConsent.isEmpty ? fields.require("attributes", given) : given ?? .object([])
      consent = try fields.string("consent", max: Limits.signalBytes)
    }

    /// The body.
    public var json: JSON {
      .object([
        "attributes": attributes, "consent": consent.map(JSON.string),
        "contact_consent": JSON(said: contactConsent),
      ])
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
