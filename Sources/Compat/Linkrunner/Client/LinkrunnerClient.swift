import BeckonModel
import BeckonSDK
import Foundation

/// The client that the vendor's REST guide for iOS has one write oneself: the same names, the same
/// calls on the wire, the same keys in the user defaults. What must not be lost goes through the
/// SDK's durable queue.
///
/// A method that reports a fact returns the server's answer. When there is none in time, it returns
/// `["queued": true, "status": 202, …]`; the fact is on disk and arrives once, later.
///
/// Answers are `[String: any Sendable]`, which goes wherever the guide's `[String: Any]` did and
/// lets `Task { try? await … }` compile in Swift 6.
public final class LinkrunnerClient: Sendable {
  /// The app's client.
  public static let shared = LinkrunnerClient(.shared)

  /// What `package_version` says.
  private static let package = "ios-rest-1.0"

  private let session: LinkrunnerSession

  init(_ session: LinkrunnerSession) {
    self.session = session
  }

  /// Says who the app is. Before it nothing is sent. The server is `BeckonURL` in Info.plist; if
  /// `BeckonKey` stands there too, it is used in place of the token.
  /// - Parameters:
  ///   - token: the project's token, registered with the server as an alias, or a key `pk_…`.
  ///   - debug: whether the log says what goes wrong.
  public func configure(token: String, debug: Bool = false) {
    session.configure(token: token, server: nil, isDebugging: debug)
  }

  /// Says who the app is, and where the server is.
  public func configure(token: String, debug: Bool = false, server: URL) {
    session.configure(token: token, server: server, isDebugging: debug)
  }

  /// The install's id: made once, then the same for ever.
  public func installInstanceId() -> String { session.install.installID() }

  /// Asks for the permission to track. Call it when the app is active. Does nothing without
  /// `NSUserTrackingUsageDescription` in Info.plist.
  public func requestTrackingAuthorization() async {
    #if canImport(AppTrackingTransparency)
      _ = await TrackingPermission.request()
    #endif
  }

  /// Registers the install. The server knows it by its id: call it at each start.
  /// - Throws: `LinkrunnerError`.
  @discardableResult
  public func initialize(link: String? = nil) async throws -> [String: any Sendable] {
    let call = LinkrunnerCall.initialize(
      try await session.sender(), package: Self.package, appVersion: DeviceData.appVersion,
      source: nil, link: link)
    return try await session.ask(call).foundationMembers
  }

  /// Which campaign led to the install: `data.campaign_data`, `data.deeplink`.
  /// - Throws: `LinkrunnerError`.
  public func attributionData() async throws -> [String: any Sendable] {
    try await session.ask(.attributionData(try await session.sender())).foundationMembers
  }

  /// Says who the person is. Call it at sign-up and log-in.
  /// - Throws: `LinkrunnerError`.
  @discardableResult
  public func signup(
    userData: [String: Any], additionalData: [String: Any] = [:]
  ) async throws -> [String: any Sendable] {
    let (person, more) = (JSON(foundation: userData), JSON(foundation: additionalData))
    let sender = try await session.sender()
    return try await send(.trigger(sender, userData: person, additional: more))
  }

  /// Says what is known of the person.
  /// - Throws: `LinkrunnerError`.
  @discardableResult
  public func setUserData(_ userData: [String: Any]) async throws -> [String: any Sendable] {
    let person = JSON(foundation: userData)
    return try await send(.setUserData(try await session.sender(), userData: person))
  }

  /// Records that something happened. It gets an id before the first try, so it counts once.
  /// - Throws: `LinkrunnerError`.
  @discardableResult
  public func trackEvent(
    _ name: String, data eventData: [String: Any]? = nil
  ) async throws -> [String: any Sendable] {
    let data = eventData.map { JSON(foundation: $0) }
    let sender = try await session.sender()
    return try await send(
      .event(sender, name: name, data: data, id: session.newID(), userID: nil))
  }

  /// Records a payment. Without `paymentId` it gets an id before the first try, so it counts once.
  /// - Throws: `LinkrunnerError`; `.invalidParameters` for an amount that is none.
  @discardableResult
  public func capturePayment(
    amount: Double,
    userId: String,
    paymentId: String? = nil,
    type: String = "DEFAULT",
    status: String = "PAYMENT_COMPLETED",
    eventData: [String: Any]? = nil
  ) async throws -> [String: any Sendable] {
    let data = eventData.map { JSON(foundation: $0) }
    let payment = try LinkrunnerCall.Payment(
      amount: amount, userID: userId, id: paymentId ?? session.newID(), type: type,
      status: status, data: data)
    return try await send(.payment(try await session.sender(), payment))
  }

  /// Takes a payment back; without `paymentId` all of the person's.
  /// - Throws: `LinkrunnerError`.
  @discardableResult
  public func removePayment(
    userId: String, paymentId: String? = nil
  ) async throws -> [String: any Sendable] {
    try await send(
      .removePayment(try await session.sender(), userID: userId, paymentID: paymentId))
  }

  /// Says where notifications go.
  /// - Throws: `LinkrunnerError`.
  @discardableResult
  public func setPushToken(_ pushToken: String) async throws -> [String: any Sendable] {
    try await send(.pushToken(try await session.sender(), pushToken))
  }

  /// Says the install's id in CleverTap.
  /// - Throws: `LinkrunnerError`.
  @discardableResult
  public func setIntegrationData(clevertapId: String) async throws -> [String: any Sendable] {
    try await send(.integrations(try await session.sender(), clevertapID: clevertapId))
  }

  /// Asks where a link leads that the app was opened with: `data.deeplink`.
  /// - Throws: `LinkrunnerError`.
  @discardableResult
  public func handleDeeplink(_ url: String) async throws -> [String: any Sendable] {
    try await session.ask(.deepLink(try await session.sender(), url: url)).foundationMembers
  }

  private func send(_ call: LinkrunnerCall) async throws -> [String: any Sendable] {
    try await session.send(call).foundationMembers
  }
}
