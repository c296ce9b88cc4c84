import BeckonModel

/// An install of an app on a device.
public struct Install: Hashable, Sendable {
  /// Its id.
  public let id: InstallID
  /// The person who uses it now.
  public let person: PersonID?
  /// Keyed hash of the network from which it was registered.
  public let network: Identifier
  /// When it was registered.
  public let createdAt: Instant
  /// The vendor by whose protocol it was seen first; `nil` for Beckon's own.
  public let vendor: Vendor?

  /// Makes an install.
  public init(
    id: InstallID, person: PersonID?, network: Identifier, createdAt: Instant, vendor: Vendor?
  ) {
    self.id = id
    self.person = person
    self.network = network
    self.createdAt = createdAt
    self.vendor = vendor
  }
}
