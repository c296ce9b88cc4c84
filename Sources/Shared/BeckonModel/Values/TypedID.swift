/// A kind of thing that has ids: it gives their prefix.
public protocol Identified {
  /// Short lower-case letters that stand before the underscore, unique among all kinds.
  static var prefix: String { get }
}

/// An id that says what it names. Written `‹prefix›_‹26 characters›`; sorts by time of creation.
public struct ID<Kind: Identified>: Hashable, Comparable, Sendable {
  /// The 128 bits behind the written form.
  public let identifier: Identifier

  /// Makes the id of these bits.
  public init(_ identifier: Identifier) {
    self.identifier = identifier
  }

  /// Reads the written form; `nil` when prefix or digits are wrong.
  public init?(_ text: some StringProtocol) {
    let text = String(text)
    guard text.utf8.count == Kind.prefix.utf8.count + 1 + Identifier.textLength,
      text.hasPrefix(Kind.prefix + "_"),
      let identifier = Identifier(text: Substring(text.utf8.suffix(Identifier.textLength)))
    else { return nil }
    self.identifier = identifier
  }

  /// The written form.
  public var text: String { identifier.text(behind: Kind.prefix) }

  /// Order of creation.
  public static func < (left: ID, right: ID) -> Bool { left.identifier < right.identifier }
}

extension ID: CustomStringConvertible {
  /// The written form.
  public var description: String { text }
}

/// The kinds of things that have ids, one a noun. The list is closed: prefixes may not clash.
// Each prefix is documented where it is required, in `Identified`.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
public enum Kinds {
  /// A tenant.
  public enum App: Identified {
    /// Ids begin with `app_`.
    public static let prefix = "app"
  }
  /// A person, anonymous or known.
  public enum Person: Identified {
    /// Ids begin with `per_`.
    public static let prefix = "per"
  }
  /// An install of an app on a device.
  public enum Install: Identified {
    /// Ids begin with `ins_`.
    public static let prefix = "ins"
  }
  /// A link.
  public enum Link: Identified {
    /// Ids begin with `lnk_`.
    public static let prefix = "lnk"
  }
  /// One opening of a link in a browser.
  public enum Click: Identified {
    /// Ids begin with `clk_`.
    public static let prefix = "clk"
  }
  /// The stored outcome of matching an install.
  public enum Decision: Identified {
    /// Ids begin with `dec_`.
    public static let prefix = "dec"
  }
  /// A campaign.
  public enum Campaign: Identified {
    /// Ids begin with `cmp_`.
    public static let prefix = "cmp"
  }
  /// A person's part in a campaign, with the referrer if there is one.
  public enum Referral: Identified {
    /// Ids begin with `ref_`.
    public static let prefix = "ref"
  }
  /// A reward rule.
  public enum Rule: Identified {
    /// Ids begin with `rul_`.
    public static let prefix = "rul"
  }
  /// A movement in the ledger.
  public enum Transfer: Identified {
    /// Ids begin with `trf_`.
    public static let prefix = "trf"
  }
  /// An event or any other stored fact.
  public enum Fact: Identified {
    /// Ids begin with `fct_`.
    public static let prefix = "fct"
  }
  /// A postback of Apple's.
  public enum Postback: Identified {
    /// Ids begin with `pbk_`.
    public static let prefix = "pbk"
  }
  /// An API key.
  public enum Key: Identified {
    /// Ids begin with `key_`.
    public static let prefix = "key"
  }
  /// A key to which pages seal what they send.
  public enum WebKey: Identified {
    /// Ids begin with `wbk_`.
    public static let prefix = "wbk"
  }
  /// A key by which an app's server signs who its users are.
  public enum IdentityKey: Identified {
    /// Ids begin with `idk_`.
    public static let prefix = "idk"
  }
  /// A request, in logs.
  public enum Request: Identified {
    /// Ids begin with `req_`.
    public static let prefix = "req"
  }
  /// A webhook.
  public enum Webhook: Identified {
    /// Ids begin with `whk_`.
    public static let prefix = "whk"
  }
  /// Something that a webhook is told.
  public enum Delivery: Identified {
    /// Ids begin with `dlv_`.
    public static let prefix = "dlv"
  }
  /// A mail, or a message of another kind, that is sent to a person.
  public enum Message: Identified {
    /// Ids begin with `msg_`.
    public static let prefix = "msg"
  }
  /// People whom somebody has invited by text message, with one call.
  public enum Invite: Identified {
    /// Ids begin with `inv_`.
    public static let prefix = "inv"
  }
  /// What a text message says, with its placeholders.
  public enum MessageText: Identified {
    /// Ids begin with `txt_`.
    public static let prefix = "txt"
  }
  /// A widget of a shop.
  public enum Widget: Identified {
    /// Ids begin with `wid_`.
    public static let prefix = "wid"
  }
  /// A reminder: what people are told whose basket stands still, or whose product costs less.
  public enum Reminder: Identified {
    /// Ids begin with `rem_`.
    public static let prefix = "rem"
  }
  /// What was decided about reminding one person of one thing.
  public enum ReminderDecision: Identified {
    /// Ids begin with `rmd_`.
    public static let prefix = "rmd"
  }
  /// Somebody who works with the dashboard.
  public enum Operator: Identified {
    /// Ids begin with `opr_`.
    public static let prefix = "opr"
  }
  /// A browser in which an operator is signed in.
  public enum OperatorSession: Identified {
    /// Ids begin with `ses_`.
    public static let prefix = "ses"
  }
  /// A link by which somebody signs in to the dashboard, once.
  public enum OperatorLink: Identified {
    /// Ids begin with `opl_`.
    public static let prefix = "opl"
  }
  /// A line of the audit log.
  public enum AuditEntry: Identified {
    /// Ids begin with `aud_`.
    public static let prefix = "aud"
  }
}

