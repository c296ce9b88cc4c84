import BeckonModel

/// What a receiver is to be told. A webhook's form makes a body of it.
public struct ToldFact: Sendable {
  /// The delivery's id, the same in every attempt.
  public let id: DeliveryID
  /// What it tells.
  public let topic: WebhookTopic
  /// When it happened.
  public let at: Instant
  /// Who and what, as the outbox has it.
  public let fact: JSON

  /// Notes what is to be told.
  public init(id: DeliveryID, topic: WebhookTopic, at: Instant, fact: JSON) {
    self.id = id
    self.topic = topic
    self.at = at
    self.fact = fact
  }
}
