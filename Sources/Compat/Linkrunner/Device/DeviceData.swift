import BeckonModel
import Foundation

#if canImport(AdServices)
  import AdServices
#endif
#if canImport(AdSupport)
  import AdSupport
#endif
#if canImport(AppTrackingTransparency)
  import AppTrackingTransparency
#endif
#if canImport(UIKit) && !os(watchOS)
  import UIKit
#endif

/// `device_data`, as far as it is known here. The advertising identifier is in it only after the
/// person has allowed tracking.
enum DeviceData {
  static func members(isIDFADisabled: Bool) async -> [JSON.Member] {
    let bundle = Bundle.main
    let locale = Locale.current
    let parts = NSLocale(localeIdentifier: locale.identifier)
    let build = bundle.object(forInfoDictionaryKey: "CFBundleVersion") as? String
    let display = await displayed()
    let rest = JSON.object([
      "bundle_id": bundle.bundleIdentifier.map(JSON.string), "version": .string(appVersion),
      "build_number": build.map(JSON.string),
      "idfa": isIDFADisabled ? nil : advertisingID().map(JSON.string),
      "locale": .string(locale.identifier),
      "language": (parts.object(forKey: .languageCode) as? String).map(JSON.string),
      "country": (parts.object(forKey: .countryCode) as? String).map(JSON.string),
      // The vendor's client has no such word; the browser of a click says this one.
      "preferred_language": Locale.preferredLanguages.first.map(JSON.string),
      "timezone": .string(TimeZone.current.identifier),
      "timezone_offset": .integer(TimeZone.current.secondsFromGMT() / 60),
      "adservices_attribution_token": adServicesToken().map(JSON.string),
    ])
    return display + (rest.members ?? [])
  }

  /// The app's version; `1.0` for a program without one, as the vendor has it.
  static var appVersion: String {
    Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String ?? "1.0"
  }

  private static func advertisingID() -> String? {
    #if canImport(AdSupport) && canImport(AppTrackingTransparency)
      guard ATTrackingManager.trackingAuthorizationStatus == .authorized else { return nil }
      return ASIdentifierManager.shared().advertisingIdentifier.uuidString
    #else
      return nil
    #endif
  }

  /// Apple's word on Search Ads, which the server can ask about.
  private static func adServicesToken() -> String? {
    #if canImport(AdServices)
      return try? AAAttribution.attributionToken()
    #else
      return nil
    #endif
  }

  #if canImport(UIKit) && !os(watchOS)
    @MainActor
    private static func displayed() -> [JSON.Member] {
      let (device, screen) = (UIDevice.current, UIScreen.main)
      let display: JSON = [
        "width": .number("\(Double(screen.bounds.width))"),
        "height": .number("\(Double(screen.bounds.height))"),
        "scale": .number("\(Double(screen.scale))"),
      ]
      let members = JSON.object([
        "device": .string(device.model), "device_name": .string(device.name),
        "system_version": .string(device.systemVersion), "brand": "Apple",
        "manufacturer": "Apple", "device_display": display,
        "idfv": (device.identifierForVendor?.uuidString).map(JSON.string),
      ])
      return members.members ?? []
    }
  #else
    private static func displayed() async -> [JSON.Member] {
      let version = ProcessInfo.processInfo.operatingSystemVersion
      let text = "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
      return [JSON.Member("system_version", .string(text))]
    }
  #endif
}
