import BeckonModel
import TestMail
import Testing

/// Reminders of products that can be bought again.
@Suite struct ReminderReturnTests {
  private static let reminder: JSON = [
    "name": "Back", "cause": "back_in_stock", "channels": ["mail"],
    "texts": ["en": ["subject": "{product} is back", "text": "It costs {price}."]],
  ]

  private static func stock(_ shop: ReminderShop, _ told: JSON) async throws {
    let answer = try await shop.app.patch("/v1/products/shoe", told)
    #expect(answer.status == 200, "\(answer.text)")
    try await shop.server.wait(minutes: 1)
  }

  @Test("Who has looked at a product is told when the shop says that it has come back, once")
  func story() async throws {
    try await ReminderShop.run { shop in
      let path = try await shop.reminder(Self.reminder)
      try await shop.view("shoe", by: shop.ana, id: "1")
      try await Self.stock(shop, ["in_stock": true])
      #expect(try await shop.decisions(path).isEmpty, "it was never away")
      try await Self.stock(shop, ["in_stock": false])
      #expect(try shop.mails.mails().isEmpty)
      try await Self.stock(shop, ["in_stock": true])
      let mail = try #require(try shop.mails.mails().first)
      #expect(mail.header("Subject") == "Red shoe is back")
      let visit = try await shop.follow(try #require(mail.link))
      #expect(visit["Location"]?.hasPrefix("https://shop.example/p/shoe") == true)
      try await Self.stock(shop, ["title": "Red shoe of leather"])
      #expect(try await shop.decisions(path) == ["sent"])
      // The next time is another.
      try await shop.server.wait(days: 2)
      try await Self.stock(shop, ["in_stock": false])
      try await Self.stock(shop, ["in_stock": true])
      #expect(try await shop.decisions(path) == ["sent", "sent"])
    }
  }

  @Test(
    "By the number that is left, too; who has bought it, and of what is gone again, is not told")
  func objections() async throws {
    try await ReminderShop.run { shop in
      let path = try await shop.reminder(
        Self.reminder, ["delay_minutes": 10, "texts": ["en": ["subject": "x", "text": "y"]]])
      let buyer = try await shop.app.person("buyer")
      for person in [shop.ana, buyer] { try await shop.view("shoe", by: person, id: person.id) }
      try await shop.buy("shoe", by: buyer, order: "order-1")
      try await Self.stock(shop, ["stock": 0])
      try await Self.stock(shop, ["stock": 3])
      try await shop.server.wait(minutes: 5)
      try await Self.stock(shop, ["stock": 0])
      try await shop.server.wait(minutes: 10)
      #expect(
        try await shop.decisions(path).sorted() == ["withheld bought", "withheld out_of_stock"])
      #expect(try shop.mails.mails().isEmpty)
    }
  }

  @Test("Who looks at it only while it is away is told too")
  func away() async throws {
    try await ReminderShop.run { shop in
      let path = try await shop.reminder(Self.reminder)
      try await Self.stock(shop, ["in_stock": false])
      try await shop.view("shoe", by: shop.ana, id: "1")
      try await shop.server.wait(days: 3)
      try await Self.stock(shop, ["in_stock": true])
      #expect(try await shop.decisions(path) == ["sent"])
    }
  }

  @Test("What clients say of the stock tells nobody")
  func clients() async throws {
    try await ReminderShop.run { shop in
      let path = try await shop.reminder(Self.reminder)
      try await shop.view("shoe", by: shop.ana, id: "1")
      for (round, isIn) in [false, true].enumerated() {
        for phone in ["one", "two"] {
          var client = SegmentifyShop(shop.app)
          client.visitor = phone
          _ = try await client.send(
            client.event(
              "PRODUCT_VIEW",
              [
                "productId": "shoe", "title": "Red shoe", "price": 20, "inStock": .bool(isIn),
                "url": "https://shop.example/p/shoe", "image": "https://shop.example/i",
                "category": "Shoes", "params": ["round": .string("\(round)")],
              ]))
        }
        try await shop.server.wait(minutes: 1)
      }
      #expect(try await shop.decisions(path).isEmpty)
      #expect(try await shop.server.number("SELECT COUNT(*) FROM product_absences") == 0)
    }
  }
}
