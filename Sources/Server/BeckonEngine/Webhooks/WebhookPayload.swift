import BeckonModel

/// What a delivery is about. A webhook's form makes the body of its request from it.
public struct WebhookPayload: Sendable {
  /// The delivery's id, the same in every attempt.
  public let id: DeliveryID
  /// What happened.
  public let topic: WebhookTopic
  /// When it happened.
  public let at: Instant
  /// Who and what, as the feed has it: members that name the person or install, and `data`.
  public let content: JSON

  /// Describes what a delivery is about.
  public init(id: DeliveryID, topic: WebhookTopic, at: Instant, content: JSON) {
    self.id = id
    self.topic = topic
    self.at = at
    self.content = content
  }
}
