import BeckonModel

/// `POST /v1/messages/texts` and `PUT /v1/messages/texts/{text}`: what text messages say.
public enum MessageTextBody {
  /// What one says.
  public struct Request: Hashable, Sendable {
    /// The text with its placeholders, at most `Limits.templateBytes`.
    public let text: String
    /// What stands in it in place of the link; `nil` for `{link}`.
    public let placeholder: String?

    /// Makes a request.
    public init(text: String, placeholder: String? = nil) {
      self.text = text
      self.placeholder = placeholder
    }

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      try fields.allow(only: ["text", "placeholder"])
      text = try fields.require("text", fields.string("text", max: Limits.templateBytes))
      placeholder = try fields.string("placeholder", max: Limits.placeholderBytes)
    }

    /// The body.
    public var json: JSON {
      .object(["text": .string(text), "placeholder": placeholder.map(JSON.string)])
    }
  }

  /// A text.
  public struct Response: Hashable, Sendable {
    /// Its id.
    public let id: MessageTextID
    /// The text with its placeholders.
    public let text: String
    /// What stands in it in place of the link.
    public let placeholder: String
    /// Messages that it takes with a link in it, and no words for other placeholders.
    public let parts: Int

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      id = try fields.require("id", fields.id("id", MessageTextID.self))
      text = try fields.require("text", fields.string("text", max: Limits.templateBytes))
      placeholder = try fields.require(
        "placeholder", fields.string("placeholder", max: Limits.placeholderBytes))
      parts = Int(try fields.integer("parts", in: 0...Int64(Limits.templateBytes)) ?? 1)
    }
  }
}
