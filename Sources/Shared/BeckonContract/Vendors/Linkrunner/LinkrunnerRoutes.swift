import BeckonModel

/// The calls of Linkrunner's clients (wire.md, 5.2): all carry the key as `token` in the body.
extension Route {
  /// First launch.
  public static let linkrunnerInit = linkrunner("init", .guarded)
  /// Where the install came from.
  public static let linkrunnerAttribution = linkrunner("attribution-data")
  /// Somebody signed up or in.
  public static let linkrunnerTrigger = linkrunner("trigger", .guarded)
  /// More about the person.
  public static let linkrunnerSetUserData = linkrunner("set-user-data", .guarded)
  /// The app's own id of the person.
  public static let linkrunnerCustomerUserID = linkrunner("customer-user-id", .guarded)
  /// An event.
  public static let linkrunnerCaptureEvent = linkrunner("capture-event")
  /// A payment.
  public static let linkrunnerCapturePayment = linkrunner("capture-payment")
  /// A payment that is taken back.
  public static let linkrunnerRemovePayment = linkrunner("remove-captured-payment")
  /// The device's address for notifications.
  public static let linkrunnerUpdatePushToken = linkrunner("update-push-token")
  /// Ids that other services have given to the person.
  public static let linkrunnerIntegrations = linkrunner("integrations")
  /// A link was opened.
  public static let linkrunnerHandleDeeplink = linkrunner("handle-deeplink")

  /// Every route of Linkrunner's protocol.
  public static let linkrunner: [Route] = [
    linkrunnerInit, linkrunnerAttribution, linkrunnerTrigger, linkrunnerSetUserData,
    linkrunnerCustomerUserID, linkrunnerCaptureEvent, linkrunnerCapturePayment,
    linkrunnerRemovePayment, linkrunnerUpdatePushToken, linkrunnerIntegrations,
    linkrunnerHandleDeeplink,
  ]

  private static func linkrunner(_ name: String, _ rate: RateClass = .ordinary) -> Route {
    Route("POST", "/api/client/" + name, .key, rate, vendor: .linkrunner)
  }
}
