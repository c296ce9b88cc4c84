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
      attributes = try fields.require("attributes", Self.attributes(fields))
      consent = try fields.string("consent", max: Limits.signalBytes)
    }

    /// Reads the object `attributes`; `nil` when there is none.
    static func attributes(_ fields: Fields) throws(FieldError) -> JSON? {
      let given = try fields.object("attributes", maxBytes: Limits.attributesBytes)
      let isLong = given?.members?.contains { $0.name.utf8.count > Limits.wordBytes } ?? false
      guard !isLong else {
        throw fields.error("attributes", "has a name longer than \(Limits.wordBytes) bytes")
      }
      return given
    }

    /// The body.
    public var json: JSON {
      .object(["attributes": attributes, "consent": consent.map(JSON.string)])
    }
  }
}
