import BeckonModel

/// What of an app's facts goes into the feed: what its webhooks want, and what others that follow
/// do. Made once and asked for every fact, so the answer costs next to nothing.
public struct FeedInterest: Sendable {
  private let webhooks: WebhookInterest
  private let kinds: Set<FeedKind>

  /// - Parameter kinds: of which others want to know that something has changed.
  public init(webhooks: WebhookInterest, kinds: Set<FeedKind>) {
    self.webhooks = webhooks
    self.kinds = kinds
  }

  /// Whether it goes into the feed, if only as something that has changed.
  public func wants(_ kind: FeedKind) -> Bool {
    // Each server follows these by itself (`FeedKind.tailed`).
    kind == .product || kinds.contains(kind) || wantsBody(of: kind)
  }

  /// Whether somebody wants to know who and what.
  public func wantsBody(of kind: FeedKind) -> Bool {
    switch kind {
    case .topic(let topic): webhooks.wants(topic)
    // A follower must know whose rows it forgets or moves.
    case .erasure, .merge: kinds.contains(kind)
    case .payment, .origin, .referred, .recount, .product: false
    // Each server follows these by itself (`FeedKind.tailed`).
    case .action, .visitor: true
    }
  }

  /// Whether an event of this name goes into the feed.
  public func wantsEvent(_ name: String) -> Bool { webhooks.wantsEvent(name) }
}
