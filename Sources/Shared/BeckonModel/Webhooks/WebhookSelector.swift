/// One of the choices of what a webhook wants.
public enum WebhookSelector: Hashable, Sendable {
  /// Everything but clicks, `*`: a busy link has more of those than an app has of all else.
  case everything
  /// Every event, `event:*`.
  case everyEvent
  /// One topic.
  case topic(WebhookTopic)

  /// As it is written.
  public var text: String {
    switch self {
    case .everything: "*"
    case .everyEvent: "event:*"
    case .topic(let topic): topic.text
    }
  }

  /// Reads the written form; `nil` for anything else, and for `ping`, which comes only when asked
  /// for.
  public init?(_ text: String) {
    switch text {
    case "*": self = .everything
    case "event:*": self = .everyEvent
    default:
      guard let topic = WebhookTopic(text), topic != .ping else { return nil }
      self = .topic(topic)
    }
  }
}
