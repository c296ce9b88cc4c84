import BeckonModel

/// `POST /v1/webhooks`.
public enum CreateWebhook {
  /// Who is told of what.
  public struct Request: Hashable, Sendable {
    /// Where it is sent.
    public let url: String
    /// What is wanted.
    public let facts: [WebhookSelector]
    /// How it looks: the name of one of the forms that the server knows.
    public let form: String
    /// The secret; made when left out.
    public let secret: String?

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      try fields.allow(only: ["url", "facts", "form", "secret"])
      url = try fields.require("url", fields.string("url", max: Limits.urlBytes))
      facts = try fields.require("facts", WebhookFields.facts(fields))
      form = try fields.string("form", max: Limits.wordBytes) ?? "native"
      secret = try WebhookFields.secret(fields)
    }
  }
}

/// Fields that the calls about webhooks share.
public enum WebhookFields {
  private static let selectors = [
    "click", "open", "install", "signup", "conversion", "member", "reward", "reward_held",
    "message", "reminder", "event:NAME", "event:*", "*",
  ]

  /// Reads `facts`; `nil` when it is absent.
  /// - Throws: `FieldError`.
  public static func facts(_ fields: Fields) throws(FieldError) -> [WebhookSelector]? {
    let length = Limits.wordBytes + "event:".utf8.count
    guard
      let texts = try fields.strings("facts", max: Limits.webhookSelectors, each: length)
    else { return nil }
    var facts: [WebhookSelector] = []
    for text in texts {
      guard let fact = WebhookSelector(text) else {
        throw fields.error(
          "facts",
          "cannot hold '\(NameSuggestion.shown(text))', which "
            + NameSuggestion.refusal(of: text, selectors))
      }
      if !facts.contains(fact) { facts.append(fact) }
    }
    guard !facts.isEmpty else { throw fields.error("facts", "must not be empty") }
    return facts
  }

  /// Reads `secret`; `nil` when it is absent.
  /// - Throws: `FieldError`.
  public static func secret(_ fields: Fields) throws(FieldError) -> String? {
    let bounds = Limits.webhookSecretBytes
    guard let secret = try fields.string("secret", max: bounds.upperBound) else { return nil }
    // It may travel in a header.
    guard secret.utf8.count >= bounds.lowerBound, secret.utf8.allSatisfy({ (0x21...0x7E) ~= $0 })
    else {
      throw fields.error(
        "secret", "must have at least \(bounds.lowerBound) characters of ASCII without spaces")
    }
    return secret
  }
}
