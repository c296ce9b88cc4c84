import BeckonModel

/// By what a message goes.
public enum MessageChannel: String, CaseIterable, Sendable {
  /// E-mail.
  case mail
  /// Text messages to phones.
  case sms

  /// Messages on their way to one gateway at a time, from one server.
  public var inFlightMax: Int { self == .mail ? Limits.mailsInFlight : Limits.textsInFlight }
}

/// Why a message is sent.
public enum MessageKind: String, CaseIterable, Sendable {
  /// Asks the owner of a mailbox whether the address is theirs.
  case verifyEmail = "verify_email"
  /// Lets somebody choose another password.
  case passwordReset = "password_reset"
  /// Invites somebody, in another person's name.
  case invite
  /// Reminds somebody of a basket or a price, who has said yes to it: by mail or text message.
  case reminder

  /// Whether it answers somebody who has an account and asked for it, so that it is sent also to
  /// who wants no mails. An address can be claimed by anybody, who then has its owner asked.
  public var isAnswer: Bool { self == .passwordReset }

  /// After so long nobody waits for it any more, and it is not sent.
  public var lifeMilliseconds: Int64 {
    switch self {
    case .verifyEmail: Span.dayMilliseconds
    case .passwordReset: Span.hourMilliseconds
    case .invite, .reminder: Span.dayMilliseconds
    }
  }
}

/// Where a message stands. It moves as `MessageVerdict` says.
public enum MessageState: String, CaseIterable, Sendable {
  /// It waits for a gateway.
  case queued
  /// A server has taken it, and may be handing it over just now.
  case sending
  /// A gateway has taken it.
  case sent
  /// It was refused, or nobody took it in time.
  case failed
  /// It was handed over, and the answer was lost: it may have been sent. It is never sent again by
  /// itself.
  case uncertain
  /// The recipient is on the app's list of those to whom nothing is sent, or for another reason
  /// nothing goes there.
  case suppressed

  /// Whether it may be sent once more, on an operator's word.
  public var canBeResent: Bool { self == .uncertain || self == .failed }
}
