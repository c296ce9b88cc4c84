import BeckonModel

/// What an app tells people who have said yes to it: that their basket stands still, or that a
/// product of theirs costs less.
public struct Reminder: Hashable, Sendable {
  /// Its id.
  public let id: ReminderID
  /// What its operator has set.
  public var settings: ReminderSettings

  /// Makes one.
  public init(id: ReminderID, _ settings: ReminderSettings) {
    self.id = id
    self.settings = settings
  }

  /// Whether a person is one of those who are told nothing, so that one can see what the reminder
  /// brings. Of one reminder it is the same for a person each time.
  public func holdsOut(_ person: PersonID) -> Bool {
    // Of an id that is made by chance the last bits are as good as any; those of the reminder make
    // others of them for each reminder.
    let lot = (person.identifier.low ^ id.identifier.low) &* 0x9E37_79B9_7F4A_7C15
    return (lot >> 32) % 10_000 < UInt64(settings.holdOutPercent) * 100
  }
}

/// Why people are reminded.
public enum ReminderCause: String, CaseIterable, Sendable {
  /// Their basket has products, they have not bought them, and have done nothing for a while.
  case abandonedBasket = "abandoned_basket"
  /// A product costs less that they have looked at, or have put into a basket.
  case priceDrop = "price_drop"
  /// A product can be bought again that they have looked at, or have put into a basket.
  case backInStock = "back_in_stock"
}

/// By what people are reminded.
public enum ReminderChannel: String, CaseIterable, Sendable {
  /// A mail.
  case mail
  /// A text message.
  case sms
  /// The app's own server is told, and reminds them as it can.
  case webhook

  /// Which consent lets it: one of these.
  public var consents: [ContactChannel] {
    switch self {
    case .mail: [.mail]
    case .sms: [.sms]
    case .webhook: [.whatsApp, .push]
    }
  }
}

/// What the operator of a reminder says of it.
public enum ReminderState: String, CaseIterable, Sendable {
  /// It reminds.
  case active
  /// It reminds nobody.
  case paused
}

/// Bounds of reminders. Bytes are bytes of UTF-8.
public enum ReminderLimits {
  /// Reminders of an app.
  public static let reminders: Int64 = 20
  /// Languages of a reminder.
  public static let languages = 20
  /// The subject of a mail, with its placeholders.
  public static let subjectBytes = 200
  /// What a mail says, with its placeholders.
  public static let textBytes = 10_000
  /// What stands on the button of a mail.
  public static let buttonBytes = 100
  /// A product's title in a message; what is longer is cut.
  public static let productBytes = 120
  /// Minutes of silence, or of waiting: 90 days at most.
  public static let delayMinutes: ClosedRange<Int64> = 0...129_600
  /// Days for which it is known who has looked at a product.
  public static let interestDays: Int64 = 90
  /// Days for which decisions are kept.
  public static let decisionDays: Int64 = 92
  /// Days behind a reminder in which a purchase counts for it.
  public static let purchaseDays: Int64 = 7
  /// What became of a product longer ago than this, a price that fell or its coming back, reminds
  /// nobody any more.
  public static let newsHours: Int64 = 24
  /// For so long a reminder is held back at most.
  public static let holdMilliseconds: Int64 = Span.dayMilliseconds
  /// Parts that a text message takes, if its own words fit into them.
  public static let textParts = 3
  /// A longer name is left out.
  public static let nameBytes = 60
  /// What is left of a product's title in a text message that would be too long.
  public static let shortTitleBytes = 40
}
