import BeckonModel

/// What lies in somebody's basket, by what they did last: on all their devices together.
public struct AbandonedBasket: Hashable, Sendable {
  /// The numbers of the products, the last that was put in first.
  public let products: [Int64]
  /// When the last of them was put in.
  public let addedAt: Instant
  /// When the person did anything last.
  public let silentSince: Instant

  /// Looks at what somebody did. The same actions in another order, and twice, are the same basket.
  /// `nil` when it is empty.
  /// - Parameter activeAt: when they did anything last that is none of these.
  public init?(_ actions: [ShopAction], activeAt: Instant? = nil) {
    let last = Self.last(actions)
    let inside = last.values.filter { $0.kind == .basketAdd }
      .sorted { ($1.at, $1.product) < ($0.at, $0.product) }
    guard let newest = inside.first,
      let silent = (actions.map(\.at) + (activeAt.map { [$0] } ?? [])).max()
    else { return nil }
    products = inside.map(\.product)
    addedAt = newest.at
    silentSince = silent
  }

  /// Whether somebody has bought anything since their basket was left, of those who have an empty
  /// one.
  public static func wasBought(_ actions: [ShopAction], since: Instant) -> Bool {
    last(actions).values.contains { $0.kind == .purchase && $0.at >= since }
  }

  /// What was last done with each product, as far as it moves a basket. Of what happened at one
  /// time, a purchase is later than taking out, and that than putting in.
  private static func last(_ actions: [ShopAction]) -> [Int64: ShopAction] {
    var last: [Int64: ShopAction] = [:]
    for action in actions {
      guard let rank = rank(action.kind) else { continue }
      if let known = last[action.product], let other = self.rank(known.kind),
        (known.at, other) >= (action.at, rank)
      {
        continue
      }
      last[action.product] = action
    }
    return last
  }

  private static func rank(_ kind: ShopAction.Kind) -> Int? {
    switch kind {
    case .basketAdd: 0
    case .basketRemove: 1
    case .purchase: 2
    case .view, .found: nil
    }
  }
}
