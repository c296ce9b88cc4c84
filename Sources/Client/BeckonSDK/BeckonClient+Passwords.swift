import BeckonContract
import BeckonModel

extension BeckonClient {
  /// Signs in the person of an e-mail address and a password. Who used the app anonymously on this
  /// phone becomes one with them. From now on events and records are theirs. Of calls that overlap,
  /// the last counts.
  /// - Returns: the person.
  /// - Throws: `BeckonError.refused` with the code `wrong_credentials` when the address or the
  ///   password is wrong; `.offline` and others.
  @discardableResult
  public func signIn(
    email: String, password: String
  ) async throws(BeckonError) -> BeckonPerson {
    try expectOpen()
    let number = identity.beginIdentification()
    let state = try identity.current()
    let request = PasswordSignIn.Request(
      email: email, password: password, installID: state.installID)
    try checked(request.json) { fields throws(FieldError) in _ = try PasswordSignIn.Request(fields)
    }
    let call = ServerConnection.Call(
      PasswordRoute.signIn.route, path: PasswordRoute.signIn.route.path, body: request.json,
      token: state.token, idempotencyKey: nil)
    // The answer has the members of one to `identify` that tell who it is.
    let answer = try read(try await connection.answer(call)) { fields throws(FieldError) in
      try IdentifyPerson.Response(fields)
    }
    try identity.finishIdentification(number, answer, userID: nil, consent: nil)
    return BeckonPerson(answer)
  }

  /// Gives the person who uses the app, perhaps anonymously, an e-mail address and a password to
  /// sign in with. An anonymous person signs up by it and keeps their id and their record.
  /// - Throws: `BeckonError.notIdentified`; `.refused` with the code `email_in_use` when the
  ///   address is another person's, `password_set` when the person has a password; `.invalidInput`
  ///   for a password of less than 8 or more than 128 bytes; `.offline` and others.
  public func linkPassword(
    email: String, password: String
  ) async throws(BeckonError) {
    let state = try identity.current()
    guard let person = state.person else { throw .notIdentified }
    let request = LinkPassword.Request(email: email, password: password)
    try checked(request.json) { fields throws(FieldError) in
      _ = try LinkPassword.Request(fields)
    }
    _ = try await answer(
      ServerConnection.Call(
        PasswordRoute.link.route, path: PasswordRoute.link.route.path(person.id),
        body: request.json, token: state.token, idempotencyKey: nil))
  }

  // MARK: Mails

  /// Has a mail sent to somebody who has forgotten their password, with a link to a page on which
  /// they choose another. Whether anybody signs in with this address is not told.
  /// - Parameters:
  ///   - email: the address with which they sign in.
  ///   - language: of the mail, such as `de`; that of the phone when `nil`.
  /// - Throws: `BeckonError.refused` with the code `mail_not_set_up` when the server or the app
  ///   sends no mails; `.invalidInput` for what is no address; `.rateLimited`, `.offline` and
  ///   others.
  public func mailPasswordReset(
    email: String, language: String? = nil
  ) async throws(BeckonError) {
    try expectOpen()
    let request = MailPasswordResetBody.Request(email: email, language: language)
    try checked(request.json) { fields throws(FieldError) in
      _ = try MailPasswordResetBody.Request(fields)
    }
    let route = PasswordRoute.mailReset.route
    _ = try await connection.answer(
      ServerConnection.Call(
        route, path: route.path, body: request.json, token: nil, idempotencyKey: nil))
  }

  /// Has a mail sent that asks whether an address is the person's who uses the app, with a link to
  /// a page on which they say yes.
  /// - Parameters:
  ///   - email: one of the person's addresses; `nil` for the only one.
  ///   - language: of the mail, such as `de`; that of the phone when `nil`.
  /// - Returns: whether the address is verified already, so that nothing is sent.
  /// - Throws: `BeckonError.notIdentified`; `.refused` with the code `mail_not_set_up` when the
  ///   server or the app sends no mails; `.rateLimited` after five in an hour; `.offline` and
  ///   others.
  @discardableResult
  public func verifyEmail(
    _ email: String? = nil, language: String? = nil
  ) async throws(BeckonError) -> Bool {
    let state = try identity.current()
    guard let person = state.person else { throw .notIdentified }
    let request = VerifyEmailBody.Request(email: email, language: language)
    try checked(request.json) { fields throws(FieldError) in
      _ = try VerifyEmailBody.Request(fields)
    }
    let route = PersonRoute.verifyEmail.route
    let answer = try await answer(
      ServerConnection.Call(
        route, path: route.path(person.id), body: request.json, token: state.token,
        idempotencyKey: nil))
    let response = try read(answer) { fields throws(FieldError) in
      try VerifyEmailBody.Response(fields)
    }
    return response.verifiedAt != nil
  }
}
