import BeckonModel

extension SocialInvite {
  /// The body of the calls that make or change a message.
  public struct MessageRequest: Hashable, Sendable {
    /// What it says, with placeholders.
    public var text: String
    /// What in it gives way to the link; where it does not stand in the text, the link comes
    /// behind.
    public var placeholder: String?
    /// What in it gives way to the recipient's words, one each time.
    public var clientPlaceholder: String?
    /// The app's own id of its install, which only Beckon's own face sends.
    public var installID: String?
    /// Names of the body that nobody knows.
    public var unread: [String] = []

    /// Makes a request.
    public init(
      text: String, placeholder: String?, clientPlaceholder: String? = nil,
      installID: String? = nil
    ) {
      self.text = text
      self.placeholder = placeholder
      self.clientPlaceholder = clientPlaceholder
      self.installID = installID
    }

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(json: JSON) throws(FieldError) {
      let fields = try Fields(json)
      text = try fields.require("text", fields.string("text", max: Limits.templateBytes))
      placeholder = try fields.inviteText("placeholder", max: Limits.placeholderBytes)
      clientPlaceholder = try fields.inviteText(
        "clientPlaceholder", max: Limits.placeholderBytes)
      installID = try fields.inviteText(installMember, max: Limits.clientIDBytes)
      unread = fields.unread(["text", "placeholder", "clientPlaceholder", installMember])
    }

    /// The body.
    public var json: JSON {
      .object([
        "text": .string(text), "placeholder": .text(placeholder),
        "clientPlaceholder": .text(clientPlaceholder), installMember: .text(installID),
      ])
    }
  }

  /// The form of `POST /1/customerProfile/login`.
  public struct LoginRequest: Hashable, Sendable {
    /// The user's name.
    public let username: String
    /// The password; with Beckon an app's secret key.
    public let password: String

    /// Makes a request.
    public init(username: String, password: String) {
      self.username = username
      self.password = password
    }

    /// Reads a form.
    /// - Throws: `FieldError`.
    public init(form: [UInt8]) throws(FieldError) {
      let form = QueryText(form[...])
      func text(_ name: String) throws(FieldError) -> String {
        guard let value = form.value(of: name), !value.isEmpty else {
          throw FieldError(name, "is missing")
        }
        guard value.utf8.count <= Limits.identityBytes else {
          throw FieldError(name, "is longer than \(Limits.identityBytes) bytes")
        }
        return value
      }
      username = try text("username")
      password = try text("password")
    }
  }
}
