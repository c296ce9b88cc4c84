import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What becomes of installs when their people are exported, merged or erased.
extension Installs {
  /// The installs of `decisions`, and who of their people signed up.
  static let ofDecisionsWithPeople: SQL = """
    JOIN installs ON installs.app = decisions.app AND installs.id = decisions.install
    LEFT JOIN people ON people.app = installs.app AND people.id = installs.person
      AND people.awaits_sign_up IS NULL
    """

  /// The installs that are a person's for sure, with the keyed hash under which each has facts. Of
  /// some only the app's server has said so, by an id that it was told; what was stored under that
  /// may be another's, so they are left out.
  /// - Throws: `DatabaseError`.
  func proven(of person: PersonID) throws -> [(id: InstallID, client: Identifier)] {
    try scope.connection.rows(
      """
      SELECT id, client FROM installs {by installs_by_person}
      WHERE app = $1 AND person = $2 AND unproven IS NULL
      """, [scope.tenant, .id(person)]
    ) { (id: $0.id(0), client: $0.identifier(1)) }
  }

  /// Makes the installs of a merged person those of the survivor.
  /// - Throws: `DatabaseError`.
  func move(from old: PersonID, to new: PersonID) throws {
    let parameters: [DatabaseValue] = [scope.tenant, .id(old), .id(new)]
    let moved = try scope.connection.rows(
      "UPDATE installs SET person = $3 WHERE app = $1 AND person = $2 RETURNING id", parameters
    ) { $0.id(0, InstallID.self) }
    try publishChange(of: moved)
    try scope.connection.send(
      """
      INSERT INTO install_people (app, install, person)
      SELECT app, install, $3 FROM install_people {by install_people_by_person}
      WHERE app = $1 AND person = $2
      ON CONFLICT DO NOTHING
      """, parameters)
    try scope.connection.send(
      "DELETE FROM install_people {by install_people_by_person} WHERE app = $1 AND person = $2",
      [scope.tenant, .id(old)])
  }

  /// Forgets what describes the device. The install's match stays, because counts rest on it.
  /// - Throws: `DatabaseError`.
  func forget(_ install: InstallID) throws {
    try scope.connection.send(
      """
      UPDATE installs SET device = '{}', person = NULL, named_by_server = NULL, network = $3
      WHERE app = $1 AND id = $2
      """, [scope.tenant, .id(install), .identifier(Identifier(high: 0, low: 0))])
    try publishChange(of: [install])
  }

  /// Forgets whose the installs of an erased person are, also of those that may be another's.
  /// - Throws: `DatabaseError`.
  func forgetOwner(_ person: PersonID) throws {
    let left = try scope.connection.rows(
      """
      UPDATE installs SET person = NULL, named_by_server = NULL, unproven = NULL
      WHERE app = $1 AND person = $2 RETURNING id
      """, [scope.tenant, .id(person)]
    ) { $0.id(0, InstallID.self) }
    try publishChange(of: left)
  }
}
