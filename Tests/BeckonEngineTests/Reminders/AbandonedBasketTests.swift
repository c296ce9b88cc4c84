import BeckonModel
import Testing

@testable import BeckonEngine

/// What lies in a basket.
@Suite struct AbandonedBasketTests {
  private static func act(
    _ kind: ShopAction.Kind, _ product: Int64, at hour: Double
  ) -> ShopAction {
    ShopAction(kind, product: product, session: 1, at: .hour(hour))
  }

  @Test("The last that was put in stands first, and a look breaks the silence")
  func basket() throws {
    let basket = try #require(
      AbandonedBasket([
        Self.act(.basketAdd, 1, at: 1), Self.act(.basketAdd, 2, at: 2), Self.act(.view, 3, at: 4),
      ]))
    #expect(basket.products == [2, 1])
    #expect(basket.addedAt == .hour(2) && basket.silentSince == .hour(4))
  }

  @Test("What was taken out or bought is not in it; what is put in again is")
  func leaving() {
    let actions = [Self.act(.basketAdd, 1, at: 1), Self.act(.basketAdd, 2, at: 1)]
    let bought = actions + [Self.act(.purchase, 1, at: 2)]
    #expect(AbandonedBasket(bought)?.products == [2])
    #expect(AbandonedBasket(bought + [Self.act(.basketRemove, 2, at: 2)]) == nil)
    #expect(AbandonedBasket(bought + [Self.act(.basketAdd, 1, at: 3)])?.products == [1, 2])
    #expect(AbandonedBasket([]) == nil)
    #expect(AbandonedBasket.wasBought(bought, since: .hour(1)))
    #expect(!AbandonedBasket.wasBought(actions, since: .hour(1)))
    #expect(!AbandonedBasket.wasBought(bought, since: .hour(3)))
  }

  @Test("The same facts in another order, and twice, are the same basket")
  func order() {
    let seed = UInt64.random(in: .min ... .max)
    var chance = Chance(seed: seed)
    for _ in 0..<300 {
      let actions = (0..<12).map { _ in
        ShopAction(
          ShopAction.Kind.allCases.randomElement(using: &chance) ?? .view,
          product: Int64.random(in: 1...4, using: &chance), session: 1,
          at: .hour(Double(Int.random(in: 0...5, using: &chance))))
      }
      let first = AbandonedBasket(actions)
      let again = (actions + actions.prefix(5)).shuffled(using: &chance)
      #expect(AbandonedBasket(again) == first, "seed \(seed): \(actions)")
      #expect(
        AbandonedBasket.wasBought(again, since: .hour(2))
          == AbandonedBasket.wasBought(actions, since: .hour(2)), "seed \(seed)")
    }
  }

  /// Chance that can be repeated.
  private struct Chance: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
