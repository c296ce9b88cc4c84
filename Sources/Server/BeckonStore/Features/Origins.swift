import BeckonDatabase
import BeckonModel

/// What brought persons, asked for once each: a conversion and the rewards for it hang on the same
/// person, and the question is dearer than all else that counting them asks. For one transaction,
/// in which nobody is brought otherwise.
final class Origins {
  /// So many are kept.
  static let countMax = 5_000

  private let scope: Scope
  private var known: [Identifier: Origin] = [:]

  /// Works in this scope.
  init(_ scope: Scope) {
    self.scope = scope
  }

  private static let found = BulkStatement(
    """
    SELECT $2 AS person, \(Origin.columns)
    FROM apps
    \(Origin.firstInstall(of: "$2", in: "apps.number"))
    \(Origin.decided)
    \(Origin.brought("$2", in: "apps.number"))
    WHERE apps.number = $1
    """, [.integer("app"), .identifier("person")])

  /// What brought each of these persons.
  /// - Throws: `DatabaseError`.
  func of(_ persons: some Sequence<Identifier>) throws -> [Identifier: Origin] {
    if known.count > Self.countMax { known = [:] }
    let asked = Set(persons).subtracting(known.keys)
    let found = try scope.connection.rows(
      Self.found, for: asked.map { [scope.tenant, .identifier($0)] }
    ) { ($0.identifier(0), Origin($0, from: 1)) }
    known.merge(found) { first, _ in first }
    return known
  }
}
