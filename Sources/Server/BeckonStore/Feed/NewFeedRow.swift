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
