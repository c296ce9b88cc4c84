import BeckonBasics
import BeckonEngine
import BeckonModel

/// People's records as they are read: their attributes, with what they have earned in its place.
public struct Records {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// A person's record, with the balance under the app's name for it.
  /// - Throws: `DatabaseError`.
  public func view(_ person: Person) throws -> JSON {
    let inventory = scope.app.settings.recordInventory
    let balances = try Ledger(scope).balances(of: person.id)
    var members = (person.attributes.members ?? []).filter { $0.name != inventory }
    if !balances.isEmpty {
      let units = balances.map { JSON.Member($0.unit, .integer($0.posted)) }
      members.append(JSON.Member(inventory, .object(units)))
    }
    return .object(members)
  }

  /// The version of what stands at a path: another value has another.
  public static func version(of value: JSON?) -> String {
    "\"" + Identifier(hashing: "record", (value ?? .null).text).text + "\""
  }
}
