import BeckonModel

extension SocialInvite {
  /// A message, the answer of all three calls about one, without an envelope.
  public struct MessageAnswer: Hashable, Sendable {
    /// The app's key, as the path names it.
    public let applicationKey: String
    /// The message's key.
    public let key: String
    /// What it says, with its placeholders.
    public let text: String
    /// What in it gives way to the link.
    public let placeholder: String
    /// What in it gives way to words; `nil` when nothing does.
    public let clientPlaceholder: String?

    /// Makes an answer.
    public init(
      applicationKey: String, key: String, text: String, placeholder: String,
      clientPlaceholder: String?
    ) {
      self.applicationKey = applicationKey
      self.key = key
      self.text = text
      self.placeholder = placeholder
      self.clientPlaceholder = clientPlaceholder
    }

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(json: JSON) throws(FieldError) {
      let fields = try Fields(json)
      applicationKey =
        try fields.inviteText("clientMobileApplicationKey", max: Limits.clientIDBytes) ?? ""
      key = try fields.require("key", fields.inviteText("key", max: keyBytes))
      text = try fields.require("text", fields.inviteText("text", max: Limits.templateBytes))
      placeholder = try fields.inviteText("placeholder", max: Limits.placeholderBytes) ?? ""
      clientPlaceholder = try fields.inviteText(
        "clientPlaceholder", max: Limits.placeholderBytes)
    }

    /// The body.
    public var json: JSON {
      .object([
        "clientMobileApplicationKey": .string(applicationKey), "key": .string(key),
        "text": .string(text), "placeholder": .string(placeholder),
        "clientPlaceholder": .text(clientPlaceholder),
      ])
    }
  }

  /// The answer to a log-in.
  public struct LoginAnswer: Hashable, Sendable {
    /// What a later request shows behind `Authorization: IBSSO`.
    public let cookie: String

    /// Makes an answer.
    public init(cookie: String) { self.cookie = cookie }

    /// The body.
    public var json: JSON { ["login": ["ibAuthCookie": .string(cookie), "verified": true]] }
  }
}
