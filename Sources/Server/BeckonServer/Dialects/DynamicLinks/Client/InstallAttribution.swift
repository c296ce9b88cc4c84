import BeckonBasics
import BeckonContract
import BeckonContractDynamicLinks
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/installAttribution`: which link led to an install? A client asks once, and never again
/// whatever the answer. The call names no install; one id is made of what it tells.
enum InstallAttribution {
  static func prepare(_ call: Call) throws -> Work {
    let request = try firstLaunch(call)
    let publicURL = call.publicURL
    let addressVersion = call.address.text.has(":") ? "IP_V6" : "IP_V4"
    return .behindClicks(request) { request in
      .write { scope in
        let outcome = try UnnamedLaunch(scope, request).run()
        return .json(answer(outcome, publicURL, addressVersion: addressVersion).json)
      }
    }
  }

  // MARK: The question

  private static func firstLaunch(_ call: Call) throws -> FirstLaunch.Request {
    let body = try ProtocolMembers(try call.request.json())
    let device = try body.members("device")
    let described = try DeviceDescription(dynamicLinks: device, of: body)
    let installedAt = try body.integer("appInstallationTime")
    let network = call.network()
    return FirstLaunch.Request(
      installID: installID(described, installedAt, network.text, call),
      device: described, deviceJSON: described.json, network: network.text,
      networkClass: network.class, link: nil, clickID: nil, installReferrer: nil,
      pasteboard: try body.text("uniqueMatchLinkToCheck", max: Limits.openedURLBytes),
      vendor: .dynamicLinks, knowsDevice: device != nil,
      age: InstallAge(installedAt: installedAt.flatMap(instant)), isUnnamed: true,
      proof: call.proof)
  }

  /// Seconds since 1970; nobody has installed an app before or after a certain time.
  private static func instant(_ seconds: Int64) -> Instant? {
    (0...253_402_214_400).contains(seconds) ? Instant(milliseconds: seconds * 1_000) : nil
  }

  /// The same call once more is the same install; without the time of the install each call is one
  /// of its own, because phones of one kind on one network would be one.
  private static func installID(
    _ device: DeviceDescription, _ installedAt: Int64?, _ network: String, _ call: Call
  ) -> String {
    guard let installedAt else { return "unnamed " + call.ambient.identifier().text }
    let told = device.json.text + " " + network + " \(installedAt)"
    return "unnamed " + call.app.digest(ofInstall: told).text
  }

  // MARK: The answer

  private static func answer(
    _ outcome: FirstLaunch.Outcome?, _ publicURL: String, addressVersion: String
  ) -> InstallAttributionAnswer {
    guard let outcome, let link = outcome.link, let confidence = outcome.decision.type.confidence
    else {
      return InstallAttributionAnswer(
        match: nil, message: "No pre-install link matched for this device.",
        addressVersion: addressVersion)
    }
    return InstallAttributionAnswer(
      match: InstallAttributionAnswer.Match(
        link: ReopenAttributionAnswer(link, utm: outcome.utm),
        requestedLink: link.shortURL(publicURL: publicURL),
        confidence: confidence, fallbackLink: link.options.ios),
      message: outcome.decision.type.matchMessage, addressVersion: addressVersion)
  }
}

extension MatchType {
  /// As this vendor's clients read it; `nil` where nothing matched.
  fileprivate var confidence: String? {
    switch self {
    case .unique: "UNIQUE"
    case .default: "DEFAULT"
    case .weak: "WEAK"
    default: nil
    }
  }

  fileprivate var matchMessage: String {
    switch self {
    case .unique: "Link is uniquely matched for this device."
    case .default: "Link is matched with device heuristics."
    default:
      "Link is matched, but another device may have opened it: confirm before you rely on it."
    }
  }
}

extension DeviceDescription {
  /// Reads `device` (docs/PROTOCOLS/dynamiclinks.md, Devices). Only the client for iOS asks.
  /// - Throws: `FieldError`.
  init(dynamicLinks device: ProtocolMembers?, of body: ProtocolMembers) throws {
    func signal(_ name: String, _ members: ProtocolMembers?) throws -> String? {
      try members?.text(name).map { $0.prefix(bytes: Limits.signalBytes) }
    }
    let width = try device?.integer("screenResolutionWidth") ?? 0
    let height = try device?.integer("screenResolutionHeight") ?? 0
    // An app for iPhones on an iPad knows no screen, and says 0.
    let isScreen = (1...100_000).contains(width) && (1...100_000).contains(height)
    self.init(
      platform: .ios, osVersion: try signal("iosVersion", body),
      deviceModel: try signal("deviceModelName", device),
      screen: isScreen ? Screen(width: width, height: height, scale: nil) : nil,
      // What the browser says is what a click's headers said.
      language: try signal("languageCodeFromWebview", device) ?? signal("languageCode", device),
      timeZone: try signal("timezone", device))
  }
}
