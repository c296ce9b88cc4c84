import BeckonModel

/// `POST /v1/installs`: the first launch of an app, matched with a click.
public enum RegisterInstall {
  /// What the app knows at its first launch.
  public struct Request: Hashable, Sendable {
    /// The app's own id of this install; the same id gets the same answer.
    public let installID: String
    /// The device.
    public let device: DeviceDescription
    /// The link with which the app was opened.
    public let link: String?
    /// A click id that the app got by other means.
    public let clickID: String?
    /// What Google Play hands over as install referrer.
    public let installReferrer: String?
    /// A link that the person copied.
    public let pasteboard: String?
    /// The device's address as the app's server saw it. Only believed with a secret key.
    public let address: String?
    /// Token of Apple's AdServices, from which the server learns whether an advertisement in the
    /// App Store led to the install.
    public let appleAdsToken: String?

    /// Makes a request.
    public init(
      installID: String, device: DeviceDescription, link: String? = nil, clickID: String? = nil,
      installReferrer: String? = nil, pasteboard: String? = nil, address: String? = nil,
      appleAdsToken: String? = nil
    ) {
      self.installID = installID
      self.device = device
      self.link = link
      self.clickID = clickID
      self.installReferrer = installReferrer
      self.pasteboard = pasteboard
      self.address = address
      self.appleAdsToken = appleAdsToken
    }
  }

  /// What was found.
  public struct Response: Hashable, Sendable {
    /// The install.
    public let install: InstallID
    /// Proves later that a call comes from this install. Given once, with the first answer and its
    /// repetitions under the same `Idempotency-Key`.
    public let token: String?
    /// The match.
    public let match: Match

    /// Makes a response.
    public init(install: InstallID, token: String?, match: Match) {
      self.install = install
      self.token = token
      self.match = match
    }
  }

  /// An install's match with a link.
  public struct Match: Hashable, Sendable {
    /// How sure it is.
    public let type: MatchType
    /// Where the link leads.
    public let deepLink: String?
    /// The link.
    public let link: LinkID?
    /// Whose link it is; not told of a weak match.
    public let referrer: PersonID?
    /// The decision, to be read back with a secret key.
    public let decision: DecisionID
    /// Why, as a stable code.
    public let reason: String
    /// The oldest version of the app on this platform that understands the link; `nil` for any.
    public let minimumVersion: String?
    /// The UTM parameters of the URL that was clicked or opened, else of the link.
    public let utm: UTM

    /// Makes a match.
    public init(
      type: MatchType, deepLink: String?, link: LinkID?, referrer: PersonID?,
      decision: DecisionID, reason: String, minimumVersion: String? = nil, utm: UTM = UTM()
    ) {
      self.minimumVersion = minimumVersion
      self.utm = utm
      self.type = type
      self.deepLink = deepLink
      self.link = link
      self.referrer = referrer
      self.decision = decision
      self.reason = reason
    }
  }
}

extension RegisterInstall.Request {
  /// Reads a body.
  /// - Throws: `FieldError`.
  public init(_ fields: Fields) throws(FieldError) {
    self.init(
      installID: try fields.require(
        "install_id", fields.string("install_id", max: Limits.clientIDBytes)),
      device: try DeviceDescription(fields),
      link: try fields.string("link", max: Limits.openedURLBytes),
      clickID: try fields.string("click_id", max: Limits.clientIDBytes),
      installReferrer: try fields.string("install_referrer", max: Limits.referrerBytes),
      pasteboard: try fields.string("pasteboard", max: Limits.openedURLBytes),
      address: try fields.string("ip", max: Limits.signalBytes),
      appleAdsToken: try fields.string("adservices_token", max: Limits.appleAdsTokenBytes))
  }

  private static let names = [
    "install_id", "link", "click_id", "install_referrer", "pasteboard", "ip", "adservices_token",
  ]

