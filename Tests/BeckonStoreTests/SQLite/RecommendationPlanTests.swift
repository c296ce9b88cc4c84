import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

/// What a recommendation reads, and what a server reads at its start, as SQLite plans it.
struct RecommendationPlanTests {
  private static let tables: Set = [
    "shop_actions", "shop_trails", "shop_visitors", "product_numbers", "products",
    "product_prices", "feed",
  ]

  @Test("Each look-up goes along an index, however many products and visitors there are")
  func plans() async throws {
    let plans = try await QueryPlans.of { scope in
      let person = PersonID(Identifier(high: 1, low: 1))
      _ = try Trails(scope).trail(shownTo: .installID("a"))
      _ = try Trails(scope).trail(shownTo: .person(person))
      let candidate = ShopCandidate(product: 1, score: 1, reason: .popular)
      _ = try RecommendedProducts(scope, KnownProducts(bytesMax: 1 << 20)).items(
        [candidate], limit: 2, showsOutOfStock: false)
      _ = try RecommendedProducts(scope).latestPriceChanges(in: nil)
      _ = try CatalogueTraits(scope).page(behind: nil, limit: 9)
      _ = try CatalogueTraits(scope).load(keys: [Products.key(of: "a")])
      try CatalogueTraits(scope).number(["a"])
      _ = try UnmatchedProducts(scope).report()
      let history = ShopHistory(app: 1)
      _ = try history.numbers(behind: "", limit: 9, scope.connection)
      _ = try history.actions(behind: .start, limit: 9, scope.connection)
      _ = try history.unsettled(scope.connection)
      _ = try ShopHistory.next(behind: 0, scope.connection)
    }
    #expect(plans.count > 8)
    let walks = plans.filter { plan in
      let table = plan.split(separator: " ").dropFirst().first.map(String.init) ?? ""
      return Self.tables.contains(table) && plan.hasPrefix("SCAN")
    }
    #expect(walks == [])
  }
}
