import BeckonContractLinkrunner
import BeckonEngine
import BeckonModel

extension DeviceDescription {
  /// Reads `device_data` (docs/PROTOCOLS/linkrunner.md, Devices).
  init(linkrunner data: JSON, platform word: String?) {
    func signal(_ names: String...) -> String? {
      names.lazy.compactMap { LinkrunnerDevice.text(data[$0]) }.first
        .map { $0.prefix(bytes: Limits.signalBytes) }
    }
    let device = LinkrunnerDevice(data, platform: word)
    // On iOS the locale is the app's language, of those that it has, with the region of the
    // settings (`en_DE`); a browser says what the person prefers, which may differ for good.
    let language =
      signal("preferred_language")
      ?? (device.platform == .android
        ? signal("locale")?.substituting("_", by: "-") ?? signal("language") : nil)
    self.init(
      platform: device.platform, osVersion: signal("system_version"),
      deviceModel: device.model?.prefix(bytes: Limits.signalBytes),
      screen: Screen(linkrunner: data), language: language, timeZone: signal("timezone"),
      // The client for Flutter writes its own version there.
      appVersion: device.isFlutter ? nil : signal("version"))
  }
}

/// What a device is, by what the clients say of it.
struct LinkrunnerDevice {
  private let data: JSON
  private let word: String
  /// What the device's browser component says of itself.
  private let agent: ClientDescription?

  init(_ data: JSON, platform word: String?) {
    self.data = data
    self.word = word?.prefix(bytes: 16).uppercased() ?? ""
    agent = Self.text(data["user_agent"]).map { UserAgent.describe($0) }
  }

  /// A text that says something. Clients write `unknown` where the other system has it.
  static func text(_ json: JSON?) -> String? {
    json?.string.flatMap { $0.isEmpty || $0 == "unknown" ? nil : $0 }
  }

  /// Whether the client for Flutter speaks, which describes the device in words of its own.
  var isFlutter: Bool { word == Linkrunner.platformFlutter }

  /// The system. Clients that run on both say their own name in place of it; then what only one of
  /// the systems has tells, else the agent.
  var platform: Platform {
    switch word {
    case Linkrunner.platformAndroid: .android
    case Linkrunner.platformIOS: .ios
    default: isAndroid ? .android : isApple ? .ios : .other
    }
  }

  private var isAndroid: Bool {
    if data["api_level"]?.integer ?? 0 > 0 || agent?.platform == .android { return true }
    return (data.members ?? []).contains { member in
      let isItsOwn = ["gaid", "android_id"].contains(member.name)
      return (isItsOwn || member.name.hasPrefix("install_ref")) && Self.text(member.value) != nil
    }
  }

  private var isApple: Bool {
    let names = ["system_name", "brand", "manufacturer"].compactMap { Self.text(data[$0]) }
    return agent?.platform == .ios || names.contains("iOS") || names.contains("Apple")
      || Self.text(data["idfv"]) != nil || Self.text(data["idfa"]) != nil
  }

  /// The model, as a browser on the device says it.
  var model: String? { platform == .android ? androidModel : appleModel }

  /// What Android calls `device` is the maker's code word (`dm3q`), which no browser says.
  private var androidModel: String? {
    Self.text(data["device_model"]) ?? agent?.deviceModel
      ?? Self.text(data[isFlutter ? "device_name" : "device"])
  }

  /// Some clients put the person's own name of the device there: a model has digits and a comma.
  private var appleModel: String? {
    let names = ["device_name", "device_id"].compactMap { Self.text(data[$0]) }
    return names.first { $0.has(",") && !$0.has(" ") } ?? Self.text(data["device"])
      ?? Self.text(data["device_model"])
  }
}

extension Screen {
  fileprivate init?(linkrunner data: JSON) {
    let display = data["device_display"]
    let sides = 1.0...100_000.0
    guard let width = display?["width"]?.double, let height = display?["height"]?.double,
      sides.contains(width), sides.contains(height)
    else { return nil }
    let scale = display?["scale"]?.double
    self.init(
      width: Int64(width), height: Int64(height),
      scale: scale.flatMap { (0.1...20).contains($0) ? $0 : nil })
  }
}
