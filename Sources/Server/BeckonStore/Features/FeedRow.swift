import BeckonDatabase
import BeckonEngine
import BeckonModel

/// A row of the feed, as a follower reads it.
public struct FeedRow: Sendable {
  /// Its place in the feed.
  public let position: Int64
  /// What it is about; `nil` for what only a newer program knows.
  public let kind: FeedKind?
  /// What happened or has changed.
  public let id: Identifier
  /// Who it is about.
  public let subject: Identifier
  /// When.
  public let at: Instant
  /// Who and what; `nil` when nobody wanted to know, or the subject was erased.
  public let body: JSON?
  /// Whether a client said so.
  public let isByClient: Bool

  /// What `init(row:)` reads, in its order.
  static let columns: SQL = "seq, kind, id, subject, at, body, by_client"

  init(row: any Row) throws {
    position = row.integer(0)
    kind = FeedKind(row.text(1))
    id = row.identifier(2)
    subject = row.identifier(3)
    at = row.instant(4)
    body = row.text(5).isEmpty ? nil : try row.json(5)
    isByClient = row.bool(6)
  }
}
