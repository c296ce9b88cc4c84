import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Visitors of pages who said who they are. What they did before is stored under the visitor, and
/// is theirs: it is exported and erased with them. Of several users on one computer the first is
/// the visitor; what the others do is stored under their own names.
public struct Visitors {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Notes that a visitor, who has facts under an id like an install's, is a user.
  /// - Throws: `DatabaseError`.
  public func join(_ visitorID: String, userID: String) throws {
    let user = scope.app.digest(of: Identity(kind: .userID, value: userID))
    try scope.connection.send(
      """
      INSERT INTO visitors (app, visitor, owner) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
      """,
      [
        scope.tenant, .identifier(scope.app.digest(ofInstall: visitorID)), .identifier(user),
      ])
  }

  /// Under what the facts of a user's visits are stored, by the keyed hash of the app's own id.
  /// - Throws: `DatabaseError`.
  func all(of user: Identifier) throws -> [Identifier] {
    try scope.connection.rows(
      "SELECT visitor FROM visitors {by visitors_by_owner} WHERE app = $1 AND owner = $2",
      [scope.tenant, .identifier(user)]
    ) { $0.identifier(0) }
  }

  /// Forgets whose the visits of a user were.
  /// - Throws: `DatabaseError`.
  func forget(of user: Identifier) throws {
    try scope.connection.send(
      "DELETE FROM visitors {by visitors_by_owner} WHERE app = $1 AND owner = $2",
      [scope.tenant, .identifier(user)])
  }
}
