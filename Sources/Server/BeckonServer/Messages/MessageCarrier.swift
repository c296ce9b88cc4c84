import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// What one channel of messages has of its own: gateways, and what is handed to them.
protocol MessageCarrier: Sendable {
  associatedtype Gateway: Sendable
  /// What a gateway is handed.
  associatedtype Letter: Sendable
  /// What comes of that.
  associatedtype Outcome: Sendable

  var channel: MessageChannel { get }
  /// What the log says when a gateway has failed.
  var failure: StaticString { get }

  /// What a gateway is called in lists and logs: no password.
  func name(of gateway: Gateway) -> String

  /// Makes what a claimed message says, in the transaction in which it was claimed; `nil` for one
  /// that is not handed over now, which has been given back.
  /// - Throws: `DatabaseError`.
  func make(
    _ claimed: ClaimedMessage, for gateway: Gateway, _ scope: Scope
  ) throws -> Letter?

  /// Hands it over.
  func send(_ letter: Letter, through gateway: Gateway) async -> Outcome

  /// Why it is the gateway that has failed; `nil` when it has not.
  func fault(of outcome: Outcome) -> String?

  /// Notes what came of it; `nil` when the message is not this server's any more.
  /// - Throws: `DatabaseError`.
  func record(
    _ outcome: Outcome, of claimed: ClaimedMessage, through gateway: Gateway, _ scope: Scope
  ) throws -> MessageVerdict?
}

extension MessageCarrier {
  /// Whether a message is a reminder that must not go any more; then it was given up.
  /// - Throws: `DatabaseError`.
  fileprivate func isWithheld(
    _ claimed: ClaimedMessage, _ publicURL: String, _ scope: Scope
  ) throws -> Bool {
    guard claimed.kind == .reminder else { return false }
    let known = ReminderSurroundings(publicURL: publicURL)
    guard let reason = try ReminderRecheck(scope, known).objection(to: claimed) else {
      return false
    }
    try Messages(scope).withhold(claimed, reason: reason)
    return true
  }
}

/// Mails, by mail servers.
struct MailCarrier: MessageCarrier {
  let client: MailClient
  let publicURL: @Sendable () -> String

  let channel = MessageChannel.mail
  let failure: StaticString = "a mail gateway has failed"

  func name(of gateway: MailGateway) -> String { gateway.name }

  func make(
    _ claimed: ClaimedMessage, for gateway: MailGateway, _ scope: Scope
  ) throws -> OutgoingMail? {
    let contents = MessageContents(publicURL: publicURL())
    guard let settings = scope.app.settings.mail,
      let recipient = MailboxAddress(claimed.recipient),
      let sender = try? MailSender(settings, appName: scope.app.name)
    else {
      try Messages(scope).drop(claimed, reason: "no_sender")
      return nil
    }
    if try isWithheld(claimed, publicURL(), scope) { return nil }
    guard let content = try contents.mail(claimed, scope) else {
      try Messages(scope).drop(claimed, reason: "not_needed")
      return nil
    }
    return try OutgoingMail(
      id: claimed.id, from: sender, to: recipient, content, at: scope.now,
      unsubscribeURL: contents.unsubscribeURL(claimed, scope))
  }

  func send(_ letter: OutgoingMail, through gateway: MailGateway) async -> MailOutcome {
    await client.send(letter, through: gateway)
  }

  func fault(of outcome: MailOutcome) -> String? { outcome.gatewayFault }

  func record(
    _ outcome: MailOutcome, of claimed: ClaimedMessage, through gateway: MailGateway,
    _ scope: Scope
  ) throws -> MessageVerdict? {
    try Messages(scope).record(outcome, of: claimed, through: gateway.name)
  }
}

/// Text messages, by gateways of phone networks.
struct SMSCarrier: MessageCarrier {
  let publicURL: @Sendable () -> String

  let channel = MessageChannel.sms
  let failure: StaticString = "a gateway of text messages has failed"

  func name(of gateway: any SMSGateway) -> String { gateway.name }

  func make(
    _ claimed: ClaimedMessage, for gateway: any SMSGateway, _ scope: Scope
  ) throws -> OutgoingSMS? {
    guard let text = claimed.text, let sender = SMSSender(text.sender) else {
      try Messages(scope).drop(claimed, reason: "no_sender")
      return nil
    }
    if try isWithheld(claimed, publicURL(), scope) { return nil }
    if let reason = try reason(against: claimed.recipient, scope) {
      try Messages(scope).withhold(claimed, reason: reason)
      return nil
    }
    // It may have waited for a gateway until people sleep again.
    if scope.app.settings.texts?.keepsQuietHours ?? true {
      let awake = CountryZones.system.nextAwake(.standard, in: text.country, from: scope.now)
      let last = text.writtenAt.adding(milliseconds: QuietHours.holdMilliseconds)
      guard awake <= scope.now || last < awake else {
        try Messages(scope).postpone(claimed, until: awake)
        return nil
      }
    }
    let receipts = ReceiptURL(key: scope.app.pepper)
    return OutgoingSMS(
      id: claimed.id, from: sender, to: claimed.recipient, text: text.body,
      validityMinutes: Span.dayMilliseconds / Span.minuteMilliseconds,
      receiptURL: publicURL()
        + receipts.path(of: claimed.id, app: scope.app.id, kind: gateway.kind))
  }

  /// Why nothing goes to a number any more: much may have changed since the message was written.
  private func reason(
    against recipient: String, _ scope: Scope
  ) throws -> InviteDecision.Reason? {
    let number = Identity(kind: .phone, value: recipient)
    guard try Suppressions(scope).find(number) == nil else { return .suppressed }
    guard let settings = scope.app.settings.texts else { return .notSetUp }
    let team = Set(texts: settings.trialNumbers)
    return team.isEmpty || team.contains(TextKey(recipient)) ? nil : .trial
  }

  func send(_ letter: OutgoingSMS, through gateway: any SMSGateway) async -> SMSOutcome {
    await gateway.send(letter)
  }

  func fault(of outcome: SMSOutcome) -> String? { outcome.gatewayFault }

  func record(
    _ outcome: SMSOutcome, of claimed: ClaimedMessage, through gateway: any SMSGateway,
    _ scope: Scope
  ) throws -> MessageVerdict? {
    try Messages(scope).record(outcome, of: claimed, through: gateway.name)
  }
}
