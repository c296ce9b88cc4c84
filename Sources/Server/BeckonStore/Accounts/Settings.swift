import BeckonDatabase
import BeckonModel

/// An app's settings in the database.
public struct Settings {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Stores the settings.
  /// - Throws: `DatabaseError`.
  public func store(_ settings: AppSettings) throws {
    try scope.connection.send(
      "UPDATE apps SET settings = $2 WHERE number = $1", [scope.tenant, .json(settings.json)])
  }
}
