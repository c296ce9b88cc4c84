import BeckonModel
import Foundation

#if canImport(AdServices)
  import AdServices
#endif
#if canImport(UIKit) && !os(watchOS)
  import UIKit
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the SDK tells of the device, for matching it with a click. No identifier of the device or
/// of its user is among it.
enum Device {
  /// The device, as far as it is known.
  @MainActor
  static func description() -> DeviceDescription {
    DeviceDescription(
      platform: platform, osVersion: bounded(systemVersion), deviceModel: bounded(model()),
      screen: screen(), language: Locale.preferredLanguages.first.flatMap(bounded),
      timeZone: bounded(TimeZone.current.identifier), appVersion: appVersion.flatMap(bounded))
  }

  /// The link in the pasteboard, if there is one. iOS then asks or tells the person.
  @MainActor
  static func pasteboardLink() -> String? {
    #if canImport(UIKit) && !os(watchOS) && !os(tvOS)
      guard UIPasteboard.general.hasURLs, let url = UIPasteboard.general.url else { return nil }
      let text = url.absoluteString
      return text.utf8.count <= Limits.urlBytes ? text : nil
    #else
      return nil
    #endif
  }

  /// Apple's token, by which the server can ask Apple whether an advertisement in the App Store led
  /// to the install. It names neither the device nor the person. It takes a moment: not on the main
  /// thread.
  static func appleAdsToken() -> String? {
    #if canImport(AdServices)
      return try? AAAttribution.attributionToken()
    #else
      return nil
    #endif
  }

  private static var appVersion: String? {
    Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String
  }

  /// A signal that is empty or too long would make the server refuse all.
  private static func bounded(_ text: String) -> String? {
    text.isEmpty || text.utf8.count > Limits.signalBytes ? nil : text
  }

  /// The model as the system names it: `iPhone17,1`; a simulator's is that of the phone it plays.
  private static func model() -> String {
    if let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"] {
      return simulated
    }
    var names = utsname()
    guard uname(&names) == 0 else { return "" }
    return withUnsafeBytes(of: &names.machine) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  #if canImport(UIKit) && !os(watchOS)
    @MainActor private static var systemVersion: String { UIDevice.current.systemVersion }

    @MainActor
    private static func screen() -> Screen? {
      let (size, scale) = (UIScreen.main.bounds.size, UIScreen.main.scale)
      return Screen(width: Int64(size.width), height: Int64(size.height), scale: Double(scale))
    }

    #if targetEnvironment(macCatalyst)
      private static let platform = Platform.macos
    #else
      private static let platform = Platform.ios
    #endif
  #else
    private static var systemVersion: String {
      let version = ProcessInfo.processInfo.operatingSystemVersion
      return "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    }

    private static func screen() -> Screen? { nil }

    #if os(macOS)
      private static let platform = Platform.macos
    #elseif os(Linux)
      private static let platform = Platform.linux
    #else
      private static let platform = Platform.other
    #endif
  #endif
}
