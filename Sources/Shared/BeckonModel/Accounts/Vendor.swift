/// A vendor whose protocol Beckon speaks.
public struct Vendor: Hashable, Sendable {
  /// Its name, as it is written in commands and in the database.
  public let name: String

  /// Names a vendor.
  public init(name: String) {
    self.name = name
  }

  /// Compares the names' bytes.
  public static func == (left: Vendor, right: Vendor) -> Bool {
    TextKey(left.name) == TextKey(right.name)
  }

  /// Hashes the name's bytes.
  public func hash(into hasher: inout Hasher) {
    TextKey(name).hash(into: &hasher)
  }
}
