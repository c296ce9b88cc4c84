import BeckonModel

/// What is known about the device behind a click or an install.
public struct Signals: Hashable, Sendable {
  /// `NetworkAddress.networkText`.
  public var network: String?
  /// What that network says about who is behind it.
  public var networkClass: NetworkClass
  /// Operating system.
  public var platform: Platform
  /// Version of the operating system, `17.5.1`. Only its leading digits and dots count.
  public var osVersion: String?
  /// Model. Browsers know the family (`iPhone`), apps the exact model (`iPhone15,2`). Of a click by
  /// Safari that says it runs on a Mac, `DeviceModel.macOrIPad`.
  public var deviceModel: String?
  /// Screen, in points or pixels, either way up.
  public var screen: Screen?
  /// Preferred language (BCP 47), not the region's locale: `en-US` for a Turkish phone in English.
  public var language: String?
  /// Time zone.
  public var timeZone: TimeZoneSignal?

  /// Whether it is an iPad that says so.
  public var isIPad: Bool { platform == .ios && deviceModel?.hasPrefix("iPad") ?? false }

  /// Makes signals of their parts.
  public init(
    network: String?, networkClass: NetworkClass = .ordinary, platform: Platform,
    osVersion: String? = nil, deviceModel: String? = nil, screen: Screen? = nil,
    language: String? = nil, timeZone: TimeZoneSignal? = nil
  ) {
    self.network = network
    self.networkClass = networkClass
    self.platform = platform
    self.osVersion = osVersion
    self.deviceModel = deviceModel
    self.screen = screen
    self.language = language
    self.timeZone = timeZone
  }

  /// The signals of a click: its agent, and its `Accept-Language`, whose first language counts.
  /// Screen and time zone come later, from the click page.
  public init(
    network: String?, networkClass: NetworkClass, client: ClientDescription,
    acceptLanguage: String?
  ) {
    let mayBeIPad = client.platform == .macos && client.browser == .safari
    self.init(
      network: network, networkClass: networkClass, platform: client.platform,
      osVersion: client.osVersion,
      deviceModel: mayBeIPad ? DeviceModel.macOrIPad : client.deviceModel,
      language: acceptLanguage.flatMap(LanguageTag.init(acceptLanguage:))?.text)
  }

  /// The signals of an install.
  public init(network: String?, networkClass: NetworkClass, device: DeviceDescription) {
    self.init(
      network: network, networkClass: networkClass, platform: device.platform,
      osVersion: device.osVersion, deviceModel: device.deviceModel, screen: device.screen,
      language: device.language, timeZone: device.timeZone.flatMap(TimeZoneSignal.init(text:)))
  }
}

// MARK: - Comparing

extension Signals {
  /// Compares a click's signals with those of an install, in the order of `SignalName`.
  public static func compare(click: Signals, install: Signals) -> [JudgedSignal] {
    [
      JudgedSignal(.network, both(click.network, install.network) { $0 == $1 }),
      JudgedSignal(.platform, comparePlatform(click: click, install: install)),
      JudgedSignal(.osVersion, compareVersion(click, install)),
      JudgedSignal(.deviceModel, compareModel(click, install)),
      JudgedSignal(.screen, both(click.screen, install.screen, ScreenSize.agree)),
      JudgedSignal(.language, LanguageTag.compare(click.language, install.language)),
      JudgedSignal(.timeZone, TimeZoneSignal.compare(click.timeZone, install.timeZone)),
    ]
  }

  /// Whether what agrees tells the device from others of its platform: its screen, its exact model,
  /// or its version beyond the first part. `iPhone` and `26` do not, nor does a language.
  static func tellDevice(click: Signals, judged: [JudgedSignal]) -> Bool {
    judged.contains { signal in
      guard signal.comparison == .agrees else { return false }
      return switch signal.name {
      case .screen: true
      case .deviceModel: click.deviceModel.map { !DeviceModel($0).isFamily } ?? false
      case .osVersion: (parts(click.osVersion)?.count ?? 0) > 1
      case .network, .platform, .language, .timeZone: false
      }
    }
  }

  /// An iPad asks for desktop pages and then calls itself a Mac. So a click of Safari on `macos`
  /// may be an iPad's, but only for an install that says it runs on an iPad; the platform then
  /// counts as missing, which makes a match weak at most. A click without a known platform does the
  /// same.
  static func comparePlatform(click: Signals, install: Signals) -> SignalComparison {
    if click.platform == .other || install.platform == .other { return .missing }
    if click.platform == install.platform { return .agrees }
    return isPretendingIPad(click, install) ? .missing : .differs
  }

  private static func isPretendingIPad(_ click: Signals, _ install: Signals) -> Bool {
    click.platform == .macos && click.deviceModel == DeviceModel.macOrIPad
      && install.platform == .ios && install.deviceModel?.lowercased().hasPrefix("ipad") == true
  }

  /// The click decides how many parts are compared: Chrome says 17.5 on 17.5.1. An app knows all
  /// parts, so what it leaves out is zero, unless it says one number only. Across two platforms a
  /// version means nothing.
  private static func compareVersion(_ click: Signals, _ install: Signals) -> SignalComparison {
    guard click.platform == install.platform, let left = parts(click.osVersion),
      let right = parts(install.osVersion)
    else { return .missing }
    let whole = right.count == 1 ? right : right + Array(repeating: 0, count: left.count)
    return zip(left, whole).allSatisfy { $0 == $1 } ? .agrees : .differs
  }

  /// `iOS 17.5.1 (21F90)` is 17, 5, 1.
  private static func parts(_ version: String?) -> [Int]? {
    guard let version else { return nil }
    let run = version.utf8.prefix(Limits.signalBytes)
      .drop { !$0.isDigit }.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
    let parts = run.split(separator: UInt8(ascii: ".")).compactMap { part in
      Int(String(decoding: part, as: UTF8.self))
    }
    return parts.isEmpty ? nil : parts
  }

  private static func compareModel(_ click: Signals, _ install: Signals) -> SignalComparison {
    guard let left = click.deviceModel, let right = install.deviceModel,
      left != DeviceModel.macOrIPad
    else { return .missing }
    let models = (DeviceModel(left), DeviceModel(right))
    return install.platform == .ios
      ? DeviceModel.compareApple(models.0, models.1) : DeviceModel.compareOther(models.0, models.1)
  }

  private static func both<Value>(
    _ left: Value?, _ right: Value?, _ agree: (Value, Value) -> Bool
  ) -> SignalComparison {
    guard let left, let right else { return .missing }
    return agree(left, right) ? .agrees : .differs
  }
}
