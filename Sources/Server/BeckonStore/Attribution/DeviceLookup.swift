import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Looks for the install on a device by the id that advertising knows the device by. Nothing is
/// indexed by it, so only the latest installs are looked through.
public struct DeviceLookup {
  /// Installs that are looked through at most.
  public static let installsMax: Int64 = 50_000

  /// What was found.
  public enum Outcome: Sendable {
    /// The latest install on the device.
    case found(Install)
    /// There is none.
    case none
    /// None of the latest; there are more installs than are looked through.
    case notAmongLatest
  }

  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// The latest install on the device of an id: Google's advertising id, Apple's, or Apple's id
  /// for the vendor, in whatever case. A device that hides its id has zeros, and is nobody's.
  /// - Throws: `DatabaseError`.
  public func find(
    _ deviceID: String, among installsMax: Int64 = Self.installsMax
  ) throws -> Outcome {
    guard deviceID.utf8.count <= 64 else { return .none }
    let id = deviceID.lowercased()
    let dash = UInt8(ascii: "-")
    guard id.utf8.contains(where: { $0 != UInt8(ascii: "0") && $0 != dash }),
      id.utf8.allSatisfy({ Hexadecimal.value(of: $0) != nil || $0 == dash })
    else { return .none }
    let found = try scope.connection.first(
      """
      SELECT id, person, network, created_at FROM (
        SELECT id, person, network, created_at, device FROM installs
        WHERE app = $1 ORDER BY id DESC LIMIT $2
      ) AS latest
      WHERE lower(device) LIKE $3 AND (lower({document device} ->> 'gaid') = $4
        OR lower({document device} ->> 'idfa') = $4 OR lower({document device} ->> 'idfv') = $4)
      ORDER BY id DESC LIMIT 1
      """, [scope.tenant, .integer(installsMax), .text("%\"" + id + "\"%"), .text(id)],
      Installs.read)
    if let found { return .found(found) }
    let count = try scope.connection.first(
      "SELECT COUNT(*) FROM (SELECT 1 FROM installs WHERE app = $1 LIMIT $2) AS counted",
      [scope.tenant, .integer(installsMax + 1)]
    ) { $0.integer(0) }
    return (count ?? 0) > installsMax ? .notAmongLatest : .none
  }
}
