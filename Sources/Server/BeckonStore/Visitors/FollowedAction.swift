import BeckonEngine
import BeckonModel

/// What a row of the feed tells whoever keeps actions in memory.
public enum FollowedAction: Hashable, Sendable {
  /// A visitor did something.
  case added(ShopAction, visitor: Int64)
  /// What a visitor did is to be forgotten.
  case forgotten(visitor: Int64)
  /// What a visitor did is another's.
  case moved(visitor: Int64, into: Int64)

  init(_ action: ShopAction, of visitor: Int64) { self = .added(action, visitor: visitor) }

  /// Reads a row; `nil` for one that is about something else, or whose visitor was erased
  /// meanwhile.
  public init?(_ row: FeedRow) {
    guard let body = row.body, let visitor = body["visitor"]?.integer else { return nil }
    switch row.kind {
    case .visitor:
      self =
        body["into"]?.integer.map { .moved(visitor: visitor, into: $0) }
        ?? .forgotten(visitor: visitor)
    case .action:
      guard let kind = body["kind"]?.integer.flatMap(ShopAction.Kind.init(rawValue:)),
        let product = body["product"]?.integer, let session = body["session"]?.integer,
        let at = body["at"]?.integer
      else { return nil }
      let action = ShopAction(
        kind, product: product, session: session, at: Instant(milliseconds: at))
      self = .added(action, visitor: visitor)
    default: return nil
    }
  }

  /// As the row's body says it.
  var json: JSON {
    switch self {
    case .added(let action, let visitor):
      [
        "visitor": .integer(visitor), "session": .integer(action.session),
        "product": .integer(action.product), "kind": .integer(action.kind.rawValue),
        "at": .integer(action.at.milliseconds),
      ]
    case .forgotten(let visitor): ["visitor": .integer(visitor)]
    case .moved(let visitor, let into): ["visitor": .integer(visitor), "into": .integer(into)]
    }
  }
}