/// Id of a tenant.
public typealias AppID = ID<Kinds.App>
/// Id of a person.
public typealias PersonID = ID<Kinds.Person>
/// Id of an install.
public typealias InstallID = ID<Kinds.Install>
/// Id of a link.
public typealias LinkID = ID<Kinds.Link>
/// Id of a click.
public typealias ClickID = ID<Kinds.Click>
/// Id of an invitation.
public typealias InviteID = ID<Kinds.Invite>
/// Id of what a text message says.
public typealias MessageTextID = ID<Kinds.MessageText>
/// Id of an attribution decision.
public typealias DecisionID = ID<Kinds.Decision>
/// Id of a campaign.
public typealias CampaignID = ID<Kinds.Campaign>
/// Id of a referral.
public typealias ReferralID = ID<Kinds.Referral>
/// Id of a reward rule.
public typealias RuleID = ID<Kinds.Rule>
/// Id of a ledger transfer.
public typealias TransferID = ID<Kinds.Transfer>
/// Id of a stored fact.
public typealias FactID = ID<Kinds.Fact>
/// Id of a postback.
public typealias PostbackID = ID<Kinds.Postback>
/// Id of an API key.
public typealias KeyID = ID<Kinds.Key>
/// Id of a key to which pages seal what they send.
public typealias WebKeyID = ID<Kinds.WebKey>
/// Id of a key by which an app's server signs who its users are.
public typealias IdentityKeyID = ID<Kinds.IdentityKey>
/// Id of a request.
public typealias RequestID = ID<Kinds.Request>
/// Id of a webhook.
public typealias WebhookID = ID<Kinds.Webhook>
/// Id of a delivery.
public typealias DeliveryID = ID<Kinds.Delivery>
/// Id of a message.
public typealias MessageID = ID<Kinds.Message>
/// Id of a widget.
public typealias WidgetID = ID<Kinds.Widget>
/// Id of a reminder.
public typealias ReminderID = ID<Kinds.Reminder>
/// Id of a decision about a reminder.
public typealias ReminderDecisionID = ID<Kinds.ReminderDecision>
/// Id of somebody who works with the dashboard.
public typealias OperatorID = ID<Kinds.Operator>
/// Id of a browser in which an operator is signed in.
public typealias OperatorSessionID = ID<Kinds.OperatorSession>
/// Id of a link by which somebody signs in to the dashboard.
public typealias OperatorLinkID = ID<Kinds.OperatorLink>
/// Id of a line of the audit log.
public typealias AuditEntryID = ID<Kinds.AuditEntry>
