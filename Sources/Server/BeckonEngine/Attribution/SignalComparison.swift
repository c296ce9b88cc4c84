/// A trait by which a click and an install are compared.
public enum SignalName: String, CaseIterable, Sendable {
  /// Address (IPv4) or network (IPv6 /64).
  case network
  /// Operating system.
  case platform
  /// Its version.
  case osVersion = "os_version"
  /// Model of the device.
  case deviceModel = "device_model"
  /// Size of the screen.
  case screen
  /// Preferred language.
  case language
  /// Time zone.
  case timeZone = "time_zone"
}

/// What a comparison of one trait gave.
public enum SignalComparison: String, CaseIterable, Sendable {
  /// Both sides say the same.
  case agrees
  /// The two sides contradict each other, so these are two devices.
  case differs
  /// A side doesn't say, or says less than would be needed: rules nothing out.
  case missing
}

/// One trait and what its comparison gave.
public struct JudgedSignal: Hashable, Sendable {
  /// The trait.
  public let name: SignalName
  /// The outcome.
  public let comparison: SignalComparison

  init(_ name: SignalName, _ comparison: SignalComparison) {
    self.name = name
    self.comparison = comparison
  }
}
