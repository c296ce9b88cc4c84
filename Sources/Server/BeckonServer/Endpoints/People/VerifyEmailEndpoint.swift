import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/people/{person}/verification`: a mail that asks whether an address is the person's.
enum VerifyEmailEndpoint {
  static func prepare(_ call: Call) throws -> Work {
    let body = try VerifyEmailBody.Request(try call.fields())
    let named = try body.email.map { try Call.mailbox($0) }
    let language = call.language(body.language)
    return .write { scope in
      let person = try call.person(scope).id
      // After the person: who may not know of them learns nothing of the server's gateway either.
      try call.requireMail()
      let email = try address(named, of: person, scope)
      if let verified = try People(scope).verified(of: person).first(where: { $0.email == email }) {
        return .json(
          VerifyEmailBody.Response(email: email.value, verifiedAt: verified.at).json)
      }
      let new = NewMessage(mail: .verifyEmail, to: email, of: person, language: language.rawValue)
      switch try Messages(scope).write(new) {
      case .tooMany:
        throw Problem(
          .rateLimited,
          "This address has been sent \(Limits.messagesPerRecipientHour) mails in the last hour, or "
            + "the app has used up mail.per_day. Try again later.")
      case .written(let message):
        return .json(
          VerifyEmailBody.Response(
            email: email.value, message: message.id, state: message.state.rawValue
          ).json, status: 202)
      }
    }
  }

  private static func address(
    _ named: Identity?, of person: PersonID, _ scope: Scope
  ) throws -> Identity {
    let known = try People(scope).identities(of: person).filter { $0.kind == .email }
    guard let named else {
      guard let only = known.first, known.count == 1 else {
        throw FieldError(
          "email", known.isEmpty ? "is missing: the person has none" : "must say which of several")
      }
      return try Call.mailbox(only.value)
    }
    guard known.contains(named) else { throw FieldError("email", "is not this person's") }
    return named
  }
}
