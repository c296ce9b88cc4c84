import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Products that are recommended by number, as their rows are now.
public struct RecommendedProducts {
  private let scope: Scope
  private let known: KnownProducts

  /// Works in this scope.
  /// - Parameter known: what was read of the app's products before.
  public init(_ scope: Scope, _ known: KnownProducts = KnownProducts()) {
    (self.scope, self.known) = (scope, known)
  }

  /// A product that is recommended.
  public struct Item: Sendable {
    /// The shop's own id.
    public let id: String
    /// What the catalogue knows of it; `nil` when that has never heard of it.
    public let product: Product?
    /// Why it is recommended.
    public let candidate: ShopCandidate
  }

  /// The first candidates that may be shown, in their order.
  /// - Throws: `DatabaseError`.
  public func items(
    _ candidates: [ShopCandidate], limit: Int, showsOutOfStock: Bool
  ) throws -> [Item] {
    // As a rule all may be shown, and no further one need be looked up.
    let first = try shown(Array(candidates.prefix(limit)), showsOutOfStock)
    guard first.count < limit, candidates.count > limit else { return first }
    let spare = try shown(Array(candidates.dropFirst(limit)), showsOutOfStock)
    return first + spare.prefix(limit - first.count)
  }

  private func shown(
    _ candidates: [ShopCandidate], _ showsOutOfStock: Bool
  ) throws -> [Item] {
    let entries = try known.load(candidates.map(\.product), scope)
    return zip(candidates, entries).compactMap { candidate, entry in
      guard let entry else { return nil }
      if let product = entry.product,
        !product.isShown || !(showsOutOfStock || product.isInStock)
      {
        return nil
      }
      return Item(id: entry.id, product: entry.product, candidate: candidate)
    }
  }

  /// Price changes of so many products are looked at, the last.
  private static let priceChangesMax = 200

  /// Prices that fell lately and have not risen to what they were, as a visit names them.
  /// - Throws: `DatabaseError`.
  public func latestPriceChanges(in currency: Currency?) throws -> [ShopVisit.PriceChange] {
    let since = scope.now.adding(milliseconds: -ShopModel.recentDays * Span.dayMilliseconds)
    let drops = try Products(scope).drops(since: since, limit: Self.priceChangesMax).filter {
      currency == nil || $0.currency == currency
    }
    let products = try Products(scope).load(keys: Set(drops.map(\.product)))
    return try drops.compactMap { drop in
      guard let product = products[drop.product], currency ?? product.currency == drop.currency,
        let price = product.money(in: drop.currency), price.currency == drop.currency,
        price.amount < drop.before, let number = try ProductNumbers(scope).find(product.id)
      else { return nil }
      return ShopVisit.PriceChange(
        product: number, before: drop.before, after: price.amount, at: drop.at)
    }
  }
}
