/// By what somebody may be written to of what they have not asked for, if they have said yes.
public enum ContactChannel: String, CaseIterable, Sendable {
  /// Mails.
  case mail
  /// Text messages.
  case sms
  /// WhatsApp, by the app's own server.
  case whatsApp = "whatsapp"
  /// Notifications of the app, by its own server.
  case push
}
