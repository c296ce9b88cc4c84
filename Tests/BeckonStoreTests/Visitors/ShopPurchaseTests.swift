import BeckonDatabase
import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonStore

/// Orders: one payment each, however often and by whomever they are told.
@Suite struct ShopPurchaseTests {
  private static let revenue: StaticString = """
    SELECT CAST(COALESCE(SUM(revenue), 0) AS BIGINT) FROM payments WHERE trust = 'server'
    """

  @Test(
    "One order is one payment, told by whichever client, and the server's word takes its place",
    arguments: DatabaseDriver.all)
  func order(_ driver: DatabaseDriver) async throws {
    try await Shop.run(driver) { shop in
      let first = try await shop.tell(Shop.purchase(order: "1234", total: "1"))
      let second = try await shop.tell(Shop.purchase(order: "1234", total: "1"), of: "v2")
      // Whose it is, the server says; until then each has a claim.
      #expect(first.isAccepted && second.isAccepted)
      #expect(try await shop.number("SELECT COUNT(*) FROM shop_purchases") == 2)
      #expect(try await shop.tell(Shop.purchase(order: "1234", total: "1")) == .duplicate)
      #expect(try await shop.number("SELECT COUNT(*) FROM payments") == 1)
      #expect(try await shop.number(Self.revenue) == 0)
      #expect(
        try await shop.tell(Shop.purchase(order: "1234", total: "20"), by: .secret).isAccepted)
      #expect(try await shop.number("SELECT COUNT(*) FROM payments") == 1)
      #expect(try await shop.number(Self.revenue) == 2_000)
      #expect(try await shop.number("SELECT amount FROM shop_purchases") == 2_000)
      #expect(try await shop.number("SELECT COUNT(*) FROM shop_purchases") == 1)
      #expect(try await shop.number("SELECT COUNT(*) FROM shop_actions") == 4)
    }
  }

  @Test(
    "Who claims an order first has nothing of it: the server's word is the buyer's, and the claim goes",
    arguments: DatabaseDriver.all)
  func claimed(_ driver: DatabaseDriver) async throws {
    try await Shop.run(driver) { shop in
      for thief in 1...25 {
        try await shop.tell(
          Shop.purchase(["junk"], order: "1001", total: "0.01"), of: "thief \(thief)")
      }
      #expect(
        try await shop.number("SELECT COUNT(*) FROM shop_purchases") == 20, "so many are kept")
      let told = try await shop.tell(
        Shop.purchase(["medicine"], order: "1001", total: "298.50"), of: "victim", by: .secret)
      #expect(told.isAccepted)
      #expect(try await shop.trail(of: "victim") == ["medicine"])
      #expect(try await shop.trail(of: "thief 1") == ["junk"])
      #expect(try await shop.number("SELECT COUNT(*) FROM shop_purchases") == 1)
      #expect(try await shop.number(Self.revenue) == 29_850)
      let again = try await shop.tell(
        Shop.purchase(["medicine"], order: "1001", total: "298.50"), of: "victim", by: .secret)
      #expect(again == .duplicate)
    }
  }

  @Test(
    "An event's id that a client has used keeps no purchase of the server's out",
    arguments: DatabaseDriver.all)
  func eventID(_ driver: DatabaseDriver) async throws {
    try await Shop.run(driver) { shop in
      for order in ["zzz-1", nil] {
        try await shop.tell(Shop.purchase(["junk"], order: order), of: "thief", id: "order-1-paid")
      }
      let told = try await shop.tell(
        Shop.purchase(order: "1"), of: "victim", id: "order-1-paid", by: .secret)
      #expect(told.isAccepted, "\(told)")
      #expect(try await shop.number(Self.revenue) == 2_000)
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
