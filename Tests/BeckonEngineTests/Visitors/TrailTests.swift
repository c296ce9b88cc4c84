import BeckonModel
import Testing

@testable import BeckonEngine

/// The last actions of a visitor.
@Suite struct TrailTests {
  private static func view(_ product: Int64, at: Int64) -> ShopAction {
    ShopAction(.view, product: product, session: 1, at: Instant(milliseconds: at))
  }

  @Test("Late actions stand where they belong in time, and the oldest fall out")
  func order() {
    var trail = Trail((1...60).map { Self.view($0, at: $0 * 10) })
    #expect(trail.actions.map(\.product) == Array(11...60))
    trail.add([Self.view(99, at: 595), Self.view(98, at: 1)])
    #expect(trail.actions.map(\.product) == Array(12...59) + [99, 60])
  }

  @Test("It is stored whole, and what a newer program wrote is left out")
  func stored() {
    let trail = Trail([Self.view(1, at: 5), Self.view(2, at: 6)])
    #expect(Trail(stored: trail.json) == trail)
    #expect(Trail(stored: [[9, 1, 1, 1], [1, 7, 1, 5], "x"]).actions == [Self.view(7, at: 5)])
  }

  @Test("Of an order only the purchase is an action, of each product once")
  func actions() throws {
    let lines = [try BasketLine(product: "a"), try BasketLine(product: "a")]
    let bought = ShopEvent.checkout(try Checkout(.purchase, lines: lines)).actions
    #expect(bought.map(\.kind) == [.purchase] && bought.map(\.product) == ["a"])
    #expect(ShopEvent.checkout(try Checkout(.viewBasket, lines: lines)).actions.isEmpty)
  }
}
