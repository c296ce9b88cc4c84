import BeckonModel

/// What a row of the feed is about.
public enum FeedKind: Hashable, Sendable {
  /// What webhooks can be sent as well.
  case topic(WebhookTopic)
  /// A payment was stored, or is another than before.
  case payment
  /// What brought a person is another than before: their referrals, or the link by which they came.
  case origin
  /// What brought those whom a person has referred may be another than before.
  case referred
  /// Of what hangs on something that has changed, the rest is still to be counted anew.
  case recount
  /// A product of the catalogue is another than before, or gone.
  case product
  /// A person was erased.
  case erasure
  /// A person was merged into another.
  case merge
  /// A visitor of a shop did something with a product.
  case action
  /// What a visitor of a shop did is gone, or another's.
  case visitor

  /// What is kept in memory by each server, which follows with a position of its own.
  public static let tailed: [FeedKind] = [.action, .visitor, .product]

  /// As it is written: a topic's own text, `payment`, `origin` and so on.
  public var text: String {
    switch self {
    case .topic(let topic): topic.text
    case .payment: "payment"
    case .origin: "origin"
    case .referred: "referred"
    case .recount: "recount"
    case .product: "product"
    case .erasure: "erasure"
    case .merge: "merge"
    case .action: "action"
    case .visitor: "visitor"
    }
  }

  /// Reads the written form; `nil` for what a newer program has written.
  public init?(_ text: String) {
    switch text {
    case "payment": self = .payment
    case "origin": self = .origin
    case "referred": self = .referred
    case "recount": self = .recount
    case "product": self = .product
    case "erasure": self = .erasure
    case "merge": self = .merge
    case "action": self = .action
    case "visitor": self = .visitor
    default:
      guard let topic = WebhookTopic(text) else { return nil }
      self = .topic(topic)
    }
  }

  /// The topic under which webhooks are sent it; `nil` when they are not.
  public var topic: WebhookTopic? {
    if case .topic(let topic) = self { topic } else { nil }
  }
}
