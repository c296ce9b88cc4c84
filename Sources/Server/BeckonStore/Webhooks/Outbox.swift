import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What webhooks are to be told, written in the transaction of the fact itself.
///
/// Why an outbox, and not a reader that tails the facts: installs and transfers are not in that
/// table, and the events there hold a keyed hash in place of the user id that a receiver needs. So
/// whoever stores a fact that somebody wants adds one row here, exactly when the fact commits; from
/// there `FanOut` makes a delivery for each webhook. An app whose webhooks do not want a fact pays
/// a look into a set in memory for it, and writes nothing.
public struct Outbox {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Something to be told.
  struct Entry {
    let topic: WebhookTopic
    /// What makes it this very fact: told twice, it is delivered once.
    let id: Identifier
    /// Whose erasure takes it back.
    let subject: Identifier
    /// Who it is about, for the receiver.
    let who: [JSON.Member]
    /// What happened.
    let data: JSON
    /// Whether anyone with a publishable key can make it up, in any number: then it waits behind
    /// all else.
    var isByClient = false
  }

  static let rows = Insertion(
    "webhook_outbox",
    [
      .integer("app"), .identifier("id"), .text("topic"), .identifier("subject"), .integer("at"),
      .text("body"), .integer("by_client"),
    ])

  /// Notes a fact, if any webhook wants it; only then is the entry made.
  /// - Throws: `DatabaseError`, and what `entry` throws.
  func tell(_ topic: WebhookTopic, _ entry: () throws -> Entry) throws {
    guard scope.app.webhookInterest.wants(topic) else { return }
    try append([try entry()])
  }

  /// Notes facts.
  /// - Throws: `DatabaseError`.
  func append(_ entries: [Entry]) throws {
    try scope.connection.insert(
      entries.map { Self.row(of: $0, app: scope.app.number, at: scope.now) }, by: Self.rows)
  }

  static func row(of entry: Entry, app: Int64, at: Instant) -> [DatabaseValue] {
    let body = JSON.object(entry.who + [JSON.Member("data", entry.data)])
    return [
      .integer(app), .identifier(entry.id), .text(entry.topic.text), .identifier(entry.subject),
      .instant(at), .text(body.text), .bool(entry.isByClient),
    ]
  }

  /// Takes back what was to be told of an erased subject, and what was told of it.
  /// - Parameter trust: by whom it was told; `nil` for all.
  /// - Throws: `DatabaseError`.
  func forget(_ subject: Identifier, by trust: Trust?) throws {
    let told: [SQL?] = [trust.map { "by_client = \(.bool($0 == .client))" }]
    for table: SQL in ["webhook_outbox", "webhook_deliveries"] {
      try scope.connection.send(
        """
        DELETE FROM \(table)
        WHERE app = \(scope.tenant) AND subject = \(.identifier(subject)) \(and: told)
        """)
    }
  }

  /// Makes what is told of a person that of the one into whom they were merged.
  /// - Throws: `DatabaseError`.
  func move(from old: PersonID, to new: PersonID) throws {
    try scope.connection.send(
      "UPDATE webhook_outbox SET subject = $3 WHERE app = $1 AND subject = $2",
      [scope.tenant, .id(old), .id(new)])
    try scope.connection.send(
      "UPDATE webhook_deliveries SET subject = $3 WHERE app = $1 AND subject = $2",
      [scope.tenant, .id(old), .id(new)])
  }
}
