import BeckonDatabase
import BeckonModel

/// Signs a person out everywhere, because the password is another now.
public struct EndedSessions {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Makes a person's tokens worthless, those to sign in with too, and phones that the app's server
  /// has named no proof of being theirs. What the caller shows stays, and the phone on which it was
  /// asked for.
  /// - Throws: `DatabaseError`.
  public func end(of person: PersonID, but proof: Proof) throws {
    let tokens = Tokens(scope)
    try Installs(scope).endNaming(of: person, but: tokens.install(of: proof))
    try tokens.revoke(person, butShownBy: proof)
    try SignInTokens(scope).revokeOpening(person)
  }
}
