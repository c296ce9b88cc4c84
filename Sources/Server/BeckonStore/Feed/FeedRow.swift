import BeckonDatabase
import BeckonEngine
import BeckonModel

/// A row that is about to go into the feed.
struct NewFeedRow {
  let kind: FeedKind
  /// What happened or has changed: the fact, the install, the transfer. Of two rows of one kind
  /// and id, a webhook is sent one.
  let id: Identifier
  /// By whose erasure it loses its body.
  let subject: Identifier
  /// Whether anyone with a publishable key can make it up, in any number: then it waits behind
  /// all else.
  var isByClient = false
  /// Who and what, if a follower wants to know; `nil` only says that something has changed.
  var body: JSON?
}

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

/// How far a follower has come in both lines of the feed: what clients say, which may be any number
/// of facts, never holds up what the app's server or Beckon itself says.
public struct FeedPosition: Hashable, Sendable {
  /// The last row of what the app's server or Beckon itself said.
  var trusted: Int64
  /// The last row of what clients said.
  var client: Int64

  /// Of one line.
  subscript(isByClient isByClient: Bool) -> Int64 {
    get { isByClient ? client : trusted }
    set { if isByClient { client = newValue } else { trusted = newValue } }
  }
}
