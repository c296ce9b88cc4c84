import BeckonEngine
import BeckonModel

/// What of an app's facts goes into the feed: what its webhooks want, and what the features' own
/// followers do. Made once and asked for every fact, so the answer costs next to nothing.
struct FeedInterest: Sendable {
  private let webhooks: WebhookInterest

  init(webhooks: WebhookInterest) {
    self.webhooks = webhooks
  }

  /// Of what the features' followers want to know at all.
  private static let kinds = Set(Feature.all.flatMap(\.followers).flatMap(\.kinds))

  /// Whether it goes into the feed, if only as something that has changed.
  func wants(_ kind: FeedKind) -> Bool { Self.kinds.contains(kind) || wantsBody(of: kind) }

  /// Whether somebody wants to know who and what.
  func wantsBody(of kind: FeedKind) -> Bool {
    switch kind {
    case .topic(let topic): webhooks.wants(topic)
    // A follower must know whose rows it forgets or moves.
    case .erasure, .merge: true
    case .payment: false
    }
  }

  /// Whether an event of this name goes into the feed.
  func wantsEvent(_ name: String) -> Bool { webhooks.wantsEvent(name) }
}
