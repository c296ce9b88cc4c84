import BeckonEngine
import BeckonModel

/// For whom an identity token vouches: what the app's server says of a caller that has only a
/// publishable key.
public enum Voucher: Hashable, Sendable {
  /// The caller is this person: by a single-use token.
  case person(PersonID)
  /// The caller is the app's user of this id: by its signature.
  case user(Identity)
}

extension Voucher {
  /// Reads an identity token of either kind, and uses it up if it is good only once.
  /// - Throws: `IdentityTokenFault`, `DatabaseError`.
  public static func redeem(_ token: String, _ scope: Scope) throws -> Voucher {
    if token.hasPrefix(SignInTokens.Purpose.signIn.prefix + "_") {
      let person = try SignInTokens(scope).use(token)
      guard let person else { throw IdentityTokenFault.notOpen }
      return .person(person)
    }
    let signed = try SignedIdentity(token)
    let keys = try IdentityKeys(scope.connection).keys(of: scope.app.number)
      .filter { signed.keyID == nil || signed.keyID == $0.id.text }
    guard keys.contains(where: { $0.verifies(signed.signature, of: signed.signedBytes) }) else {
      throw IdentityTokenFault.signature
    }
    let userID = try signed.userID(in: scope.app.id, at: scope.now)
    return .user(Identity(kind: .userID, value: userID))
  }

  /// Whether the app's server says by it that an identity is the caller's.
  func vouches(for identity: Identity) -> Bool { self == .user(identity) }
}

extension Voucher? {
  /// All by which a call names somebody, with the user id that is signed if it names none.
  func completing(_ identities: [Identity]) -> [Identity] {
    guard case .user(let user) = self, !identities.contains(where: { $0.kind == .userID }) else {
      return identities
    }
    return [user] + identities
  }
}
