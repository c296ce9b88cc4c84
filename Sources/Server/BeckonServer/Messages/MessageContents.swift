import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// What messages say. It is made when a message is claimed, in the same transaction, with a token
/// that nobody else ever sees.
struct MessageContents: Sendable {
  /// The URL under which people reach the server.
  let publicURL: String

  /// What a mail says; `nil` when it is of no use any more, because the address is not the person's
  /// or what was asked for has happened.
  /// - Throws: `DatabaseError`.
  func mail(_ claimed: ClaimedMessage, _ scope: Scope) throws -> MailContent? {
    if claimed.kind == .reminder { return try reminder(claimed, scope) }
    let email = Identity(kind: .email, value: claimed.recipient)
    guard let person = claimed.person, try isTheirs(email, person, claimed.kind, scope) else {
      return nil
    }
    let purpose: SignInTokens.Purpose =
      claimed.kind == .passwordReset ? .passwordReset : .emailVerification
    let token = try SignInTokens(scope).issue(
      to: person, for: purpose, mailedTo: scope.app.digest(of: email))
    let route: MailPageRoute = claimed.kind == .passwordReset ? .resetPassword : .verifyEmail
    let page = MailPage(
      kind: claimed.kind, appName: MailText.oneLine(scope.app.name), address: claimed.recipient,
      url: publicURL + route.route.path(scope.app.id.text, token),
      campaign: claimed.campaign.flatMap(scope.app.campaign).map { ($0.name, $0.url) },
      language: Language(word: claimed.language) ?? .english)
    return try? page.content
  }

  private func reminder(_ claimed: ClaimedMessage, _ scope: Scope) throws -> MailContent? {
    let known = ReminderSurroundings(publicURL: publicURL)
    guard let mail = try ReminderRecheck(scope, known).mail(claimed),
      let leavingURL = unsubscribeURL(claimed, scope)
    else { return nil }
    let page = ReminderPage(
      mail: mail, appName: MailText.oneLine(scope.app.name), leavingURL: leavingURL)
    return try? page.content
  }

  /// Where a mail's reader says that they want no more; `nil` for one that they asked for.
  func unsubscribeURL(_ claimed: ClaimedMessage, _ scope: Scope) -> String? {
    guard claimed.kind == .verifyEmail || claimed.kind == .reminder else { return nil }
    let email = Identity(kind: .email, value: claimed.recipient)
    return publicURL
      + MailPageRoute.leave.route.path(
        scope.app.id.text, Suppressions(scope).leavingToken(for: email))
  }

  private func isTheirs(
    _ email: Identity, _ person: PersonID, _ kind: MessageKind, _ scope: Scope
  ) throws -> Bool {
    switch kind {
    case .invite, .reminder: return false
    case .passwordReset: return try Passwords(scope).find(email)?.person == person
    case .verifyEmail:
      let isKnown = try People(scope).identities(of: person).contains(email)
      return try isKnown && !People(scope).verified(of: person).contains { $0.email == email }
    }
  }
}
