/// What a webhook is told of.
public enum WebhookTopic: Hashable, Sendable {
  /// A person opened a link in a browser.
  case click
  /// A link was opened on a device that has the app.
  case open
  /// An app was launched for the first time, and matched or not.
  case install
  /// A person was created.
  case signUp
  /// A person reached a step of a campaign.
  case conversion
  /// A person became a member of a campaign, or was changed or left there.
  case member
  /// A transfer of the ledger was posted.
  case reward
  /// A reward is held: until a time, or until somebody decides.
  case rewardHeld
  /// A text message has come further, or will not arrive.
  case message
  /// A person is to be reminded, by the app's own server.
  case reminder
  /// An event of this name was accepted.
  case event(String)
  /// A test.
  case ping

  /// As it is written: `click`, `open`, `install`, `signup`, `conversion`, `member`, `reward`,
  /// `reward_held`, `message`, `reminder`, `event:NAME`, `ping`.
  public var text: String {
    if case .event(let name) = self { "event:" + name } else { type }
  }

  /// The topic without an event's name.
  public var type: String {
    switch self {
    case .click: "click"
    case .open: "open"
    case .install: "install"
    case .signUp: "signup"
    case .conversion: "conversion"
    case .member: "member"
    case .reward: "reward"
    case .rewardHeld: "reward_held"
    case .message: "message"
    case .reminder: "reminder"
    case .event: "event"
    case .ping: "ping"
    }
  }

  /// Reads the written form; `nil` for anything else.
  public init?(_ text: String) {
    switch text {
    case "click": self = .click
    case "open": self = .open
    case "install": self = .install
    case "signup": self = .signUp
    case "conversion": self = .conversion
    case "member": self = .member
    case "reward": self = .reward
    case "reward_held": self = .rewardHeld
    case "message": self = .message
    case "reminder": self = .reminder
    case "ping": self = .ping
    default:
      let name = String(Substring(text.utf8.dropFirst("event:".utf8.count)))
      guard text.hasPrefix("event:"), (1...Limits.wordBytes).contains(name.utf8.count) else {
        return nil
      }
      self = .event(name)
    }
  }
}
