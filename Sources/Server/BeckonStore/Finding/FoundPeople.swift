import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The app's people. Who is looked for is neither created nor confirmed by it.
public struct FoundPeople {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// By what one person is looked for.
  public enum Name: Sendable {
    /// What they are known by, in normal form.
    case identity(Identity)
    /// The code of their link, by which they refer others.
    case code(String)
    /// The app's own id of an install that they use, or ours.
    case install(String)
  }

  /// The person of a name; one who was merged is the survivor.
  /// - Throws: `DatabaseError`.
  public func find(_ name: Name) throws -> FoundRows {
    let id: PersonID? =
      switch name {
      case .identity(let identity): try People(scope).find(identity)
      case .code(let code): try Links(scope).find(code: code)?.referrer
      case .install(let name): try Installs(scope).find(named: name)?.person
      }
    let person = try id.flatMap(People(scope).present)
    return FoundRows(only: try person.map(People(scope).json))
  }

  /// People who are neither merged nor erased, the last created first.
  /// - Throws: `DatabaseError`.
  public func page(
    in period: ListPeriod, behind place: ListPlace?, limit: Int
  ) throws -> FoundRows {
    let walk = ListWalk(
      scope: scope, table: "people", columns: "people.id", key: "people.app = \(scope.tenant)",
      order: .id("people.id"), bounds: period.ids("people.id"),
      filters: ["people.merged_into IS NULL AND people.erased_at IS NULL"]
    ) { .id($0.id(ListWalk.first, PersonID.self)) }
    let found = try ListWalk.page(of: [walk], behind: place, limit: limit)
    let rows = try found.rows.map { row in
      let person = try People(scope).present(PersonID(row.place.id))
      return FoundRows.Row(
        place: row.place, json: try person.map(People(scope).json) ?? row.json)
    }
    return FoundRows(rows, next: found.next)
  }
}

extension Installs {
  /// The install of our id of it, or of the app's own.
  /// - Throws: `DatabaseError`.
  public func find(named name: String) throws -> Install? {
    try InstallID(name).map(find) ?? find(client: name)
  }
}
