import BeckonModel

/// An app's settings in the database.
public struct Settings {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// The settings as they are in this transaction, which may be newer than the scope's.
  /// - Throws: `DatabaseError`.
  public func current() throws -> AppSettings {
    try Accounts.context(of: scope.app.number, scope.connection)?.settings ?? scope.app.settings
  }

  /// The first of these hosts that is another app's.
  /// - Throws: `DatabaseError`.
  public func foreignDomain(of hosts: [String]) throws -> String? {
    let domains = try Accounts.linkDomains(scope.connection)
    return hosts.first { domains[$0] != nil && domains[$0] != scope.app.number }
  }

  /// Stores the settings.
  /// - Throws: `DatabaseError`.
  public func store(_ settings: AppSettings) throws {
    try scope.connection.run(
      "UPDATE apps SET settings = $2 WHERE number = $1", [scope.tenant, .json(settings.json)])
  }
}
