import BeckonModel
import Testing

@testable import BeckonServer

/// Invitations by text message, from the call to the gateway.
@Suite struct InviteTests {
  @Test("A text with a link of its own goes to each number once, and its status is told")
  func sent() async throws {
    try await TestServer.run(texting: [:]) { server, log in
      let app = server.app
      let ana = try await app.inviter()
      let made = try await app.invite(
        ["+49 1511 2345678", "+4915112345678", "+49 1511 2345679", "+49 30 123456", "x"], by: ana)
      #expect(made.status == 201, "\(made.text)")
      #expect(made.list("recipients").map { $0["phone"] } == ["+4915112345678", "+4915112345679"])
      #expect(
        made.list("not_sent").map { $0["reason"] } == ["duplicate", "not_mobile", "not_a_number"])
      #expect(made.list("recipients").allSatisfy { $0["status"] == "waiting" })
      #expect(log.texts.isEmpty)
      try await server.wait(minutes: 1)
      #expect(log.texts.map(\.to).sorted() == ["+4915112345678", "+4915112345679"])
      #expect(log.texts.allSatisfy { $0.from == "Shop" && $0.text.hasPrefix("Try shop: http") })
      #expect(Set(log.texts.map(\.text)).count == 2, "each has a link of its own")
      let rows = try await app.recipients(of: made)
      #expect(rows.allSatisfy { $0["state"] == "sent" && $0["status"] == "waiting" })
      try await server.wait(days: 2)
      #expect(try await app.recipients(of: made).allSatisfy { $0["status"] == "unconfirmed" })
      try await server.wait(minutes: 5)
      #expect(log.texts.count == 2)
    }
  }

  @Test("From the text's link to the inviter's reward")
  func reward() async throws {
    try await TestServer.run(texting: [:]) { server, log in
      let app = server.app
      _ = try await app.campaign(rules: [thanks])
      let ana = try await app.inviter()
      let made = try await app.invite(["+4915112345678"], by: ana)
      try await server.wait(minutes: 1)
      let link = try #require(log.texts.first?.text.split(separator: " ").last.map(String.init))
      let phone = try await app.phone(at: "203.0.113.7").open(link).install()
      #expect(phone.visit?.status == 302, "\(String(describing: phone.visit))")
      let ben = try await phone.signUp("ben")
      #expect(ben.referredBy == ana.id)
      #expect(try await ana.balance == 50)
      try await server.wait(minutes: 1)
      #expect(try await app.recipients(of: made).first?["followed_at"] != nil)
    }
  }

  @Test("An invitation in no campaign goes out with a warning")
  func noCampaign() async throws {
    try await TestServer.run(texting: [:]) { server, _ in
      let ana = try await server.app.inviter()
      let alone = try await server.app.invite(["+4915112345678"], by: ana)
      #expect(alone.status == 201 && alone.list("warnings").map { $0["code"] } == ["no_campaign"])
      _ = try await server.app.campaign(rules: [thanks])
      let inCampaign = try await server.app.invite(["+4915112345679"], by: ana)
      #expect(inCampaign.value("warnings") == nil && inCampaign.value("campaign") != nil)
    }
  }

  @Test("An invitation that asks for a sender which the app does not list says who it is from")
  func unlistedSender() async throws {
    try await TestServer.run(texting: [:]) { server, log in
      _ = try await server.app.campaign(rules: [thanks])
      let ana = try await server.app.inviter()
      let other = try await server.app.invite(
        ["+4915112345678"], by: ana, ["sender": "Somebody"])
      #expect(other.list("warnings").map { $0["code"] } == ["unlisted_sender"])
      let listed = try await server.app.invite(["+4915112345679"], by: ana, ["sender": "Shop"])
      #expect(listed.status == 201 && listed.value("warnings") == nil, "\(listed.text)")
      try await server.wait(minutes: 1)
      #expect(log.texts.map(\.from) == ["Shop", "Shop"])
    }
  }

  @Test("Where a text has a placeholder of words, the sender's name stands, and then the note")
  func listedWords() async throws {
    try await TestServer.run(texting: [:]) { server, log in
      let app = server.app
      let text = try await app.post(
        "/v1/messages/texts",
        ["text": "cp likes this: <>", "placeholder": "<>", "word_placeholder": "cp"])
      let ana = try await app.inviter()
      let chosen = text.value("id") ?? .null
      let nameless = try await app.invite(["+4915112345678"], by: ana, ["text": chosen])
      #expect(nameless.status == 422 && nameless.string("field") == "sender_name")
      let made = try await app.invite(
        ["+4915112345678"], by: ana, ["text": chosen, "sender_name": "Ana"])
      #expect(made.status == 201, "\(made.text)")
      try await server.wait(minutes: 1)
      #expect(log.texts.first?.text.hasPrefix("Ana likes this: http") == true)
    }
  }

  @Test("Nobody invites in another's name, and a key alone is no sender of texts")
  func proof() async throws {
    try await TestServer.run(texting: [:]) { server, _ in
      let app = server.app
      let (ana, ben) = (try await app.inviter(), try await app.inviter("ben"))
      let body: JSON = ["person": .string(ana.id), "recipients": ["+4915112345678"]]
      for token in [nil, ben.token] {
        let answer = try await app.post("/v1/invites", body, as: .publishable, token: token)
        #expect(answer.code == "token_required", "\(answer.text)")
      }
      let made = try await app.invite(["+4915112345678"], by: ana)
      let path = "/v1/invites/\(made.string("id") ?? "")"
      #expect(try await app.get(path, as: .publishable, token: ben.token).code == "token_required")
      #expect(try await app.get(path, as: .publishable, token: ana.token).status == 200)
      let list = try await app.get(
        "/v1/invites?person=\(ana.id)", as: .publishable, token: ana.token)
      #expect(list.list("invites").count == 1)
      #expect(try await app.get("/v1/invites", as: .publishable).code == "invalid_field")
      #expect(try await app.get("/v1/invites").list("invites").count == 1)
    }
  }

  @Test("Who was invited, or wants no messages, looks to a stranger as everybody else does")
  func sameAnswer() async throws {
    try await TestServer.run(texting: [:]) { server, log in
      let app = server.app
      let (ana, ben) = (try await app.inviter(), try await app.inviter("ben"))
      _ = try await app.invite(["+4915112345678"], by: ana)
      _ = try await app.send("PUT", "/v1/suppressions/%2B4915112345679", [:])
      let made = try await app.invite(
        ["+4915112345678", "+4915112345679", "+4915112345670"], by: ben)
      try await server.wait(minutes: 1)
      #expect(log.texts.map(\.to).sorted() == ["+4915112345670", "+4915112345678"])
      let path = "/v1/invites/\(made.string("id") ?? "")"
      for days in [0.0, 2.1] {
        try await server.wait(days: days)
        let seen = try await app.get(path, as: .publishable, token: ben.token)
        let told = seen.list("recipients").map { ($0.members ?? []).dropFirst().map(\.value) }
        #expect(Set(told).count == 1, "\(seen.text)")
      }
      let reasons = try await app.recipients(of: made).map { $0["reason"] }
      #expect(reasons == ["invited_before", "suppressed", nil])
    }
  }

  @Test("STOP holds for all who invite, and outlives the erasure of who said it")
  func stop() async throws {
    try await TestServer.run(texting: [:]) { server, log in
      let app = server.app
      let url = try #require(try await app.get("/v1/messages/replies").string("url"))
      let path = "/" + url.split(separator: "/").dropFirst(2).joined(separator: "/")
      func reply(_ text: String) async throws -> HTTPAnswer {
        try await app.call("GET", path + "?from=%2B4915112345678&text=" + text, as: .none)
      }
      #expect(try await reply("Stop+it").text.hasPrefix("shop: no more messages"))
      #expect(try await reply("who+is+this").text.isEmpty)
      #expect(try await reply("help").text.hasPrefix("shop: people"))
      let ben = try await app.signUp("ben", more: ["phone": "+4915112345678"])
      #expect(try await app.call("DELETE", ben.path).status < 300)
      let ana = try await app.inviter()
      let made = try await app.invite(["+4915112345678"], by: ana)
      try await server.wait(minutes: 1)
      #expect(log.texts.isEmpty)
      #expect(try await app.recipients(of: made).first?["reason"] == "suppressed")
      #expect(try await reply("START").text.contains("invited again"))
      _ = try await app.invite(["+4915112345678"], by: ana)
      try await server.wait(minutes: 1)
      #expect(log.texts.count == 1)
      let forged = try await app.call("GET", path + "x?from=%2B49151&text=STOP", as: .none)
      #expect(forged.code == "not_found")
    }
  }

  @Test("While a team tries an app out, only its own numbers get messages")
  func trial() async throws {
    try await TestServer.run(texting: ["trial_numbers": ["+49 1511 2345678"]]) { server, log in
      let ana = try await server.app.inviter()
      let made = try await server.app.invite(["+4915112345678", "+4915112345679"], by: ana)
      try await server.wait(minutes: 1)
      #expect(log.texts.map(\.to) == ["+4915112345678"])
      #expect(try await server.app.recipients(of: made).last?["reason"] == "trial")
    }
  }

  @Test("Nobody is woken at night, in none of their country's time zones")
  func quietHours() async throws {
    try await TestServer.run(texting: [:]) { server, log in
      let ana = try await server.app.inviter()
      try server.setTime("2026-06-01T20:30:00Z")
      _ = try await server.app.invite(["+4915112345678"], by: ana)
      try await server.wait(hours: 9)
      #expect(log.texts.isEmpty, "it is 7:30 in Germany")
      try await server.wait(hours: 1)
      #expect(log.texts.count == 1)
    }
  }

  @Test("A number is invited again where the app allows it, a day later")
  func again() async throws {
    try await TestServer.run(texting: ["resending": true]) { server, log in
      let (app, ana) = (server.app, try await server.app.inviter())
      for _ in 0..<2 { _ = try await app.invite(["+4915112345678"], by: ana) }
      try await server.wait(minutes: 1)
      #expect(log.texts.count == 1)
      try await server.wait(hours: 25)
      _ = try await app.invite(["+4915112345678"], by: ana)
      try await server.wait(minutes: 1)
      #expect(log.texts.count == 2)
    }
  }

  @Test("Without a gateway, or a sender, what is missing is said")
  func notSetUp() async throws {
    try await TestServer.run { server in
      let ana = try await server.app.inviter()
      let answer = try await server.app.invite(["+4915112345678"], by: ana)
      #expect(answer.code == "sms_not_set_up" && answer.text.contains("--sms-gateway"))
    }
    try await TestServer.run(texting: [:]) { server, _ in
      let ana = try await server.app.inviter()
      try await server.app.set(["sms": .null])
      let answer = try await server.app.invite(["+4915112345678"], by: ana)
      #expect(answer.code == "sms_not_set_up" && answer.text.contains("PATCH /v1/app"))
      for (settings, field) in [
        (["senders": [], "url": "https://a.example/"], "sms.senders"),
        (["senders": ["far too long a name"], "url": "https://a.example/"], "sms.senders"),
        (["senders": ["Shop"], "url": "ftp://a.example/"], "sms.url"),
        (["senders": ["Shop"]], "sms.url"),
        (
          ["senders": ["Shop"], "url": "https://a.example/", "trial_numbers": ["123"]],
          "sms.trial_numbers"
        ),
      ] as [(JSON, String)] {
        let refused = try await server.app.patch("/v1/app", ["sms": settings])
        #expect(refused.string("field") == field, "\(refused.text)")
      }
    }
  }
}
