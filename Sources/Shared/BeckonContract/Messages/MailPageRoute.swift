/// Pages to which the links in mails lead. A look changes nothing, because programs that check
/// mails follow links too; the button on the page does.
public enum MailPageRoute: RouteGroup {
  /// Asks for another password.
  case resetPassword
  /// Sets it.
  case setPassword
  /// Asks whether an address is the reader's.
  case verifyEmail
  /// Notes that it is.
  case confirmEmail
  /// Asks whether nothing more shall be sent.
  case leave
  /// Notes that. Programs for mails ask it by themselves (RFC 8058).
  case confirmLeaving

  /// The call.
  public var route: Route {
    switch self {
    case .resetPassword: Route("GET", "/web/reset/{app}/{token}", .open)
    case .setPassword: Route("POST", "/web/reset/{app}/{token}", .open)
    case .verifyEmail: Route("GET", "/web/verify/{app}/{token}", .open)
    case .confirmEmail: Route("POST", "/web/verify/{app}/{token}", .open)
    case .leave: Route("GET", "/web/unsubscribe/{app}/{token}", .open)
    case .confirmLeaving: Route("POST", "/web/unsubscribe/{app}/{token}", .open)
    }
  }
}
