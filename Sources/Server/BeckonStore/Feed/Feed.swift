import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What has happened to an app, in one order, for all who must react to it: webhooks, roll-ups,
/// indexes in memory.
///
/// A row is written in the transaction of its fact, if any follower wants it; of a fact that nobody
/// wants only a look into a set in memory is paid. A table that is read from its end would not do
/// as a feed: installs, transfers and payments change where they stand, and events hold a keyed
/// hash in place of the user id that a webhook's receiver needs.
public struct Feed {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  // MARK: Publishing

  static let rows = Insertion(
    "feed",
    [
      .integer("app"), .text("kind"), .identifier("id"), .identifier("subject"), .integer("at"),
      .text("body"), .integer("by_client"),
    ])

  static func row(of new: NewFeedRow, app: Int64, at: Instant) -> [DatabaseValue] {
    [
      .integer(app), .text(new.kind.text), .identifier(new.id), .identifier(new.subject),
      .instant(at), .text(new.body?.text ?? ""), .bool(new.isByClient),
    ]
  }

  /// The body of a row: who it is about, and what happened.
  static func body(of who: [JSON.Member], _ data: JSON) -> JSON {
    .object(who + [JSON.Member("data", data)])
  }

  /// Publishes a fact, if a follower wants it. `body` is only asked for if one wants to know more
  /// than that it happened.
  /// - Throws: `DatabaseError`, and what `body` throws.
  func publish(
    _ topic: WebhookTopic, _ id: Identifier, about subject: Identifier, isByClient: Bool = false,
    body: () throws -> JSON
  ) throws {
    try publish(
      [
        row(topic, id, about: subject, isByClient: isByClient, body: body)
      ].compactMap { $0 })
  }

  /// The row of a fact; `nil` when no follower wants it.
  /// - Throws: what `body` throws.
  func row(
    _ topic: WebhookTopic, _ id: Identifier, about subject: Identifier, isByClient: Bool = false,
    body: () throws -> JSON
  ) rethrows -> NewFeedRow? {
    let (interest, kind) = (scope.app.feedInterest, FeedKind.topic(topic))
    guard interest.wants(kind) else { return nil }
    return NewFeedRow(
      kind: kind, id: id, subject: subject, isByClient: isByClient,
      body: interest.wantsBody(of: kind) ? try body() : nil)
  }

  /// Publishes that these are others than before, or no more, if a follower wants to know.
  /// - Throws: `DatabaseError`.
  func publishChange(
    _ kind: FeedKind, _ ids: [Identifier], isByClient: Bool = false
  ) throws {
    guard scope.app.feedInterest.wants(kind) else { return }
    try publish(
      ids.map { NewFeedRow(kind: kind, id: $0, subject: $0, isByClient: isByClient) })
  }

  /// Publishes rows.
  /// - Parameter at: when what they tell of happened; `nil` for now.
  /// - Throws: `DatabaseError`.
  func publish(_ rows: [NewFeedRow], at: Instant? = nil) throws {
    guard !rows.isEmpty else { return }
    try scope.connection.insert(
      rows.map { Self.row(of: $0, app: scope.app.number, at: at ?? scope.now) }, by: Self.rows)
  }

  /// Publishes that a person was erased, with all under which facts of theirs were stored, if a
  /// follower wants to know.
  /// - Throws: `DatabaseError`.
  func publishErasure(of person: PersonID, _ subjects: [Identifier]) throws {
    guard scope.app.feedInterest.wants(.erasure) else { return }
    let row = NewFeedRow(
      kind: .erasure, id: person.identifier, subject: person.identifier,
      body: ["subjects": .array(subjects.map { .string($0.text) })])
    try publish([row])
  }

  /// Publishes that a person was merged into another, if a follower wants to know.
  /// - Throws: `DatabaseError`.
  func publishMerge(of old: PersonID, into new: PersonID) throws {
    guard scope.app.feedInterest.wants(.merge) else { return }
    // Of the one who is no more: when the other is erased, a follower still learns whose the rows
    // are.
    let row = NewFeedRow(
      kind: .merge, id: old.identifier, subject: old.identifier, body: ["into": .id(new)])
    try publish([row])
  }

  // MARK: Erasing and merging people

  /// Takes out of the rows of an erased subject what they say. The rows stay: what they are about
  /// may still be counted, and has changed.
  /// - Parameter byClient: whether only what clients said.
  /// - Throws: `DatabaseError`.
  func forget(_ subject: Identifier, byClient: Bool) throws {
    try Leftovers(scope).begin(byClient ? .emptyClaimedFeed : .emptyFeed, on: subject)
  }

  /// Makes the rows about a person who is merged those of the survivor.
  /// - Throws: `DatabaseError`.
  func move(from old: PersonID, to new: PersonID) throws {
    try Leftovers(scope).begin(.moveFeed, on: old.identifier, to: new.identifier)
  }

  // MARK: Reading

  /// The rows of one line behind a position, oldest first, none of which another may still come
  /// before.
  /// - Throws: `DatabaseError`.
  static func rows(
    of app: Int64, isByClient: Bool, behind position: Int64, limit: Int64,
    _ connection: any Connection
  ) throws -> [FeedRow] {
    try connection.rows(
      """
      SELECT \(FeedRow.columns) FROM feed {by feed_by_app}
      WHERE app = \(.integer(app)) AND by_client = \(.bool(isByClient))
        AND seq > \(.integer(position)) {settled seq}
      ORDER BY seq LIMIT \(.integer(limit))
      """, FeedRow.init(row:))
  }
}
