import BeckonDatabase
import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonStore

/// Orders: one payment each, however often and by whomever they are told.
@Suite struct ShopPurchaseTests {
  private static let revenue: StaticString = """
    SELECT COALESCE(SUM(revenue), 0) FROM payments WHERE trust = 'server'
    """

  @Test(
    "One order is one payment, told by whichever client, and the server's word takes its place",
    arguments: DatabaseDriver.all)
  func order(_ driver: DatabaseDriver) async throws {
    try await Shop.run(driver) { shop in
      let first = try await shop.tell(Shop.purchase(order: "1234", total: "1"))
      let second = try await shop.tell(Shop.purchase(order: "1234", total: "1"), of: "v2")
      #expect(first.isAccepted && second == .duplicate)
      #expect(try await shop.number("SELECT COUNT(*) FROM payments") == 1)
      #expect(try await shop.number(Self.revenue) == 0)
      #expect(
        try await shop.tell(Shop.purchase(order: "1234", total: "20"), by: .secret).isAccepted)
      #expect(try await shop.number("SELECT COUNT(*) FROM payments") == 1)
      #expect(try await shop.number(Self.revenue) == 2_000)
      #expect(try await shop.number("SELECT amount FROM shop_purchases") == 2_000)
      #expect(try await shop.number("SELECT COUNT(*) FROM shop_actions") == 2)
    }
  }

  @Test(
    "Without an order's id equal purchases within thirty minutes are one, and no payment yet",
    arguments: DatabaseDriver.all)
  func noOrder(_ driver: DatabaseDriver) async throws {
    try await Shop.run(driver) { shop in
      let first = try await shop.tell(Shop.purchase(), minute: 0)
      #expect(first.isAccepted)
      #expect(try await shop.tell(Shop.purchase(["b", "a"]), minute: 20) == .duplicate)
      #expect(try await shop.tell(Shop.purchase(total: "21"), minute: 20).isAccepted)
      #expect(try await shop.tell(Shop.purchase(), minute: 45).isAccepted)
      #expect(try await shop.number("SELECT COUNT(*) FROM shop_purchases") == 3)
      #expect(try await shop.number("SELECT COUNT(*) FROM payments") == 0)
      #expect(try await shop.tell(Shop.purchase(), minute: 44, by: .secret).isAccepted)
      #expect(try await shop.number("SELECT COUNT(*) FROM payments") == 1)
      #expect(try await shop.number(Self.revenue) == 2_000)
      #expect(try await shop.number("SELECT COUNT(*) FROM shop_purchases") == 3)
      #expect(try await shop.number("SELECT COUNT(*) FROM shop_actions") == 6)
    }
  }

  @Test(
    "A purchase that fifty requests tell at once, on two servers, is one",
    arguments: DatabaseDriver.all)
  func storm(_ driver: DatabaseDriver) async throws {
    try await Shop.run(driver, servers: 2) { shop in
      for (order, total) in [("7", "20"), (nil, "21")] {
        let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
          for place in 0..<50 {
            group.addTask {
              try await shop.tell(
                Shop.purchase(order: order, total: total), server: place % 2
              ).isAccepted
            }
          }
          return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(accepted == 1)
      }
      #expect(try await shop.number("SELECT COUNT(*) FROM payments") == 1)
      #expect(try await shop.number("SELECT COUNT(*) FROM shop_purchases") == 2)
      #expect(try await shop.number("SELECT COUNT(*) FROM shop_actions") == 4)
      #expect(try await shop.number("SELECT COUNT(*) FROM shop_visitors") == 1)
    }
  }
}
