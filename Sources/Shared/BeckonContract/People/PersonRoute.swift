import BeckonModel

/// People.
public enum PersonRoute: RouteGroup {
  /// Create a person or find one.
  case identify
  /// One person.
  case read
  /// Set attributes.
  case update
  /// Erase a person.
  case erase
  /// People, or the one of an identity, who is neither created nor confirmed by it.
  case list
  /// Why a person was not paid.
  case explainUnpaid
  /// Everything about a person.
  case export
  /// Two people are one.
  case merge
  /// Let a person sign in on a new phone.
  case createSignInToken
  /// Have a mail sent that asks whether an address is the person's.
  case verifyEmail

  /// The call.
  public var route: Route {
    switch self {
    case .identify: Route("POST", "/v1/people", .key, .guarded)
    case .read: Route("GET", "/v1/people/{person}", .key)
    case .update: Route("PATCH", "/v1/people/{person}", .key)
    case .erase: Route("DELETE", "/v1/people/{person}", .key)
    case .list:
      Route(
        "GET", "/v1/people", .secretKey,
        query: IdentityKind.allCases.map(\.rawValue) + ["code", "install_id"] + Route.period
          + Route.page)
    case .explainUnpaid:
      Route("GET", "/v1/people/{person}/unpaid", .secretKey, query: ["facts"])
    case .export: Route("GET", "/v1/people/{person}/export", .key, .guarded, query: ["after"])
    case .merge: Route("POST", "/v1/people/{person}/merge", .secretKey)
    case .createSignInToken: Route("POST", "/v1/people/{person}/tokens", .secretKey)
    case .verifyEmail: Route("POST", "/v1/people/{person}/verification", .key, .guarded)
    }
  }
}
