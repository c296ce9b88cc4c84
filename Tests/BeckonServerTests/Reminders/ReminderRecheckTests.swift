import BeckonDatabase
import BeckonModel
import TestMail
import Testing

/// What happens between the decision and the gateway, and how long things are kept.
@Suite struct ReminderRecheckTests {
  /// Somebody whose first mail the gateway puts off: it is written, and not sent yet.
  private static func late(_ shop: ReminderShop) async throws -> TestPerson {
    try await shop.app.person("grey")
  }

  @Test("Who buys when the message is written already gets none, and the decision says so")
  func bought() async throws {
    try await ReminderShop.run { shop in
      let path = try await shop.reminder()
      let person = try await Self.late(shop)
      try await shop.add("shoe", by: person, id: "1")
      try await shop.server.wait(minutes: 61)
      #expect(try await shop.decisions(path) == ["sent"])
      try await shop.buy("shoe", by: person, order: "order-1")
      try await shop.server.wait(hours: 1)
      #expect(try shop.mails.mails().isEmpty)
      #expect(try await shop.decisions(path) == ["withheld bought"])
      let message = try #require(try await shop.app.messages("?kind=reminder").first)
      #expect(message["state"] == "suppressed" && message["reason"] == "bought", "\(message)")
      let report = try await shop.app.get(path + "/report")
      #expect(report.value("decisions") == ["bought": 1], "\(report.text)")
    }
  }

  @Test("A price that rises again before the gateway takes the message, or before it is due")
  func rose() async throws {
    try await ReminderShop.run { shop in
      let path = try await shop.reminder(ReminderShop.drop)
      let later = try await shop.reminder(ReminderShop.drop, ["delay_minutes": 30])
      let person = try await Self.late(shop)
      try await shop.view("shoe", by: person, id: "1")
      // Changes of a price in one millisecond have no order.
      try await shop.server.wait(minutes: 1)
      try await shop.price("shoe", "10.00")
      try await shop.server.wait(minutes: 1)
      #expect(try await shop.decisions(path) == ["sent"])
      try await shop.price("shoe", "20.00")
      try await shop.server.wait(hours: 1)
      #expect(try shop.mails.mails().isEmpty)
      #expect(try await shop.decisions(path) == ["withheld price_rose"])
      #expect(try await shop.decisions(later) == ["withheld price_rose"])
    }
  }

  @Test("Decisions go after 92 days, and after 90 who looked at what")
  func retention() async throws {
    try await ReminderShop.run { shop in
      _ = try await shop.reminder()
      _ = try await shop.reminder([
        "name": "Back", "cause": "back_in_stock", "channels": ["mail"],
        "texts": ["en": ["subject": "x", "text": "y"]],
      ])
      try await shop.add("shoe", by: shop.ana, id: "1")
      _ = try await shop.app.patch("/v1/products/boot", ["in_stock": false])
      try await shop.server.wait(minutes: 61)
      try await shop.buy("shoe", by: shop.ana, order: "order-1")
      try await shop.server.wait()
      func counts() async throws -> [Int64] {
        [
          try await shop.server.number("SELECT COUNT(*) FROM product_interests"),
          try await shop.server.number("SELECT COUNT(*) FROM product_absences"),
          try await shop.server.number("SELECT COUNT(*) FROM reminder_decisions"),
          try await shop.server.number("SELECT COUNT(*) FROM reminder_orders"),
        ]
      }
      #expect(try await counts() == [1, 1, 1, 1])
      try await shop.server.wait(days: 89)
      #expect(try await counts() == [1, 1, 1, 1])
      try await shop.server.wait(days: 2)
      #expect(try await counts() == [0, 0, 1, 1])
      try await shop.server.wait(days: 2)
      #expect(try await counts() == [0, 0, 0, 0])
    }
  }
}
