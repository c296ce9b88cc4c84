import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The app's invitations by text message.
public struct FoundInvites {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// A page, the last made first.
  /// - Parameter person: who invited; all when `nil`.
  /// - Throws: `DatabaseError`.
  public func page(
    of person: PersonID?, behind place: ListPlace?, limit: Int
  ) throws -> FoundRows {
    let isTheirs = person.map { "invites.person = \(.id($0))" as SQL }
    let index: SQL = person == nil ? "{by invites_by_app}" : "{by invites_by_person}"
    let walk = ListWalk(
      scope: scope, table: "invites \(index)", columns: Invites.columns,
      key: "invites.app = \(scope.tenant)\(and: [isTheirs])",
      order: .time("invites.created_at", id: "invites.id")
    ) { Invites.read($0, from: ListWalk.first).json }
    return try ListWalk.page(of: [walk], behind: place, limit: limit)
  }
}
