import BeckonModel

/// The calls of Linkrunner's clients: all carry the key as `token` in the body.
extension Route {
  /// First launch.
  public static let linkrunnerInit = linkrunner(.initialize)
  /// Where the install came from.
  public static let linkrunnerAttribution = linkrunner(.attributionData)
  /// Somebody signed up or in.
  public static let linkrunnerTrigger = linkrunner(.trigger)
  /// More about the person.
  public static let linkrunnerSetUserData = linkrunner(.setUserData)
  /// The app's own id of the person.
  public static let linkrunnerCustomerUserID = linkrunner(.customerUserID)
  /// An event.
  public static let linkrunnerCaptureEvent = linkrunner(.captureEvent)
  /// A payment.
  public static let linkrunnerCapturePayment = linkrunner(.capturePayment)
  /// A payment that is taken back.
  public static let linkrunnerRemovePayment = linkrunner(.removePayment)
  /// The device's address for notifications.
  public static let linkrunnerUpdatePushToken = linkrunner(.updatePushToken)
  /// Ids that other services have given to the person.
  public static let linkrunnerIntegrations = linkrunner(.integrations)
  /// A link was opened.
  public static let linkrunnerHandleDeeplink = linkrunner(.handleDeepLink)

  // The web SDK's, and those of older SDKs.

  /// Something that happened on a page.
  public static let linkrunnerWebIngest = linkrunner(path: "/web/ingest")
  /// The same, of older pages.
  public static let linkrunnerWebCollect = linkrunner(path: "/web/collect")
  /// A link was opened, says an older SDK.
  public static let linkrunnerDeeplinkTriggered = linkrunner(path: "/deeplink-triggered")
  /// Is there such an app?
  public static let linkrunnerProfile = linkrunner("GET", path: "/getProfile", .ordinary)
  /// The device's address for notifications, from an older SDK.
  public static let linkrunnerOldPushToken = linkrunner(path: "/updatePushToken")
  /// An older SDK's own log, which nobody keeps.
  public static let linkrunnerLog = linkrunner(path: "/log", .ordinary)

  // The calls of an app's server, with a secret key in `linkrunner-key`.

  /// Make a campaign link.
  public static let linkrunnerCreateCampaign = linkrunnerServer("POST", "create-campaign")
  /// The campaign links.
  public static let linkrunnerListCampaigns = linkrunnerServer("GET", "campaigns")
  /// Change a campaign link.
  public static let linkrunnerPatchCampaign = linkrunnerServer("PATCH", "campaigns/{display_id}")
  /// The same.
  public static let linkrunnerPutCampaign = linkrunnerServer("PUT", "campaigns/{display_id}")
  /// Delete a campaign link.
  public static let linkrunnerDeleteCampaign = linkrunnerServer("DELETE", "campaigns/{display_id}")
  /// Who came through a campaign link.
  public static let linkrunnerAttributedUsers = linkrunnerServer("GET", "attributed-users")
  /// Where one user came from.
  public static let linkrunnerAttributionResult = linkrunnerServer("GET", "get-attribution-result")
  /// An event of a user.
  public static let linkrunnerServerEvent = linkrunnerServer("POST", "capture-event")
  /// A payment of a user.
  public static let linkrunnerServerPayment = linkrunnerServer("POST", "capture-payment")
  /// A payment that is taken back.
  public static let linkrunnerServerRemovePayment = linkrunnerServer("POST", "remove-payment")
  /// Figures of the campaign links.
  public static let linkrunnerReporting = linkrunnerServer("GET", "reporting/campaigns")

  /// Every route of Linkrunner's protocol.
  public static let linkrunner: [Route] = [
    linkrunnerInit, linkrunnerAttribution, linkrunnerTrigger, linkrunnerSetUserData,
    linkrunnerCustomerUserID, linkrunnerCaptureEvent, linkrunnerCapturePayment,
    linkrunnerRemovePayment, linkrunnerUpdatePushToken, linkrunnerIntegrations,
    linkrunnerHandleDeeplink,
    linkrunnerCreateCampaign, linkrunnerListCampaigns, linkrunnerPatchCampaign,
    linkrunnerPutCampaign, linkrunnerDeleteCampaign, linkrunnerAttributedUsers,
    linkrunnerAttributionResult, linkrunnerServerEvent, linkrunnerServerPayment,
    linkrunnerServerRemovePayment, linkrunnerReporting,
    linkrunnerWebIngest, linkrunnerWebCollect, linkrunnerDeeplinkTriggered, linkrunnerProfile,
    linkrunnerOldPushToken, linkrunnerLog,
  ]

  private static func linkrunnerServer(_ method: String, _ name: String) -> Route {
    Route(method, "/api/v1/" + name, .secretKey, vendor: .linkrunner)
  }

  private static func linkrunner(
    _ method: String = "POST", path: String, _ rate: RateClass = .install
  ) -> Route {
    Route(method, path, .key, rate, vendor: .linkrunner)
  }

  private static func linkrunner(_ path: Linkrunner.Path) -> Route {
    linkrunner(path: path.rawValue)
  }
}
