import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore

/// Compares the stored database with what the server acknowledged: each fact must be there, once.
struct FactAudit {
  let connection: any Connection
  let acknowledged: AcknowledgedFacts

  /// Acknowledged facts that are gone, by kind.
  /// - Throws: `DatabaseError`.
  func lost() throws -> [(kind: String, count: Int)] {
    let facts = try identifiers("SELECT id FROM facts")
    let outcomes = try identifiers("SELECT id FROM outcomes")
    let clicks = try identifiers("SELECT id FROM clicks")
    let installs = try identifiers("SELECT id FROM installs")
    let conversions = acknowledged.conversions.map { Identifier(clientID: $0) }
    return try [
      ("clicks", acknowledged.clicks.filter { !clicks.contains($0.identifier) }.count),
      (
        "events", acknowledged.events.filter { !facts.contains(Identifier(clientID: $0)) }.count
      ),
      ("installs", acknowledged.installs.values.filter { !installs.contains($0.identifier) }.count),
      (
        "conversions",
        conversions.filter { !facts.contains($0) || !outcomes.contains($0) }.count
      ),
      ("visits of robots", lostVisits()), ("people", lostPeople()),
      ("attribute_changes", lostLevels()),
      ("transfers", lostTransfers()), ("refunds", lostRefunds()),
    ].filter { $0.1 > 0 }
  }

  /// Facts that the server refused and stored all the same.
  /// - Throws: `DatabaseError`.
  func smuggled() throws -> Int {
    let facts = try identifiers("SELECT id FROM facts")
    return acknowledged.rejectedEvents.filter { facts.contains(Identifier(clientID: $0)) }.count
  }

  private func identifiers(_ sql: StaticString) throws -> Set<Identifier> {
    Set(try connection.rows(sql, []) { $0.identifier(0) })
  }

  private func lostVisits() throws -> Int {
    let stored = try connection.first("SELECT COUNT(*) FROM clicks WHERE kind <> 'click'", []) {
      Int($0.integer(0))
    }
    return max(0, acknowledged.robotVisits - (stored ?? 0))
  }

  private func lostPeople() throws -> Int {
    let stored = Dictionary(
      try connection.rows("SELECT value, person FROM identities WHERE kind = 'user_id'", []) {
        ($0.text(0), $0.id(1, PersonID.self))
      }, uniquingKeysWith: { first, _ in first })
    return acknowledged.people.filter { stored[$0.key] != $0.value }.count
  }

  /// A level that was sent and never answered may be there, or not.
  private func lostLevels() throws -> Int {
    let stored = Dictionary(
      try connection.rows("SELECT id, attributes FROM people", []) { row in
        (row.id(0, PersonID.self), try row.json(1)["level"]?.integer ?? 0)
      }, uniquingKeysWith: { first, _ in first })
    return acknowledged.levels.filter { person, level in
      guard let found = stored[person] else { return true }
      return !(level.acknowledged...max(level.acknowledged, level.sent)).contains(found)
    }.count
  }

  private func lostTransfers() throws -> Int {
    let stored = Dictionary(
      try connection.rows("SELECT id, amount, unit FROM transfers", []) { row in
        (
          row.id(0, TransferID.self),
          AcknowledgedFacts.Payment(amount: row.integer(1), unit: row.text(2))
        )
      }, uniquingKeysWith: { first, _ in first })
    return acknowledged.transfers.filter { stored[$0.key] != $0.value }.count
  }

  /// A refund has taken back every reward of its fact.
  private func lostRefunds() throws -> Int {
    let standing = try identifiers(
      """
      SELECT fact FROM transfers WHERE kind = 'reward' AND state <> 'voided' AND id NOT IN (
        SELECT reverses FROM transfers WHERE kind = 'clawback')
      """)
    return acknowledged.refunds.values.filter { standing.contains(Identifier(clientID: $0)) }.count
  }
}
