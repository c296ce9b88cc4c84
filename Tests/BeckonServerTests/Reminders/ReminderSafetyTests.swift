import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import TestMail
import Testing

@testable import BeckonServer

/// To whom no reminder goes, and when.
@Suite struct ReminderSafetyTests {
  @Test("Without a yes, without a shown address, and after a no nothing is sent")
  func consent() async throws {
    try await ReminderShop.run { shop in
      let path = try await shop.reminder()
      let silent = try await shop.app.signUp("silent", more: ["email": "s@example.org"])
      let refusing = try await shop.app.person("refusing", consent: ["mail": false])
      let claimed = try await shop.app.signUpInApp([
        "install_id": "phone", "email": "c@example.org",
      ])
      _ = try await shop.app.patch(claimed.path, ["contact_consent": ["mail": true]])
      let away = try await shop.app.person("away")
      #expect(
        try await shop.app.send("PUT", "/v1/suppressions/away%40example.org", [:]).status < 300)
      for person in [silent, refusing, claimed, away] {
        try await shop.add("shoe", by: person, id: person.id)
      }
      try await shop.server.wait(minutes: 61)
      #expect(try shop.mails.mails().isEmpty)
      #expect(
        try await shop.decisions(path).sorted() == [
          "withheld no_consent", "withheld no_consent", "withheld suppressed",
          "withheld unproven_address",
        ])
      let reason = try await shop.decisions(path, "?person=\(away.id)&reason=suppressed")
      #expect(reason == ["withheld suppressed"])
    }
  }

  @Test("A client says yes for the person whose token it has, and for nobody else")
  func consentOfClients() async throws {
    try await ReminderShop.run { shop in
      let app = shop.app
      let said: JSON = ["contact_consent": ["mail": false, "sms": true]]
      let refused = try await app.patch(shop.ana.path, said, as: .publishable)
      #expect([401, 403].contains(refused.status), "\(refused.text)")
      let ben = try await app.signUpInApp(["install_id": "phone"])
      let answer = try await app.patch(ben.path, said, as: .publishable, token: ben.token)
      #expect(answer.value("contact_consent.sms.given") == true, "\(answer.text)")
      #expect(answer.string("contact_consent.sms.by") == "client")
      let wrong = try await app.patch(ben.path, ["contact_consent": ["mial": true]])
      #expect(wrong.string("field") == "contact_consent.mial", "\(wrong.text)")
      // A vendor's client may log in as anybody, and says nothing for them.
      var client = SegmentifyShop(app)
      client.visitor = "77"
      let login = client.event(
        "USER_OPERATIONS",
        ["step": "signin", "username": "ana", "smsNtf": true, "emailNtf": false])
      _ = try await client.send(login)
      let ana = try await shop.ana.read()
      #expect(ana.value("contact_consent.mail.given") == true, "\(ana.text)")
      #expect(ana.value("contact_consent.sms") == nil)
      _ = try await client.send(login, key: app.secret)
      let told = try await shop.ana.export()
      #expect(told.value("contact_consent.mail.given") == false, "\(told.text)")
      #expect(told.string("contact_consent.mail.by") == "server")
      let names = told.list("facts").compactMap { $0["name"]?.string }
      #expect(names.contains("beckon.contact_consent"), "\(names)")
    }
  }

  @Test("What a stranger said for somebody before they signed up is no yes, and no text of theirs")
  func claimedBefore() async throws {
    try await ReminderShop.run { shop in
      let app = shop.app
      let path = try await shop.reminder()
      let thief = try await app.signUpInApp(["user_id": "victim", "email": "v@example.org"])
      let win = "you have WON, see https://evil.example/win"
      let said = try await app.patch(
        thief.path, ["contact_consent": ["mail": true], "attributes": ["name": .string(win)]],
        as: .publishable, token: thief.token)
      #expect(said.status == 200, "\(said.text)")
      let victim = try await app.signUp("victim", more: ["email": "v@example.org"])
      try await shop.add("shoe", by: victim, id: "1")
      try await shop.server.wait(minutes: 61)
      #expect(try await shop.decisions(path) == ["withheld no_consent"])
      // Once they have said yes themselves, what the stranger wrote is not in the mail.
      _ = try await app.patch(victim.path, ["contact_consent": ["mail": true]])
      try await shop.add("boot", by: victim, id: "2")
      try await shop.server.wait(minutes: 61)
      let mail = try #require(try shop.mails.mails().last)
      #expect("\(mail)".contains("Hi,") && !"\(mail)".contains("evil"), "\(mail)")
    }
  }

  @Test("A stranger with the app's key fills nobody's basket")
  func stranger() async throws {
    try await ReminderShop.run { shop in
      let path = try await shop.reminder()
      _ = try await shop.reminder(ReminderShop.drop)
      // Since the server has told something of her, what it calls her is a visitor who is hers.
      let known: JSON = [
        "id": "known", "name": "page_viewed", "user_id": "ana", "properties": ["category": "Home"],
      ]
      #expect(try await shop.app.post("/v1/events", ["events": [known]]).status < 300)
      for (number, name) in ["basket_changed", "product_viewed"].enumerated() {
        let event: JSON = [
          "id": .string("\(number)"), "name": .string(name), "user_id": "ana",
          "properties": ["step": "add", "product_id": "shoe"],
        ]
        let sent = try await shop.app.post(
          "/v1/events", ["events": [event]], as: .publishable)
        #expect(sent.status < 300)
      }
      try await shop.server.wait(minutes: 61)
      try await shop.price("shoe", "5.00")
      try await shop.server.wait(minutes: 61)
      #expect(try shop.mails.mails().isEmpty)
      #expect(try await shop.decisions(path).isEmpty)
      #expect(try await shop.server.number("SELECT COUNT(*) FROM reminder_decisions") == 0)
    }
  }

  @Test("A price that clients agree on reminds nobody, nor a product that only they know")
  func clientsPrices() async throws {
    try await ReminderShop.run { shop in
      _ = try await shop.reminder(ReminderShop.drop)
      let path = try await shop.reminder()
      try await shop.view("shoe", by: shop.ana, id: "1")
      try await shop.add("made up", by: shop.ana, id: "2")
      try await shop.server.wait()
      try await shop.server.change(
        """
        INSERT INTO product_prices (app, product, id, currency, at, before, after, told_by)
        SELECT app, product, $1, currency, at + 1, 2000, 100, 'client' FROM product_prices
        WHERE after = 2000
        """,
        [.identifier(Identifier(at: shop.server.ambient.now(), random: (1, 2)))])
      try await shop.server.change(
        """
        INSERT INTO feed (app, kind, id, subject, at, body, by_client)
        SELECT app, 'product', id, id, 1, '', 1 FROM products WHERE product = 'shoe'
        """)
      try await shop.server.wait(minutes: 61)
      #expect(try await shop.decisions(path) == ["withheld product_unknown"])
      #expect(try await shop.server.number("SELECT COUNT(*) FROM reminder_drops") == 0)
      #expect(try shop.mails.mails().isEmpty)
    }
  }

  @Test("Nobody is woken; who buys, says no or is erased in the night is not reminded at all")
  func quietHours() async throws {
    try await ReminderShop.run { shop in
      let path = try await shop.reminder()
      var people: [TestPerson] = [shop.ana]
      for name in ["buyer", "refuser", "gone"] { people.append(try await shop.app.person(name)) }
      try shop.server.setTime("2026-06-01T22:00:00Z")
      for person in people { try await shop.add("shoe", by: person, id: person.id) }
      try await shop.server.wait(minutes: 61)
      #expect(
        try await shop.decisions(path) == Array(repeating: "held quiet_hours", count: 4))
      try await shop.buy("shoe", by: people[1], order: "order-1")
      _ = try await shop.app.patch(people[2].path, ["contact_consent": ["mail": false]])
      #expect(try await people[3].erase().status < 300)
      try await shop.server.wait(hours: 8)
      #expect(try shop.mails.mails().isEmpty)
      try await shop.server.wait(hours: 1)
      #expect(try shop.mails.mails().map(\.to) == ["ana@example.org"])
      #expect(
        try await shop.decisions(path).sorted() == [
          "sent", "withheld bought", "withheld no_consent",
        ])
    }
  }

  @Test("A person is reminded once in a day, of whatever, also when they were two")
  func frequency() async throws {
    try await ReminderShop.run { shop in
      let basket = try await shop.reminder()
      let drop = try await shop.reminder(ReminderShop.drop)
      let other = try await shop.app.person("other")
      try await shop.add("shoe", by: shop.ana, id: "1")
      try await shop.view("boot", by: other, id: "2")
      try await shop.server.wait(minutes: 61)
      #expect(try await shop.ana.merge(into: other).status == 200)
      try await shop.price("boot", "10.00")
      try await shop.server.wait(minutes: 1)
      #expect(try await shop.decisions(drop) == ["withheld too_soon"])
      try await shop.server.wait(hours: 25)
      try await shop.add("boot", by: other, id: "3")
      try await shop.server.wait(minutes: 61)
      #expect(try await shop.decisions(basket, "?person=\(other.id)") == ["sent", "sent"])
      #expect(try shop.mails.mails().count == 2)
    }
  }

  @Test("Who is told nothing, and what is only tried out, is decided all the same")
  func heldOut() async throws {
    try await ReminderShop.run { shop in
      let path = try await shop.reminder(ReminderShop.basket, ["hold_out_percent": 100])
      let tried = try await shop.reminder(
        ReminderShop.basket, ["test_mode": true, "delay_minutes": 90])
      try await shop.add("shoe", by: shop.ana, id: "1")
      try await shop.server.wait(minutes: 61)
      let other = try await shop.app.person("other")
      _ = try await shop.app.patch(path, ["state": "paused"])
      try await shop.add("shoe", by: other, id: "2")
      try await shop.server.wait(minutes: 91)
      try await shop.buy("shoe", by: shop.ana, order: "order-1")
      try await shop.server.wait()
      #expect(try await shop.decisions(path) == ["withheld held_out"])
      #expect(
        try await shop.decisions(tried).sorted() == ["withheld test_mode", "withheld too_soon"])
      let report = try await shop.app.get(path + "/report")
      #expect(report.integer("hold_out.buyers") == 1, "\(report.text)")
      #expect(report.integer("sent.people") == 0)
      #expect(try shop.mails.mails().isEmpty)
    }
  }

  @Test("An app has so many in an hour; the rest waits")
  func hourly() async throws {
    try await ReminderShop.run(["reminders": ["per_hour": 1]]) { shop in
      let path = try await shop.reminder()
      for name in ["ben", "cem"] {
        try await shop.add("shoe", by: try await shop.app.person(name), id: name)
      }
      try await shop.server.wait(minutes: 61)
      #expect(try await shop.decisions(path).sorted() == ["held hourly_limit", "sent"])
      try await shop.server.wait(minutes: 61)
      #expect(try await shop.decisions(path) == ["sent", "sent"])
    }
  }

  @Test("One click, and nothing comes any more")
  func unsubscribe() async throws {
    try await ReminderShop.run { shop in
      let path = try await shop.reminder()
      try await shop.add("shoe", by: shop.ana, id: "1")
      try await shop.server.wait(minutes: 61)
      let header = try #require(try shop.mails.mails().first?.header("List-Unsubscribe"))
      let link = String(header.dropFirst().dropLast())
      let left = try await shop.app.page(link, "POST", form: "List-Unsubscribe=One-Click")
      #expect(left.status == 200, "\(left.text)")
      try await shop.server.wait(days: 2)
      try await shop.add("boot", by: shop.ana, id: "2")
      try await shop.server.wait(minutes: 61)
      #expect(try await shop.decisions(path) == ["withheld suppressed", "sent"])
    }
  }
}
