import BeckonEngine
import BeckonModel

/// A message to a person, and what became of it.
public struct Message: Hashable, Sendable {
  /// Its id.
  public let id: MessageID
  /// By what it goes.
  public let channel: MessageChannel
  /// Why it is sent.
  public let kind: MessageKind
  /// Whom it concerns.
  public let person: PersonID?
  /// The campaign that asks for the address; `nil` when none does.
  public let campaign: CampaignID?
  /// The address to which it goes.
  public let recipient: String
  /// Where it stands.
  public let state: MessageState
  /// Why it was not sent, where no gateway's answer says it.
  public let reason: String?
  /// How often it was taken to a gateway.
  public let attempts: Int
  /// When it is taken to one next, while it is queued.
  public let dueAt: Instant
  /// When nobody waits for it any more.
  public let expiresAt: Instant
  /// The gateway that had it last: host and port.
  public let gateway: String?
  /// What that one answered.
  public let answer: GatewayAnswer?
  /// When it was written.
  public let createdAt: Instant
  /// When it was sent or given up.
  public let settledAt: Instant?
  /// What else is known of a text message; `nil` of a mail.
  public let text: Text?

  /// What is known of a text message.
  public struct Text: Hashable, Sendable {
    /// The invitation of which it is a part.
    public let invite: InviteID?
    /// The link that it carries; `nil` for one that was not to be sent.
    public let link: LinkID?
    /// Who it is from.
    public let sender: String
    /// How many messages it takes.
    public let parts: Int
    /// What receipts say.
    public let progress: DeliveryProgress
    /// When somebody first followed its link.
    public let followedAt: Instant?

    /// As the API writes it.
    fileprivate var members: [JSON.Member] {
      [
        invite.map { JSON.Member("invite", .id($0)) }, link.map { JSON.Member("link", .id($0)) },
        JSON.Member("sender", .string(sender)), JSON.Member("parts", .integer(parts)),
        progress.stage(parts: parts).map { JSON.Member("receipt", .string($0.rawValue)) },
        followedAt.map { JSON.Member("followed_at", .instant($0)) },
      ].compactMap { $0 }
    }
  }

  /// What whoever had a text message sent is told of it at `now`.
  public func status(at now: Instant) -> DeliveryStatus {
    DeliveryStatus(
      state, text?.progress.stage(parts: text?.parts ?? 1), handedOverAt: settledAt ?? createdAt,
      now: now)
  }

  /// What whoever had a text message sent is told of it with an app's key: not whether the network
  /// has it, which it never has of one that is withheld.
  public func clientStatus(at now: Instant) -> DeliveryStatus {
    let status = status(at: now)
    return status == .network ? .waiting : status
  }

  /// As the API writes it for who has no more than an app's key. Of a text message it tells what
  /// the invitation tells: else whoever invites would learn who wants none, and who was invited by
  /// others.
  public func json(toClientAt now: Instant) -> JSON {
    guard let text else { return json }
    return .object([
      "message": .id(id), "channel": .string(channel.rawValue), "kind": .string(kind.rawValue),
      "person": person.map(JSON.id), "recipient": .string(recipient),
      "status": .string(clientStatus(at: now).rawValue), "parts": .integer(text.parts),
      "invite": text.invite.map(JSON.id), "created_at": .instant(createdAt),
    ])
  }

  /// As the API writes it.
  public var json: JSON {
    let all: JSON = .object([
      "message": .id(id), "channel": .string(channel.rawValue), "kind": .string(kind.rawValue),
      "person": person.map(JSON.id), "campaign": campaign.map(JSON.id),
      "recipient": .string(recipient),
      "state": .string(state.rawValue), "reason": reason.map(JSON.string),
      "attempts": .integer(attempts),
      "next_attempt_at": state == .queued ? .instant(dueAt) : nil,
      "expires_at": .instant(expiresAt), "gateway": gateway.map(JSON.string),
      "answer": answer.map { ["code": .integer($0.code), "text": .string($0.text)] },
      "created_at": .instant(createdAt), "settled_at": settledAt.map(JSON.instant),
    ])
    return .object((all.members ?? []) + (text?.members ?? []))
  }
}

/// A message that is to be written.
public struct NewMessage: Sendable {
  /// By what it goes.
  public let channel: MessageChannel
  /// Why.
  public let kind: MessageKind
  /// Whom it concerns.
  public let person: PersonID
  /// To whom it goes, an identity of theirs in normal form.
  public let recipient: Identity
  /// In which language, as the server's pages know it: `de`.
  public let language: String
  /// The campaign that asks for the address.
  public let campaign: CampaignID?
  /// Its id, where something that it carries knows it already.
  var id: MessageID?
  /// The link that it carries.
  var link: LinkID?

  /// A mail.
  public init(
    mail kind: MessageKind, to email: Identity, of person: PersonID, language: String,
    campaign: CampaignID? = nil
  ) {
    self.campaign = campaign
    channel = .mail
    self.kind = kind
    self.person = person
    recipient = email
    self.language = language
  }
}

/// A message that this server, and no other, may send until its lease ends.
public struct ClaimedMessage: Sendable {
  /// Its id.
  public let id: MessageID
  /// Why it is sent.
  public let kind: MessageKind
  /// Whom it concerns.
  public let person: PersonID?
  /// To whom it goes.
  public let recipient: String
  /// In which language.
  public let language: String
  /// The campaign that asks for the address.
  public let campaign: CampaignID?
  /// Where it stands.
  let standing: MessageVerdict.Standing
  /// What a text message says; `nil` of a mail, which is made when it is sent.
  public let text: ClaimedText?
  let recipientKey: Identifier
  let lease: Lease
}

/// A text message as it was written.
public struct ClaimedText: Sendable {
  /// Who it is from.
  public let sender: String
  /// What it says.
  public let body: String
  /// The recipient's country (ISO 3166); `nil` where a number does not tell.
  public let country: String?
  /// When it was written.
  public let writtenAt: Instant
}
