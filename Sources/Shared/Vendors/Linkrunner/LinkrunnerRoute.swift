import BeckonContract

/// What Linkrunner's clients call: all carry the key as `token` in the body.
public enum LinkrunnerClientRoute: RouteGroup {
  /// First launch.
  case initialize
  /// Where the install came from.
  case attributionData
  /// Somebody signed up or in.
  case trigger
  /// More about the person.
  case setUserData
  /// The app's own id of the person.
  case customerUserID
  /// An event.
  case captureEvent
  /// A payment.
  case capturePayment
  /// A payment that is taken back.
  case removePayment
  /// The device's address for notifications.
  case updatePushToken
  /// Ids that other services have given to the person.
  case integrations
  /// A link was opened.
  case handleDeepLink
  /// A link was opened, says an older client.
  case deepLinkTriggered
  /// Is there such an app?
  case profile
  /// The device's address for notifications, from an older client.
  case oldPushToken
  /// An older client's own log, which nobody keeps.
  case log
  /// `deepLinkTriggered` where a proxy hands the calls on without their first parts.
  case rootDeepLinkTriggered
  /// `profile` there.
  case rootProfile
  /// `oldPushToken` there.
  case rootOldPushToken
  /// `log` there.
  case rootLog

  /// The call.
  public var route: Route {
    switch self {
    case .initialize: post(.initialize)
    case .attributionData: post(.attributionData)
    case .trigger: post(.trigger)
    case .setUserData: post(.setUserData)
    case .customerUserID: post(.customerUserID)
    case .captureEvent: post(.captureEvent)
    case .capturePayment: post(.capturePayment)
    case .removePayment: post(.removePayment)
    case .updatePushToken: post(.updatePushToken)
    case .integrations: post(.integrations)
    case .handleDeepLink: post(.handleDeepLink)
    case .deepLinkTriggered: Route("POST", "/api/client/deeplink-triggered", .key, .install)
    case .profile: Route("GET", "/api/client/getProfile", .key)
    case .oldPushToken: Route("POST", "/api/client/updatePushToken", .key, .install)
    case .log: Route("POST", "/api/client/log", .key)
    case .rootDeepLinkTriggered: Route("POST", "/deeplink-triggered", .key, .install)
    case .rootProfile: Route("GET", "/getProfile", .key)
    case .rootOldPushToken: Route("POST", "/updatePushToken", .key, .install)
    case .rootLog: Route("POST", "/log", .key)
    }
  }

  private func post(_ path: Linkrunner.Path) -> Route {
    Route("POST", path.rawValue, .key, .install)
  }
}

/// What pages call, with the key in the body too, which may be sealed.
public enum LinkrunnerWebRoute: RouteGroup {
  /// Something that happened on a page.
  case ingest
  /// The same, of older pages.
  case collect

  /// The call.
  public var route: Route {
    switch self {
    case .ingest: Route("POST", "/web/ingest", .key, .install)
    case .collect: Route("POST", "/web/collect", .key, .install)
    }
  }
}

/// What pages load.
public enum LinkrunnerPageRoute: RouteGroup {
  /// A script of our own, for pages without the vendor's SDK.
  case script

  /// The call.
  public var route: Route {
    switch self {
    case .script: Route("GET", "/web/page.js", .open)
    }
  }
}

/// What an app's server calls, with a secret key in `linkrunner-key`.
public enum LinkrunnerServerRoute: RouteGroup {
  /// Make a campaign link.
  case createCampaign
  /// The campaign links.
  case listCampaigns
  /// Change a campaign link.
  case patchCampaign
  /// The same.
  case putCampaign
  /// Delete a campaign link.
  case deleteCampaign
  /// Who came through a campaign link.
  case attributedUsers
  /// Where one user came from.
  case attributionResult
  /// An event of a user.
  case captureEvent
  /// A payment of a user.
  case capturePayment
  /// A payment that is taken back.
  case removePayment
  /// Figures of the campaign links.
  case reporting

  /// The call.
  public var route: Route {
    switch self {
    case .createCampaign: call("POST", "create-campaign")
    case .listCampaigns: call("GET", "campaigns")
    case .patchCampaign: call("PATCH", "campaigns/{display_id}")
    case .putCampaign: call("PUT", "campaigns/{display_id}")
    case .deleteCampaign: call("DELETE", "campaigns/{display_id}")
    case .attributedUsers: call("GET", "attributed-users")
    case .attributionResult: call("GET", "get-attribution-result")
    case .captureEvent: call("POST", "capture-event")
    case .capturePayment: call("POST", "capture-payment")
    case .removePayment: call("POST", "remove-payment")
    case .reporting: call("GET", "reporting/campaigns")
    }
  }

  private func call(_ method: String, _ name: String) -> Route {
    Route(method, "/api/v1/" + name, .secretKey)
  }
}

extension Linkrunner {
  /// Every call of the protocol.
  public static let routes =
    LinkrunnerClientRoute.routes + LinkrunnerWebRoute.routes + LinkrunnerPageRoute.routes
    + LinkrunnerServerRoute.routes
}
