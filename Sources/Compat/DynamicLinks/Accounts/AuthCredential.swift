/// What somebody signs in with.
public struct AuthCredential: Sendable, Hashable {
  /// Whose it is: `password`.
  public let provider: String
  let email: String
  let password: String
}

/// Sign-in with an e-mail address and a password.
public enum EmailAuthProvider {
  /// An e-mail address and a password.
  public static func credential(withEmail email: String, password: String) -> AuthCredential {
    AuthCredential(provider: "password", email: email, password: password)
  }
}
