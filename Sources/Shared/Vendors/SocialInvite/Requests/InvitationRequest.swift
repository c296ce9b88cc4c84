import BeckonModel

extension SocialInvite {
  /// The body of `POST /1/social-invite/invitation`: who is sent which message
  /// (docs/PROTOCOLS/socialinvite.md, Requests).
  public struct InvitationRequest: Hashable, Sendable {
    /// The message's key; `nil` for the app's default message.
    public var messageKey: String?
    /// Who the message is from, as the phone shows it; `nil` for the app's default.
    public var sender: String?
    /// Who gets it, 1 to `recipientsMax`, in the order of the request.
    public var destinations: [Destination]
    /// The app's own id of its install, which only Beckon's own face sends.
    public var installID: String?
    /// Names of the body that nobody knows, `unreadMax` at most, for whoever looks after the app.
    public var unread: [String] = []

    /// Makes a request.
    public init(
      messageKey: String?, sender: String?, destinations: [Destination], installID: String? = nil
    ) {
      self.messageKey = messageKey
      self.sender = sender
      self.destinations = destinations
      self.installID = installID
    }

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(json: JSON) throws(FieldError) {
      let fields = try Fields(json)
      messageKey = try fields.inviteText("messageKey", max: keyBytes)
      sender = try fields.inviteText("sender", max: Limits.wordBytes)
      installID = try fields.inviteText(installMember, max: Limits.clientIDBytes)
      guard let recipients = try fields.fields("recipients") else {
        throw fields.error("recipients", "is missing")
      }
      let told = try recipients.elements("destinations", max: recipientsMax) ?? []
      guard !told.isEmpty else { throw recipients.error("destinations", "must not be empty") }
      var destinations: [Destination] = []
      for (index, element) in told.enumerated() {
        destinations.append(
          try Destination(recipients.inner(element, at: "destinations[\(index)]")))
      }
      self.destinations = destinations
      unread = fields.unread(["messageKey", "sender", "recipients", installMember])
    }

    /// The body.
    public var json: JSON {
      .object([
        "messageKey": .text(messageKey), "sender": .text(sender),
        "recipients": ["destinations": .array(destinations.map(\.json))],
        installMember: .text(installID),
      ])
    }
  }

  /// Somebody who gets a message.
  public struct Destination: Hashable, Sendable {
    /// The phone number as the client wrote it, up to 250 bytes: digits of E.164 without `+`, or
    /// what stands in an address book. Answers repeat it exactly, because clients find by it what
    /// they keep.
    public var address: String
    /// What the client for iOS sends here is a message's key once more; `nil` mostly.
    public var messageID: String?
    /// Words for the placeholders of the message, in order.
    public var clientData: [String]

    /// Makes a recipient.
    public init(address: String, messageID: String? = nil, clientData: [String] = []) {
      self.address = address
      self.messageID = messageID
      self.clientData = clientData
    }

    init(_ fields: Fields) throws(FieldError) {
      guard let address = try fields.inviteText("address", max: Limits.phoneTextBytes) else {
        throw fields.error("address", "is missing")
      }
      self.address = address
      messageID = try fields.inviteText("messageId", max: keyBytes)
      clientData = try Self.words(fields)
    }

    /// The words keep their places: one that is `null` is an empty one.
    private static func words(_ fields: Fields) throws(FieldError) -> [String] {
      let elements = try fields.elements("clientData", max: wordsMax) ?? []
      var words: [String] = []
      for element in elements {
        switch element {
        case .null: words.append("")
        case .string(let text), .number(let text):
          guard text.utf8.count <= wordBytes else {
            throw fields.error("clientData", "has a word longer than \(wordBytes) bytes")
          }
          words.append(text)
        default: throw fields.error("clientData", "must hold texts")
        }
      }
      return words
    }

    /// The object on the wire.
    public var json: JSON {
      .object([
        "address": .string(address), "messageId": .orNull(messageID),
        "clientData": clientData.isEmpty ? nil : .array(clientData.map(JSON.string)),
      ])
    }
  }
}
