/// Invitations by text message, each in a person's name.
public enum InviteRoute: RouteGroup {
  /// Invite people.
  case create
  /// The invitations of a person, or of all.
  case list
  /// One invitation, and what became of it.
  case read

  /// The call.
  public var route: Route {
    switch self {
    case .create: Route("POST", "/v1/invites", .key, .guarded)
    case .list: Route("GET", "/v1/invites", .key, query: ["person"] + Route.page)
    case .read: Route("GET", "/v1/invites/{invite}", .key)
    }
  }
}

/// What text messages say.
public enum MessageTextRoute: RouteGroup {
  /// Write one.
  case create
  /// The app's own.
  case list
  /// One of them.
  case read
  /// Write it anew.
  case replace
  /// Take it away.
  case delete

  /// The call.
  public var route: Route {
    switch self {
    case .create: Route("POST", "/v1/messages/texts", .key, .guarded)
    case .list: Route("GET", "/v1/messages/texts", .secretKey)
    case .read: Route("GET", "/v1/messages/texts/{text}", .key)
    case .replace: Route("PUT", "/v1/messages/texts/{text}", .key, .guarded)
    case .delete: Route("DELETE", "/v1/messages/texts/{text}", .key, .guarded)
    }
  }
}

/// What gateways of text messages tell: receipts, and what people answer.
public enum SMSRoute: RouteGroup {
  /// Where answers of people are to be sent.
  case readReplyURL
  /// A receipt, as most gateways send it.
  case noteReceipt
  /// A receipt, as the others do.
  case noteReceiptByPost
  /// What somebody answers.
  case noteReply
  /// The same by a form.
  case noteReplyByPost

  /// The call.
  public var route: Route {
    switch self {
    case .readReplyURL: Route("GET", "/v1/messages/replies", .secretKey)
    case .noteReceipt: Route("GET", "/web/sms/{app}/{gateway}/{receipt}", .open)
    case .noteReceiptByPost: Route("POST", "/web/sms/{app}/{gateway}/{receipt}", .open)
    case .noteReply: Route("GET", "/web/sms/{app}/{token}", .open)
    case .noteReplyByPost: Route("POST", "/web/sms/{app}/{token}", .open)
    }
  }
}
