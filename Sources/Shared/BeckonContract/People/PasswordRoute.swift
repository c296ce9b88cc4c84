import BeckonModel

/// Sign-in with an e-mail address and a password, and its end.
public enum PasswordRoute: RouteGroup {
  /// Sign in.
  case signIn
  /// Give a person, who may be anonymous, an address and a password.
  case link
  /// Change the password.
  case change
  /// Let a person choose another who has forgotten it.
  case allowReset
  /// Choose another.
  case reset
  /// Have a mail sent by which another is chosen.
  case mailReset
  /// Sign out.
  case signOut

  /// The call.
  public var route: Route {
    switch self {
    case .signIn: Route("POST", "/v1/sign-in", .key, .guarded)
    case .link: Route("POST", "/v1/people/{person}/password", .key, .guarded)
    case .change: Route("PUT", "/v1/people/{person}/password", .key, .guarded)
    case .allowReset: Route("POST", "/v1/people/{person}/password-reset", .secretKey)
    case .reset: Route("POST", "/v1/password-resets", .key, .guarded)
    case .mailReset: Route("POST", "/v1/password-resets/mail", .key, .guarded)
    case .signOut: Route("DELETE", "/v1/people/{person}/tokens/current", .key)
    }
  }
}
