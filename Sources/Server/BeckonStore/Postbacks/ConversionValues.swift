import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What apps are to tell Apple about their installs.
public struct ConversionValues {
  /// Facts of one subject, of those that the schema asks for, that are looked at; more change no
  /// value that people would want.
  private static let factsMax: Int64 = 10_000

  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// What an install is worth now, by the schema that was in effect when it came, and by all that
  /// was done on it and by the people who used it. Remembers what it gives, so that within a window
  /// no later answer is less. `nil` when the app has no schema, or the install is unknown, erased,
  /// or over 35 days old: then there is nothing to tell.
  /// - Throws: `DatabaseError`.
  public func current(for install: InstallID) throws -> ConversionValue? {
    guard !scope.app.conversionSchemas.versions.isEmpty,
      let found = try subject(of: install),
      let window = ConversionWindow(of: scope.now, installedAt: found.installedAt),
      let version = scope.app.conversionSchemas.version(at: found.installedAt)
    else { return nil }
    let earlier = try told(install).first
    // It stays, whatever was done since, so that no facts need be read.
    if let earlier, earlier.window == window, earlier.locks { return earlier }
    let names = version.schema.factNames
    let start = found.installedAt.adding(milliseconds: window.startMilliseconds)
    var facts: [InstallFact] = []
    if !names.isEmpty {
      let users = try users(of: install)
      for user in users {
        facts += try self.facts("{by facts_by_subject}", "subject", user, since: start, names)
          .map(\.fact)
      }
      // In the first window, what was done on the install before it was heard of, too.
      let first = window == .first ? nil : start
      var own = try self.facts(
        "{by facts_by_subject}", "subject", found.client, since: first, names)
      // What the app told of a user on this install, who did not sign up on it.
      own += try self.facts(
        "{by facts_by_install}", "install", found.client, since: first, names
      ).filter {
        $0.subject != found.client && (!users.contains($0.subject) || $0.fact.at < start)
      }
      facts += own.map { $0.fact.onInstall(heardOfAt: found.installedAt) }
    }
    let value = version.schema.value(
      of: facts, installedAt: found.installedAt, currency: scope.app.settings.currency,
      now: scope.now)
    guard let new = value?.following(earlier) else { return nil }
    if new != earlier { try remember(new, install) }
    return new
  }

  /// What was told about an install, the latest window first.
  /// - Throws: `DatabaseError`.
  func told(_ install: InstallID) throws -> [ConversionValue] {
    try scope.connection.rows(
      """
      SELECT sequence_index, fine, coarse, locked FROM conversion_values
      WHERE app = $1 AND install = $2 ORDER BY sequence_index DESC
      """, [scope.tenant, .id(install)]
    ) { row in
      ConversionValue(
        window: ConversionWindow(rawValue: Int(row.integer(0))) ?? .first,
        fine: Int(row.integer(1)), coarse: try row.choice(2), locks: row.bool(3))
    }
  }

  /// Deletes what was told about an install.
  /// - Throws: `DatabaseError`.
  func forget(_ install: InstallID) throws {
    try scope.connection.send(
      "DELETE FROM conversion_values WHERE app = $1 AND install = $2",
      [scope.tenant, .id(install)])
  }

  private func remember(_ value: ConversionValue, _ install: InstallID) throws {
    let row: SQL.Row = [
      "app": scope.tenant, "install": .id(install),
      "sequence_index": .integer(value.window.rawValue),
      "fine": .integer(value.fine), "coarse": .text(value.coarse.rawValue),
      "locked": .bool(value.locks), "updated_at": scope.time,
    ]
    try scope.connection.send(
      """
      INSERT INTO conversion_values \(row: row)
      ON CONFLICT (app, install, sequence_index) DO UPDATE SET
        fine = excluded.fine, coarse = excluded.coarse, locked = excluded.locked,
        updated_at = excluded.updated_at
      """)
  }

  private func subject(
    of install: InstallID
  ) throws -> (client: Identifier, installedAt: Instant)? {
    let found = try scope.connection.first(
      "SELECT client, created_at FROM installs WHERE app = $1 AND id = $2 {locked}",
      [scope.tenant, .id(install)]
    ) { (client: $0.identifier(0), installedAt: $0.instant(1)) }
    guard let found, try !Facts(scope).isErased(found.client) else { return nil }
    return found
  }

  /// Under what the facts of everybody who used an install are stored.
  private func users(of install: InstallID) throws -> [Identifier] {
    try Installs(scope).users(of: install).reduce(into: []) { subjects, person in
      subjects.append(person.identifier)
      subjects += try People(scope).identities(of: person)
        .filter { $0.kind == .userID }.map(scope.app.digest(of:))
    }
  }

  /// Facts that a column names, and whose they are.
  private func facts(
    _ index: SQL, _ column: SQL, _ name: Identifier, since start: Instant?, _ names: Set<TextKey>
  ) throws -> [(subject: Identifier, fact: InstallFact)] {
    try scope.connection.rows(
      """
      SELECT subject, name, at, properties FROM facts \(index)
      WHERE app = \(scope.tenant) AND \(column) = \(.identifier(name))
        AND at <= \(scope.time)\(and: [start.map { "at >= \(.instant($0))" }])
        AND name {among \(.json(.array(names.sortedTexts.map(JSON.string))))}
      ORDER BY seq LIMIT \(.integer(Self.factsMax))
      """
    ) { row in
      (
        row.identifier(0),
        InstallFact(name: row.text(1), at: row.instant(2), properties: try row.json(3))
      )
    }
  }
}
