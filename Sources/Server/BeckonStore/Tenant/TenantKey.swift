import BeckonDatabase
import BeckonModel

/// Something of one tenant, where rows of several stand side by side.
public struct TenantKey: Hashable, Comparable {
  /// The tenant's number.
  public let app: Int64
  /// What it is, among the tenant's own.
  public let identifier: Identifier

  /// Makes a key.
  public init(app: Int64, _ identifier: Identifier) {
    self.app = app
    self.identifier = identifier
  }

  init(_ scope: Scope, _ identifier: Identifier) {
    self.init(app: scope.app.number, identifier)
  }

  /// As the first two parameters of a statement.
  var values: [DatabaseValue] { [.integer(app), .identifier(identifier)] }

  /// By the tenant first.
  public static func < (one: TenantKey, other: TenantKey) -> Bool {
    (one.app, one.identifier) < (other.app, other.identifier)
  }
}
