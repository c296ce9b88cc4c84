import BeckonContract
import BeckonModel

/// People who were invited by text message, with one call.
public struct Invitation: Sendable, Hashable {
  /// How far a message has come.
  public enum Status: String, Sendable, CaseIterable {
    /// It waits, or nobody has said yet what became of it.
    case waiting
    /// The phone network has it; told to the app's own server alone.
    case network
    /// The phone has it.
    case delivered
    /// It will not arrive.
    case impossible
    /// For two days nobody has confirmed what became of it.
    case unconfirmed

    /// Whether it may still change.
    public var isFinal: Bool { self != .waiting && self != .network }
  }

  /// A number to which a message goes.
  public struct Recipient: Sendable, Hashable {
    /// The number, as `+4915112345678`.
    public let phone: String
    /// How far the message has come.
    public let status: Status
    /// In how many parts it goes.
    public let parts: Int
  }

  /// A number to which none goes.
  public struct Unsent: Sendable, Hashable {
    /// As it was written.
    public let phone: String
    /// Why, as a stable word such as `too_short`, `not_mobile` or `duplicate`.
    public let reason: String
  }

  /// The id by which to ask what became of it; `nil` when no number takes a text message.
  public let id: String?
  /// The numbers to which it goes.
  public let recipients: [Recipient]
  /// The others; only told when the invitation is made.
  public let unsent: [Unsent]

  init(_ told: InviteBody.Response) {
    id = told.id?.text
    recipients = told.recipients.map {
      Recipient(phone: $0.phone, status: Status(word: $0.status) ?? .waiting, parts: $0.parts)
    }
    unsent = told.unsent.map { Unsent(phone: $0.phone, reason: $0.reason) }
  }
}

/// What of an invitation is not as usual.
public struct NewInvitation: Sendable {
  /// Somebody who is invited.
  public struct Recipient: Sendable, Hashable {
    /// Their number, as it stands in the address book.
    public var phone: String
    /// What stands in the text for `{receiver}`: what the sender calls them.
    public var name: String?

    /// Names somebody.
    public init(phone: String, name: String? = nil) {
      (self.phone, self.name) = (phone, name)
    }
  }

  /// The id of the text; the app's default text unless set.
  public var text: String?
  /// Who the message is from: one of the senders that the app has listed.
  public var sender: String?
  /// What stands in the text for `{sender}`.
  public var senderName: String?
  /// What stands in the text for `{text}`.
  public var note: String?
  /// The id of the campaign that counts who signs up; the app's default unless set.
  public var campaign: String?
}

/// What text messages say.
public struct MessageText: Sendable, Hashable {
  /// Its id.
  public let id: String
  /// The text with its placeholders.
  public let text: String
  /// What stands in it in place of the link.
  public let placeholder: String
  /// In how many parts it goes with a link in it and no other words.
  public let parts: Int

  init(_ told: MessageTextBody.Response) {
    id = told.id.text
    text = told.text
    placeholder = told.placeholder
    parts = told.parts
  }
}
