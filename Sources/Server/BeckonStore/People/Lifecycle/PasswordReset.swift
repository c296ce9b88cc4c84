import BeckonBasics
import BeckonEngine
import BeckonModel

/// Another password for who has forgotten theirs, by a single-use token.
public struct PasswordReset {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Uses a token up and sets the password. Whoever is signed in as the person is so no more. If
  /// the token was mailed, the address is now known to be the person's.
  /// - Parameter proof: what was shown; the install of a token's is the password's.
  /// - Returns: whose it was; `nil` when the token is not good.
  /// - Throws: `DatabaseError`.
  public func set(_ hash: PasswordHash, by token: String, proof: Proof) throws -> PersonID? {
    guard let used = try SignInTokens(scope).useUp(token, for: .passwordReset),
      let stored = try Passwords(scope).find(of: used.person)
    else { return nil }
    let person = used.person
    if let email = used.email {
      // An address that is not theirs any more, or has no password, sets none.
      guard email == stored.email,
        let address = try EmailVerification(scope).address(email, of: person)
      else { return nil }
      try EmailVerification(scope).note(address, of: person)
    }
    try Passwords(scope).set(hash, for: person, email: stored.email, by: proof)
    try EndedSessions(scope).end(of: person, but: Proof(key: .publishable, token: nil))
    return person
  }
}
