import BeckonModel

/// Whether two descriptions, told at about the same time on one network, are of one device: two
/// vendors' clients in one app tell of the same first launch, and not all of them name the install.
public enum SameDevice {
  /// How long two clients in one app may tell of one first launch apart from each other.
  public static let spanMilliseconds = Span.dayMilliseconds

  /// Beside the system, so many of version, model, screen, language and time zone must agree: who
  /// tells little of a device may be on any other of the network.
  public static let agreeingLeast = 3

  /// Nothing may differ that both tell, and enough must agree.
  public static func holds(_ one: DeviceDescription, _ other: DeviceDescription) -> Bool {
    let signals = Signals.compare(
      click: Signals(network: nil, networkClass: .ordinary, device: one),
      install: Signals(network: nil, networkClass: .ordinary, device: other))
    guard !signals.contains(where: { $0.comparison == .differs }) else { return false }
    let agreeing = signals.filter { $0.comparison == .agrees }.map(\.name)
    return agreeing.contains(.platform) && agreeing.count > agreeingLeast
  }
}

extension DeviceDescription {
  /// Reads what is kept of an install's device; what cannot be read is not known.
  public init(stored json: JSON) {
    let screen = json["screen"].flatMap { screen -> Screen? in
      guard let width = screen["width"]?.integer, let height = screen["height"]?.integer else {
        return nil
      }
      return Screen(width: width, height: height, scale: screen["scale"]?.double)
    }
    self.init(
      platform: json["platform"]?.string.flatMap(Platform.init(word:)) ?? .other,
      osVersion: json["os_version"]?.string, deviceModel: json["device_model"]?.string,
      screen: screen, language: json["language"]?.string, timeZone: json["timezone"]?.string)
  }
}
