import BeckonModel

/// What a person says of being written to, for reminders and the like. What is `nil` was not asked:
/// it stays as it was, and who has said nothing has not said yes.
public struct ContactConsent: Sendable, Hashable {
  /// Mails.
  public var mail: Bool?
  /// Text messages.
  public var sms: Bool?
  /// WhatsApp, by the app's own server.
  public var whatsApp: Bool?
  /// Notifications of the app, by its own server.
  public var push: Bool?

  /// Says nothing.
  public init() {}

  var said: [ContactChannel: Bool] {
    let all: [ContactChannel: Bool?] = [
      .mail: mail, .sms: sms, .whatsApp: whatsApp, .push: push,
    ]
    return all.compactMapValues { $0 }
  }
}
