import BeckonContractReferralHero
import BeckonModel

extension DeviceDescription {
  /// Reads `device`, `os_type` and `screen_size` (docs/PROTOCOLS/referralhero.md, Devices); `nil`
  /// when the call says none of them.
  /// - Throws: `FieldError`.
  init?(referralHero fields: SubscriberFields) throws(FieldError) {
    let device = try fields.text("device")
    let system = try fields.text("os_type")
    let size = try fields.text("screen_size")
    guard device != nil || system != nil || size != nil else { return nil }
    let platform = Self.platform(system: system, device: device)
    self.init(
      platform: platform, osVersion: system.flatMap(Self.version),
      deviceModel: platform == .android ? device?.prefix(bytes: Limits.signalBytes) : nil,
      screen: size.flatMap { Screen(referralHero: $0, on: platform) })
  }

  /// The client for iOS says `IOS` and `iPhone`, that for Android `Android 13` and a model.
  private static func platform(system: String?, device: String?) -> Platform {
    let system = (system ?? "").prefix(bytes: 100).lowercased()
    let device = (device ?? "").prefix(bytes: 100).lowercased()
    if system.hasPrefix("android") { return .android }
    let isApple = system.hasPrefix("ios") || system.hasPrefix("ipados")
    return isApple || device.hasPrefix("iphone") || device.hasPrefix("ipad") ? .ios : .other
  }

  /// The number behind the system's name.
  private static func version(_ system: String) -> String? {
    let parts = system.prefix(bytes: Limits.signalBytes).split(on: " ")
    guard parts.count == 2, let first = parts[1].utf8.first, (0x30...0x39).contains(first) else {
      return nil
    }
    return parts[1]
  }
}
