import BeckonModel

/// What the app's own id of an install proves, alone, to a vendor whose protocol has no tokens. The
/// id is made by chance on the device and told to nobody, but in the protocols that have tokens it
/// is no secret, so it counts only where nothing better was ever asked for.
public struct BareInstallID: Hashable, Sendable {
  /// Whether who shows it may speak for the install.
  public let provesInstall: Bool
  /// Whether they may speak for the person who uses it.
  public let provesPerson: Bool

  /// Decides.
  /// - Parameters:
  ///   - vendor: by whose protocol the id is shown.
  ///   - install: by whose protocol the install was seen first; `nil` for Beckon's own.
  ///   - person: by whose protocol the person was made; `nil` for Beckon's own.
  public init(shownTo vendor: Vendor, install: Vendor?, person: Vendor?) {
    provesInstall = install == vendor
    provesPerson = provesInstall && person == vendor
  }
}
