import BeckonBasics
import BeckonContract
import BeckonModel
import Foundation

#if canImport(AppTrackingTransparency)
  import AppTrackingTransparency
#endif

/// The vendor's SDK by its names. Its methods throw nothing, as the vendor's: what goes wrong is in
/// the log when `debug` is on, and what must not be lost waits on disk and arrives once.
public final class LinkrunnerSDK: Sendable {
  /// The app's SDK.
  public static let shared = LinkrunnerSDK(.shared)

  /// What `package_version` says: the vendor's version whose names these are.
  private static let package = "4.0.1"
  /// What `source` says of a start.
  private static let source = "GENERAL"

  let session: LinkrunnerSession
  private let isHashing = Locked(false)

  init(_ session: LinkrunnerSession) {
    self.session = session
  }

  /// Signs each request with a secret from now on.
  public func configureRequestSigning(secretKey: String, keyId: String) {
    session.signer.configure(secretKey: secretKey, keyId: keyId)
  }

  /// Signs no more.
  public func resetRequestSigning() { session.signer.reset() }

  /// Says who the app is and registers the install. Before it nothing is sent. The server is
  /// `BeckonURL` in Info.plist; if `BeckonKey` stands there too, it is used in place of the token.
  /// - Parameters:
  ///   - token: the project's token, registered with the server as an alias, or a key `pk_…`.
  ///   - secretKey: signs requests, together with `keyId`.
  ///   - keyId: id of the secret.
  ///   - disableIdfa: whether the advertising identifier stays on the device even if it is allowed.
  ///   - debug: whether the log says what goes wrong.
  public func initialize(
    token: String, secretKey: String? = nil, keyId: String? = nil, disableIdfa: Bool? = false,
    debug: Bool? = false
  ) async {
    await initialize(
      token: token, url: nil, secretKey: secretKey, keyId: keyId,
      disableIdfa: disableIdfa ?? false, debug: debug ?? false)
  }

  /// Says who the app is, and where the server is, and registers the install.
  public func initialize(
    token: String, server: URL, secretKey: String? = nil, keyId: String? = nil,
    disableIdfa: Bool = false, debug: Bool = false
  ) async {
    await initialize(
      token: token, url: server, secretKey: secretKey, keyId: keyId, disableIdfa: disableIdfa,
      debug: debug)
  }

  /// Sends name, phone and mail as their SHA-256 from now on, or no more.
  public func enablePIIHashing(_ enabled: Bool = true) { isHashing.withLock { $0 = enabled } }

  /// Whether name, phone and mail are sent as their SHA-256.
  public func isPIIHashingEnabled() -> Bool { isHashing.withLock { $0 } }

  /// SHA-256 of a text in UTF-8, as 64 lower-case hexadecimal digits.
  public func hashWithSHA256(_ input: String) -> String { Hash.sha256Text(input) }

  #if canImport(AppTrackingTransparency)
    /// Asks for the permission to track. Call it when the app is active. Without
    /// `NSUserTrackingUsageDescription` in Info.plist it only tells the present state.
    public func requestTrackingAuthorization(
      completionHandler: (@Sendable (ATTrackingManager.AuthorizationStatus) -> Void)? = nil
    ) {
      Task {
        let status = await TrackingPermission.request()
        completionHandler?(status)
      }
    }
  #endif

  private func initialize(
    token: String, url: URL?, secretKey: String?, keyId: String?, disableIdfa: Bool, debug: Bool
  ) async {
    if let secretKey, let keyId { configureRequestSigning(secretKey: secretKey, keyId: keyId) }
    session.configure(
      token: token, server: url, isDebugging: debug, isIDFADisabled: disableIdfa)
    await SKAdNetworkService(session).registerInitialConversionValue()
    await report {
      _ = try await self.session.ask(
        .initialize(
          self.session.sender(), package: Self.package, appVersion: DeviceData.appVersion,
          source: Self.source, link: nil))
    }
  }

  /// Does something, and says in the log what went wrong.
  func report(_ work: () async throws -> Void) async {
    do {
      try await work()
    } catch {
      session.log("\((error as? LinkrunnerError)?.errorDescription ?? "\(error)")")
    }
  }
}
