import BeckonBasics
import BeckonModel

/// Something that a webhook is sent, and what became of it.
public struct Delivery: Hashable, Sendable {
  /// Its id, the same in every attempt.
  public let id: DeliveryID
  /// What it is about.
  public let topic: String
  /// Where it stands.
  public let state: DeliveryState
  /// When it is tried again.
  public let dueAt: Instant
  /// The attempts, oldest first; the last ones.
  public let log: JSON
  /// When its fact was received.
  public let createdAt: Instant
  /// When it was delivered or given up.
  public let settledAt: Instant?

  /// As the API writes it.
  public var json: JSON {
    .object([
      "id": .id(id), "type": .string(topic), "state": .string(state.rawValue),
      "next_attempt_at": state == .pending ? .instant(dueAt) : nil, "attempts": log,
      "created_at": .instant(createdAt), "settled_at": settledAt.map(JSON.instant),
    ])
  }
}

/// A delivery that this server, and no other, may send until its lease ends.
public struct ClaimedDelivery: Sendable {
  /// Its id.
  public let id: DeliveryID
  /// Where it goes.
  public let webhook: Webhook
  /// How it looks.
  public let form: WebhookForm
  /// What it is about.
  public let topic: String
  /// What is sent.
  public let body: String
  /// Number of this attempt, from 1.
  public let attempt: Int
  /// When it was first due.
  let begun: Instant
  let lease: Lease
}
