import BeckonModel

extension Vendor {
  /// Linkrunner: a key is its `token`.
  public static let linkrunner = Vendor(name: "linkrunner")
}

/// Linkrunner's protocol, as its client for iOS and its REST document speak it. All calls are
/// `POST` with JSON; the body's `token` says whose app it is, `install_instance_id` which install.
public enum Linkrunner {
  /// The calls of a client.
  public enum Path: String, Hashable, Sendable, CaseIterable {
    /// The app was started. `{…, device_data, debug, link?}` → 202 `InstallAccepted`.
    case initialize = "/api/client/init"
    /// Which campaign led to this install? → `AttributionData` in an `Answer`.
    case attributionData = "/api/client/attribution-data"
    /// A person signed up or logged in.
    case trigger = "/api/client/trigger"
    /// What is known of the person.
    case setUserData = "/api/client/set-user-data"
    /// The app's own id of the person.
    case customerUserID = "/api/client/customer-user-id"
    /// Something happened.
    case captureEvent = "/api/client/capture-event"
    /// Money was paid. The same `payment_id` and `type` again changes nothing.
    case capturePayment = "/api/client/capture-payment"
    /// A payment was none.
    case removePayment = "/api/client/remove-captured-payment"
    /// Where notifications go.
    case updatePushToken = "/api/client/update-push-token"
    /// Ids in other services.
    case integrations = "/api/client/integrations"
    /// The app was opened by a link. → `DeepLink` in an `Answer`.
    case handleDeepLink = "/api/client/handle-deeplink"
  }

  /// The value of `platform` for an iPhone.
  public static let platformIOS = "IOS"
  /// The value of `platform` for Android.
  public static let platformAndroid = "ANDROID"
  /// The value of `platform` of older clients for React Native, on either system.
  public static let platformReactNative = "REACT_NATIVE"
  /// The value of `platform` of older clients for Flutter, on either system.
  public static let platformFlutter = "FLUTTER"
  /// The value of `attribution_source` when no campaign led to the install.
  public static let organicSource = "ORGANIC"
  /// What a client takes a missing `attribution_source` for.
  public static let unknownSource = "UNKNOWN"
}
