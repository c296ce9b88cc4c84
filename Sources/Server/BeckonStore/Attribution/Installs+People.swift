import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What becomes of installs when their people are exported, merged or erased.
extension Installs {
  /// The installs of `decisions`.
  static let ofDecisions: SQL = """
    JOIN installs ON installs.app = decisions.app AND installs.id = decisions.install
    """

  /// How many people signed up on the install of a row of `decisions`. A sign-up stays, whoever
  /// uses the install later.
  static let signUpsOfDecision: SQL = """
    (SELECT COUNT(*) FROM install_people
    WHERE install_people.app = decisions.app AND install_people.install = decisions.install
      AND install_people.signed_up_at IS NOT NULL)
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

  /// Notes that somebody signed up: on this install, or, somewhere else, on all that they use.
  /// That stays, whoever uses the install later.
  /// - Throws: `DatabaseError`.
  func noteSignUp(of person: PersonID, on install: InstallID?, at: Instant) throws {
    let only: SQL? = install.map { "install = \(.id($0))" }
    let noted = try scope.connection.rows(
      """
      UPDATE install_people {by install_people_by_person} SET signed_up_at = \(.instant(at))
      WHERE app = \(scope.tenant) AND person = \(.id(person)) AND signed_up_at IS NULL
        \(and: [only])
      RETURNING install
      """
    ) { $0.id(0, InstallID.self) }
    guard !noted.isEmpty else { return }
    try Feed(scope).publishChange(.topic(.signUp), [person.identifier], isByClient: true)
  }

  /// Makes the installs of a merged person those of the survivor.
  /// - Throws: `DatabaseError`.
  func move(from old: PersonID, to new: PersonID) throws {
    let parameters: [DatabaseValue] = [scope.tenant, .id(old), .id(new)]
    try scope.connection.send(
      "UPDATE installs SET person = $3 WHERE app = $1 AND person = $2", parameters)
    try scope.connection.send(
      """
      INSERT INTO install_people (app, install, person, signed_up_at)
      SELECT app, install, $3, signed_up_at FROM install_people {by install_people_by_person}
      WHERE app = $1 AND person = $2
      ON CONFLICT (app, install, person) DO UPDATE SET
        signed_up_at = COALESCE(install_people.signed_up_at, excluded.signed_up_at)
      """, parameters)
    let moved = try scope.connection.rows(
      """
      DELETE FROM install_people {by install_people_by_person} WHERE app = $1 AND person = $2
      RETURNING install
      """, [scope.tenant, .id(old)]
    ) { $0.id(0, InstallID.self) }
    try publishChange(of: moved)
  }

  /// Forgets what describes the device. The install's match stays, because counts rest on it.
  /// - Throws: `DatabaseError`.
  func forget(_ install: InstallID) throws {
    try scope.connection.send(
      """
      UPDATE installs SET device = '{}', person = NULL, named_by_server = NULL, network = $3,
        awaits_device = NULL
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
