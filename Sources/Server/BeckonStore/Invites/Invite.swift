import BeckonEngine
import BeckonModel

/// People whom somebody has invited by text message, with one call.
public struct Invite: Hashable, Sendable {
  /// Its id: 128 bits that nobody can guess.
  public let id: InviteID
  /// Who invited; `nil` when the app's server did, or a client that does not say.
  public let person: PersonID?
  /// What the messages say.
  public let text: MessageTextID
  /// The campaign to which a sign-up belongs.
  public let campaign: CampaignID?
  /// Who the messages are from.
  public let sender: String
  /// When it was.
  public let createdAt: Instant

  /// As the API writes it, without its messages.
  public var json: JSON {
    .object([
      "id": .id(id), "person": person.map(JSON.id), "text": .id(text),
      "campaign": campaign.map(JSON.id), "sender": .string(sender),
      "created_at": .instant(createdAt),
    ])
  }
}

/// An invitation that is to be made.
public struct NewInvite: Sendable {
  /// Who invites.
  public var inviter: Inviter
  /// The campaign to which a sign-up belongs.
  public var campaign: CampaignID?
  /// The text, and its id.
  public var text: MessageTextID
  /// What it says.
  public var template: MessageTemplate
  /// Words of the sender, but for the recipient's name.
  public var senderName: String?
  /// What the sender adds.
  public var note: String?
  /// Who the messages are from.
  public var sender: SMSSender
  /// Messages in which a text may go out.
  public var partsMax: Int
  /// Whether an app's publishable key asks.
  public var isByClient: Bool
  /// Who is invited; no number twice.
  public var recipients: [Recipient]
  /// Numbers to which no text message goes, as they were written, of who finds by that what became
  /// of each.
  public var unreachable: [String] = []
  /// What the server knows of links and clocks.
  public var surroundings: Surroundings

  /// Who is invited.
  public struct Recipient: Sendable {
    /// The number, which takes text messages.
    public let number: PhoneNumber
    /// What the sender calls them.
    public let name: String?
    /// Whether the app is being tried out, and this is none of the team's numbers.
    public let isOutsideTrial: Bool
    /// Words for the text's placeholder of words, in order.
    public let words: [String]
    /// The number in each way in which it was written, of who finds by that what became of it.
    public let addresses: [String]

    /// Names somebody.
    public init(
      _ number: PhoneNumber, name: String?, isOutsideTrial: Bool, words: [String] = [],
      addresses: [String] = []
    ) {
      self.number = number
      self.name = name
      self.isOutsideTrial = isOutsideTrial
      self.words = words
      self.addresses = addresses
    }

    /// The same with words for the text's placeholder of words.
    public func saying(_ words: [String]) -> Recipient {
      Recipient(
        number, name: name, isOutsideTrial: isOutsideTrial, words: words, addresses: addresses)
    }
  }

  /// What the server knows beside the database.
  public struct Surroundings: Sendable {
    /// Where the links lead.
    let target: String
    /// A link as people follow it.
    let shortURL: @Sendable (Link) -> String
    /// When somebody in a country may be written to, at a time or later.
    let nextAwake: @Sendable (_ country: String?, Instant) -> Instant

    /// Notes it.
    public init(
      target: String, shortURL: @escaping @Sendable (Link) -> String,
      nextAwake: @escaping @Sendable (String?, Instant) -> Instant
    ) {
      self.target = target
      self.shortURL = shortURL
      self.nextAwake = nextAwake
    }
  }

  /// Makes one.
  public init(
    by inviter: Inviter, campaign: CampaignID?, text: MessageTextID, template: MessageTemplate,
    senderName: String?, note: String?, sender: SMSSender, isByClient: Bool,
    recipients: [Recipient], surroundings: Surroundings
  ) {
    self.inviter = inviter
    self.campaign = campaign
    self.text = text
    self.template = template
    self.senderName = senderName
    self.note = note
    self.sender = sender
    self.isByClient = isByClient
    self.recipients = recipients
    self.surroundings = surroundings
    partsMax = isByClient ? Limits.clientTextParts : Limits.textParts
  }
}

/// What came of inviting people.
public enum InviteOutcome: Sendable {
  /// They are invited, as far as may be. Blocks that were stopped by it are named.
  case made(Invite, [Message], stopped: [String])
  /// A budget is used up, whose, and when there is room again; nobody was invited.
  case used(InviteBudget.Scope, until: Instant?)
  /// With all words in it, the text takes so many messages; nobody was invited.
  case tooLong(parts: Int)
}