  /// What of the body from which it was read was not understood.
  public static func warnings(of fields: Fields) -> [FactWarning] {
    FactWarning.unknown(in: fields, names + DeviceDescription.names)
  }

  /// The body.
  public var json: JSON {
    let own = JSON.object([
      "install_id": .string(installID), "link": link.map(JSON.string),
      "click_id": clickID.map(JSON.string),
      "install_referrer": installReferrer.map(JSON.string),
      "pasteboard": pasteboard.map(JSON.string), "ip": address.map(JSON.string),
      "adservices_token": appleAdsToken.map(JSON.string),
    ])
    return .object((own.members ?? []) + (device.json.members ?? []))
  }
}

extension DeviceDescription {
  fileprivate static let names = [
    "platform", "os_version", "device_model", "screen", "language", "timezone", "app_version",
  ]

  /// Reads the device's fields of a body.
  /// - Throws: `FieldError`.
  public init(_ fields: Fields) throws(FieldError) {
    func signal(_ name: String) throws(FieldError) -> String? {
      try fields.string(name, max: Limits.signalBytes)
    }
    self.init(
      platform: try fields.require("platform", fields.choice("platform", Platform.self)),
      osVersion: try signal("os_version"), deviceModel: try signal("device_model"),
      screen: try Screen(fields.fields("screen")), language: try signal("language"),
      timeZone: try signal("timezone"), appVersion: try signal("app_version"))
  }

  /// The device's fields.
  public var json: JSON {
    .object([
      "platform": .string(platform.rawValue), "os_version": osVersion.map(JSON.string),
      "device_model": deviceModel.map(JSON.string), "screen": screen?.json,
      "language": language.map(JSON.string), "timezone": timeZone.map(JSON.string),
      "app_version": appVersion.map(JSON.string),
    ])
  }
}

extension Screen {
  /// Reads the object `screen`; `nil` when there is none.
  /// - Throws: `FieldError`.
  public init?(_ fields: Fields?) throws(FieldError) {
    guard let fields else { return nil }
    self.init(
      width: try fields.require("width", fields.integer("width", in: 1...100_000)),
      height: try fields.require("height", fields.integer("height", in: 1...100_000)),
      scale: try fields.double("scale", in: 0.1...20))
  }

  /// The object `screen`.
  public var json: JSON {
    .object([
      "width": .integer(width), "height": .integer(height), "scale": scale.map { .number("\($0)") },
    ])
  }
}

extension RegisterInstall.Response {
  /// Reads an answer.
  /// - Throws: `FieldError`.
  public init(_ fields: Fields) throws(FieldError) {
    install = try fields.require("install", fields.id("install", InstallID.self))
    token = try fields.string("token", max: Limits.clientIDBytes)
    let match = try fields.require("match", fields.fields("match"))
    self.match = RegisterInstall.Match(
      type: try match.require("type", match.choice("type", MatchType.self)),
      deepLink: try match.string("deep_link", max: 4_096),
      link: try match.id("link", LinkID.self), referrer: try match.id("referrer", PersonID.self),
      decision: try match.require("decision", match.id("decision", DecisionID.self)),
      reason: try match.string("reason", max: Limits.wordBytes) ?? "",
      minimumVersion: try match.string("minimum_version", max: Limits.wordBytes),
      utm: UTM(json: match.value("utm")))
  }

  /// The answer.
  public var json: JSON {
    .object(["install": .id(install), "token": token.map(JSON.string), "match": match.json])
  }
}

extension RegisterInstall.Match {
  /// The object `match`; what is not known is `null`, so that the fields are always there.
  public var json: JSON {
    .object([
      "type": .string(type.rawValue), "deep_link": deepLink.map(JSON.string) ?? .null,
      "link": link.map(JSON.id) ?? .null, "referrer": referrer.map(JSON.id) ?? .null,
      "decision": .id(decision), "reason": .string(reason),
      "minimum_version": minimumVersion.map(JSON.string), "utm": utm.json,
    ])
  }
}
