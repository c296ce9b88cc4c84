import BeckonModel

/// `POST /v1/messages/texts` and `PUT /v1/messages/texts/{text}`: what text messages say.
public enum MessageTextBody {
  /// What one says.
  public struct Request: Hashable, Sendable {
    /// The text with its placeholders, at most `Limits.templateBytes`.
    public let text: String
    /// What stands in it in place of the link; `nil` for `{link}`.
    public let placeholder: String?
    /// What stands in it in place of words that clients list for each recipient; `nil` when nothing
    /// does.
    public let wordPlaceholder: String?
    /// Another id of it, at most `Limits.textAliasBytes`, such as one that apps have had compiled
    /// into them; only with a secret key. `nil` for none, or as it is.
    public let alias: String?
    /// Whether the body names `alias`, be it to take it away.
    public let namesAlias: Bool

    /// Makes a request.
    public init(text: String, placeholder: String? = nil) {
      self.text = text
      self.placeholder = placeholder
      (wordPlaceholder, alias, namesAlias) = (nil, nil, false)
    }

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      try fields.allow(only: ["text", "placeholder", "word_placeholder", "alias"])
      text = try fields.require("text", fields.string("text", max: Limits.templateBytes))
      placeholder = try fields.string("placeholder", max: Limits.placeholderBytes)
      wordPlaceholder = try fields.string("word_placeholder", max: Limits.placeholderBytes)
      alias = try fields.string("alias", max: Limits.textAliasBytes)
      namesAlias = fields.has("alias")
    }

    /// The body.
    public var json: JSON {
      .object([
        "text": .string(text), "placeholder": placeholder.map(JSON.string),
        "word_placeholder": wordPlaceholder.map(JSON.string), "alias": alias.map(JSON.string),
      ])
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
