import BeckonContract
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// Whether this server can send mails.
struct MailReach: Sendable {
  let hasGateway: Bool
}

extension Call {
  /// Refuses what needs a mail where none can be sent.
  /// - Throws: `Problem`.
  func requireMail() throws {
    guard services[MailReach.self].hasGateway else {
      throw Problem(
        .mailNotSetUp,
        "This server has no mail gateway. Its operator gives it one: beckon serve --mail-gateway "
          + "smtp://USER:PASSWORD@HOST:PORT.")
    }
    guard app.settings.mail != nil else {
      throw Problem(
        .mailNotSetUp,
        "This app has not said who its mails are from. Its server does: PATCH /v1/app "
          + "{\"mail\": {\"from\": \"shop@example.com\"}} with a secret key.")
    }
  }

  /// A mail address as it is stored and sent to.
  /// - Throws: `FieldError`.
  static func mailbox(_ text: String, field: String = "email") throws -> Identity {
    guard let email = MailAddress.normalized(text) else {
      throw FieldError(field, "is not a valid e-mail address")
    }
    guard MailboxAddress(email) != nil else {
      throw FieldError(
        field,
        "is no address to which every mail server can send: it has letters outside ASCII, or a "
          + "character that needs quotes")
    }
    return Identity(kind: .email, value: email)
  }

  /// The language in which somebody is written to: what they ask for, or their program does.
  func language(_ tag: String?) -> Language {
    tag.map { Language(acceptLanguage: $0) }
      ?? Language(acceptLanguage: request.headers["Accept-Language"])
  }
}

extension MailSender {
  /// Who an app's mails are from.
  /// - Throws: `MailFault`.
  init?(_ settings: MailSettings, appName: String) throws(MailFault) {
    guard let address = MailboxAddress(settings.from) else { return nil }
    try self.init(
      address: address, name: settings.name ?? MailText.oneLine(appName),
      replyTo: settings.replyTo.flatMap { MailboxAddress($0) })
  }
}
