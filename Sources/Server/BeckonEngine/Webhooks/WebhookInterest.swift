import BeckonModel

/// What a webhook wants to be told of, or several together. Made once and asked for every fact, so
/// the answer for an app without webhooks costs next to nothing.
public struct WebhookInterest: Hashable, Sendable {
  private var isEverything = false
  private var isEveryEvent = false
  private var topics: Set<WebhookTopic> = []
  private var events: Set<TextKey> = []

  /// Nothing at all.
  public static let none = WebhookInterest()

  private init() {}

  /// What these choices select.
  /// - Parameter own: what the webhook's form can tell; `nil` for everything.
  public init(_ selectors: [WebhookSelector], among own: [WebhookTopic]? = nil) {
    let isAll = selectors.contains(.everything)
    let chosen = own?.map(WebhookSelector.topic).filter { isAll || selectors.contains($0) }
    for selector in chosen ?? selectors {
      switch selector {
      case .everything: isEverything = true
      case .everyEvent: isEveryEvent = true
      case .topic(.event(let name)): events.insert(TextKey(name))
      case .topic(let topic): topics.insert(topic)
      }
    }
  }

  /// What at least one of these wants.
  public init(any interests: [WebhookInterest]) {
    for interest in interests {
      isEverything = isEverything || interest.isEverything
      isEveryEvent = isEveryEvent || interest.isEveryEvent
      topics.formUnion(interest.topics)
      events.formUnion(interest.events)
    }
  }

  /// Whether a fact of this topic is wanted. A ping always is.
  public func wants(_ topic: WebhookTopic) -> Bool {
    switch topic {
    case .ping: true
    case .event(let name): wantsEvent(name)
    // Of these there are many, and what they tell most receivers hear otherwise.
    case .click, .member, .message, .reminder: topics.contains(topic)
    case .open, .install, .signUp, .conversion, .reward, .rewardHeld:
      isEverything || topics.contains(topic)
    }
  }

  /// Whether an event of this name is wanted.
  public func wantsEvent(_ name: String) -> Bool {
    isEverything || isEveryEvent || events.contains(name)
  }
}
