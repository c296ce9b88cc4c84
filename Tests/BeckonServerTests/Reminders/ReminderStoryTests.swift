import BeckonDatabase
import BeckonModel
import TestMail
import Testing

/// From a look at a product to what the reminder brought, by a real mail server.
@Suite struct ReminderStoryTests {
  @Test("Ana looks, leaves her basket, is reminded, follows the link and buys")
  func story() async throws {
    try await ReminderShop.run { shop in
      let path = try await shop.reminder()
      try await shop.view("shoe", by: shop.ana, id: "1")
      try await shop.add("shoe", by: shop.ana, id: "2")
      try await shop.server.wait(minutes: 59)
      #expect(try shop.mails.mails().isEmpty)
      try await shop.server.wait(minutes: 2)
      let mail = try #require(try shop.mails.mails().first)
      #expect(mail.to == "ana@example.org" && mail.header("Subject") == "Red shoe is waiting")
      #expect(mail.part("text/plain").contains("Red shoe costs 20.00 EUR."))
      #expect(mail.part("text/html").contains("Hi ana,"))
      #expect(mail.header("List-Unsubscribe")?.contains("/web/unsubscribe/") == true)
      let link = try #require(mail.link)
      let visit = try await shop.follow(link)
      #expect(visit.status == 302, "\(visit.text)")
      #expect(visit["Location"]?.hasPrefix("https://shop.example/cart") == true)
      try await shop.server.wait(minutes: 1)
      try await shop.buy("shoe", by: shop.ana, order: "order-1")
      try await shop.server.wait(minutes: 1)
      let report = try await shop.app.get(path + "/report")
      #expect(report.value("decisions") == ["sent": 1], "\(report.text)")
      #expect(report.integer("sent.people") == 1 && report.integer("sent.followed") == 1)
      #expect(report.integer("sent.buyers") == 1 && report.integer("sent.purchases_by_link") == 1)
      #expect(report.string("sent.revenue_by_link.0.decimal") == "20.00", "\(report.text)")
      #expect(report.integer("hold_out.people") == 0)
      // The same basket is told of once, whatever the loops do.
      try await shop.server.wait(days: 2)
      #expect(try shop.mails.mails().count == 1)
      let decision = try await shop.app.get(path + "/decisions").value("decisions.0")
      #expect(decision?["followed_at"] != nil && decision?["channel"] == "mail")
    }
  }

  @Test("A price that the shop tells has fallen is told of; one that clients tell is not")
  func priceDrop() async throws {
    try await ReminderShop.run { shop in
      let path = try await shop.reminder(ReminderShop.drop)
      try await shop.view("shoe", by: shop.ana, id: "1")
      try await shop.server.wait()
      try await shop.price("shoe", "19.00")
      try await shop.server.wait(minutes: 1)
      #expect(try await shop.decisions(path).isEmpty, "five of a hundred are too few")
      try await shop.price("shoe", "15.00")
      try await shop.server.wait(minutes: 1)
      let mail = try #require(try shop.mails.mails().first)
      #expect(mail.header("Subject") == "Red shoe: 19.00 EUR, now 15.00 EUR")
      let visit = try await shop.follow(try #require(mail.link))
      #expect(visit["Location"]?.hasPrefix("https://shop.example/p/shoe") == true)
      // Up and down to the same price tells nothing new.
      try await shop.server.wait(days: 8)
      try await shop.price("shoe", "20.00")
      try await shop.server.wait()
      try await shop.price("shoe", "15.00")
      try await shop.server.wait(minutes: 1)
      #expect(try await shop.decisions(path) == ["sent"])
    }
  }

  @Test("By text message to who has said yes to these, with a budget of its own")
  func textMessage() async throws {
    try await ReminderShop.run(["reminders": ["texts_per_day": 1]]) { shop in
      let path = try await shop.reminder(ReminderShop.basket, ["channels": ["sms"]])
      let ben = try await shop.app.person(
        "ben", consent: ["sms": true], phone: "+4915112345678")
      let cem = try await shop.app.person(
        "cem", consent: ["sms": true], phone: "+4915112345679")
      for person in [shop.ana, ben, cem] {
        try await shop.add("boot", by: person, id: "add " + person.name)
      }
      try await shop.server.wait(minutes: 61)
      try await shop.server.wait(minutes: 1)
      #expect(shop.texts.texts.count == 1, "\(shop.texts.texts)")
      #expect(shop.texts.texts.first?.text.hasPrefix("Boot is waiting: http") == true)
      let decided = try await shop.decisions(path)
      #expect(decided.sorted() == ["sent", "withheld no_consent", "withheld text_budget"])
      let message = try #require(try await shop.app.messages("?kind=reminder").first)
      #expect(message["channel"] == "sms" && message["invite"] == nil, "\(message)")
    }
  }

  @Test("By the app's own server, which is told once")
  func webhook() async throws {
    try await ReminderShop.run { shop in
      let hook: JSON = ["url": "http://127.0.0.1:1/", "facts": ["reminder"]]
      let made = try await shop.app.post("/v1/webhooks", hook)
      #expect(made.status == 201, "\(made.text)")
      let path = try await shop.reminder(ReminderShop.basket, ["channels": ["webhook"]])
      let ben = try await shop.app.person("ben", consent: ["push": true])
      for person in [shop.ana, ben] {
        try await shop.add("boot", by: person, id: "add " + person.name)
      }
      try await shop.server.wait(minutes: 61)
      try await shop.server.wait(minutes: 1)
      #expect(try await shop.decisions(path).sorted() == ["sent", "withheld no_consent"])
      let bodies = try await shop.server.database.read { connection in
        try connection.rows("SELECT body FROM webhook_deliveries", []) { try $0.json(0) }
      }
      #expect(bodies.count == 1)
      let data = bodies.first?["data"]
      #expect(data?["channels"] == ["push"] && data?["cause"] == "abandoned_basket", "\(bodies)")
      #expect(data?["products"]?[0]?["title"] == "Boot")
    }
  }
}
