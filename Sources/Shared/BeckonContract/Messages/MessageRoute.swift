/// Messages to people, and to whom none are sent.
public enum MessageRoute: RouteGroup {
  /// The app's messages.
  case list
  /// One message.
  case read
  /// Send one once more that failed, or may not have been sent.
  case resend
  /// Do not send one that still waits.
  case callOff
  /// To whom nothing is sent.
  case listSuppressions
  /// Whether nothing is sent to a mail address or phone number.
  case readSuppression
  /// Send nothing to a mail address or phone number.
  case suppress
  /// Send to a mail address or phone number again.
  case endSuppression

  /// The call.
  public var route: Route {
    switch self {
    case .list:
      Route(
        "GET", "/v1/messages", .secretKey,
        query: ["person", "email", "phone", "kind", "state"] + Route.period + Route.page)
    case .read: Route("GET", "/v1/messages/{message}", .secretKey)
    case .resend: Route("POST", "/v1/messages/{message}/resend", .secretKey)
    case .callOff: Route("DELETE", "/v1/messages/{message}", .secretKey)
    case .listSuppressions:
      Route(
        "GET", "/v1/suppressions", .secretKey, query: ["channel", "reason"] + Route.page)
    case .readSuppression: Route("GET", "/v1/suppressions/{email}", .secretKey)
    case .suppress: Route("PUT", "/v1/suppressions/{email}", .secretKey)
    case .endSuppression: Route("DELETE", "/v1/suppressions/{email}", .secretKey)
    }
  }
}
