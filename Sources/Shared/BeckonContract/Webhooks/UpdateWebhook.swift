import BeckonModel

/// `PATCH /v1/webhooks/{webhook}`.
public enum UpdateWebhook {
  /// What is to change; `nil` stays as it is.
  public struct Request: Hashable, Sendable {
    /// Where it is sent.
    public let url: String?
    /// What is wanted.
    public let facts: [WebhookSelector]?
    /// Whether anything is sent.
    public let state: WebhookState?
    /// Whether there is to be a new secret.
    public let rotatesSecret: Bool
    /// The new secret; made when left out.
    public let secret: String?
    /// Hours for which the old one still signs beside the new one.
    public let oldSecretHours: Int64

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      try fields.allow(only: [
        "url", "facts", "form", "state", "secret", "rotate_secret", "old_secret_hours",
      ])
      url = try fields.string("url", max: Limits.urlBytes)
      facts = try WebhookFields.facts(fields)
      state = try fields.choice("state", WebhookState.self)
      secret = try WebhookFields.secret(fields)
      rotatesSecret = try fields.bool("rotate_secret") ?? (secret != nil)
      guard rotatesSecret || secret == nil else {
        throw fields.error("rotate_secret", "must not be false beside 'secret'")
      }
      oldSecretHours =
        try fields.integer("old_secret_hours", in: Limits.webhookOldSecretHours) ?? 24
      guard fields.value("form") == nil else {
        throw fields.error("form", "cannot be changed; make a new webhook")
      }
    }
  }
}
