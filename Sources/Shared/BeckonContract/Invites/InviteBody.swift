import BeckonModel

/// `POST /v1/invites`: invites people by text message.
public enum InviteBody {
  /// Somebody who is invited.
  public struct Recipient: Hashable, Sendable {
    /// Their number, as it was written.
    public let phone: String
    /// What the sender calls them; stands in the text for `{receiver}`.
    public let name: String?

    /// Names somebody.
    public init(phone: String, name: String? = nil) {
      self.phone = phone
      self.name = name
    }

    init(_ json: JSON, at place: String, in fields: Fields) throws(FieldError) {
      if case .string(let phone) = json {
        // One bad entry of an address book is no reason to refuse the others: it is told of in
        // `not_sent`, and one byte more than the limit says that it was too long.
        self.init(phone: phone.prefix(bytes: Limits.phoneTextBytes + 1))
        return
      }
      let inner = try fields.inner(json, at: place)
      try inner.allow(only: ["phone", "name"])
      self.init(
        phone: try inner.require("phone", inner.string("phone", max: Limits.phoneTextBytes)),
        name: try inner.string("name", max: Limits.templateWordBytes))
    }

    fileprivate var json: JSON {
      .object(["phone": .string(phone), "name": name.map(JSON.string)])
    }
  }

  /// Who invites whom, with which words.
  public struct Request: Hashable, Sendable {
    /// Who invites.
    public let person: PersonID
    /// Who is invited, 1 to `Limits.inviteRecipients`.
    public let recipients: [Recipient]
    /// What the message says; `nil` for the app's default text.
    public let text: MessageTextID?
    /// Who it is from: one of the app's `sms.senders`; any other becomes the first of them.
    public let sender: String?
    /// What stands in the text for `{sender}`.
    public let senderName: String?
    /// What stands in the text for `{text}`.
    public let note: String?
    /// The campaign that a sign-up belongs to; `nil` for the app's default.
    public let campaign: CampaignID?

    /// Makes a request.
    public init(
      person: PersonID, recipients: [Recipient], text: MessageTextID? = nil,
      sender: String? = nil, senderName: String? = nil, note: String? = nil,
      campaign: CampaignID? = nil
    ) {
      self.person = person
      self.recipients = recipients
      self.text = text
      self.sender = sender
      self.senderName = senderName
      self.note = note
      self.campaign = campaign
    }

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      try fields.allow(only: [
        "person", "recipients", "text", "sender", "sender_name", "note", "campaign",
      ])
      person = try fields.require("person", fields.id("person", PersonID.self))
      let elements = try fields.require(
        "recipients", fields.elements("recipients", max: Limits.inviteRecipients))
      guard !elements.isEmpty else { throw fields.error("recipients", "must name somebody") }
      var recipients: [Recipient] = []
      for (index, element) in elements.enumerated() {
        recipients.append(try Recipient(element, at: "recipients[\(index)]", in: fields))
      }
      self.recipients = recipients
      text = try fields.id("text", MessageTextID.self)
      sender = try fields.string("sender", max: Limits.wordBytes)
      senderName = try fields.string("sender_name", max: Limits.templateWordBytes)
      note = try fields.string("note", max: Limits.templateWordBytes)
      campaign = try fields.id("campaign", CampaignID.self)
    }

    /// The body.
    public var json: JSON {
      .object([
        "person": .id(person), "recipients": .array(recipients.map(\.json)),
        "text": text.map(JSON.id), "sender": sender.map(JSON.string),
        "sender_name": senderName.map(JSON.string), "note": note.map(JSON.string),
        "campaign": campaign.map(JSON.id),
      ])
    }
  }

  /// What becomes of one number.
  public struct Delivery: Hashable, Sendable {
    /// The number, in E.164 form.
    public let phone: String
    /// `waiting`, `network`, `delivered`, `impossible` or `uncertain`.
    public let status: String
    /// Messages that the text takes.
    public let parts: Int

    /// Tells it.
    public init(phone: String, status: String, parts: Int) {
      self.phone = phone
      self.status = status
      self.parts = parts
    }

    init(_ fields: Fields) throws(FieldError) {
      phone = try fields.require("phone", fields.string("phone", max: Limits.phoneTextBytes))
      status = try fields.require("status", fields.string("status", max: Limits.wordBytes))
      parts = Int(try fields.integer("parts", in: 0...Int64(Limits.templateBytes)) ?? 1)
    }
  }

  /// A number to which nothing goes.
  public struct Unsent: Hashable, Sendable {
    /// As it was written.
    public let phone: String
    /// Why, as a stable word: that of a number that takes no text message, or `duplicate`.
    public let reason: String

    /// Tells it.
    public init(phone: String, reason: String) {
      self.phone = phone
      self.reason = reason
    }

    init(_ fields: Fields) throws(FieldError) {
      phone = try fields.require("phone", fields.string("phone", max: Limits.phoneTextBytes))
      reason = try fields.require("reason", fields.string("reason", max: Limits.wordBytes))
    }

    /// As an answer tells it.
    public var json: JSON { ["phone": .string(phone), "reason": .string(reason)] }
  }

  /// An invitation, and what became of it.
  public struct Response: Hashable, Sendable {
    /// Its id, by which it is asked for again; `nil` when nothing was sent to anybody.
    public let id: InviteID?
    /// The numbers to which it goes.
    public let recipients: [Delivery]
    /// The others; only told once.
    public let unsent: [Unsent]

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      id = try fields.id("id", InviteID.self)
      var recipients: [Delivery] = []
      for json in try fields.elements("recipients", max: Limits.inviteRecipients) ?? [] {
        recipients.append(try Delivery(fields.inner(json, at: "recipients")))
      }
      self.recipients = recipients
      var unsent: [Unsent] = []
      for json in try fields.elements("not_sent", max: Limits.inviteRecipients) ?? [] {
        unsent.append(try Unsent(fields.inner(json, at: "not_sent")))
      }
      self.unsent = unsent
    }
  }
}
