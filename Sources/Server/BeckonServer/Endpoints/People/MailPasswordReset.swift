import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/password-resets/mail`: who has forgotten the password gets a mail with a link. The
/// answer is the same whether or not anybody has one with this address, also when there have been
/// too many.
enum MailPasswordReset {
  static func prepare(_ call: Call) throws -> Work {
    let body = try MailPasswordResetBody.Request(try call.fields())
    let email = try Call.mailbox(body.email)
    try call.requireMail()
    try call.takePassword(of: "mail " + email.value)
    let language = call.language(body.language)
    let metrics = call.services[Metrics.self]
    return .write { scope in
      guard let stored = try Passwords(scope).find(email) else {
        try Messages(scope).noteAsked()
        return false
      }
      let new = NewMessage(
        mail: .passwordReset, to: email, of: stored.person, language: language.rawValue)
      if case .tooMany = try Messages(scope).write(new) { return true }
      return false
    } then: { isTooMany in
      if isTooMany { metrics.count(.messages, "limited") }
      return .json(["email": .string(email.value)], status: 202)
    }
  }
}
