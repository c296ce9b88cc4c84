import BeckonBasics
import BeckonModel
import BeckonSDK
import Testing

/// What a receiver gets.
@Suite struct DeliveryTests {
  @Test("Each kind of fact arrives once, signed, with who and what")
  func kinds() async throws {
    try await TestServer.run { server in
      let (app, receiver) = (server.app, try Receiver())
      let campaign = try await app.campaign(goal: 2, rules: [welcome(at: "confirmed")])
      let webhook = try await app.webhook(receiver.url + "/in", ["*"])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code, more: ["email": "ben@shop.example"])
      _ = try await app.phone(at: "198.51.100.7").install()
      try await app.event("buy", id: "order-1", of: ben, ["price": 9.50])
      let converted = try await app.post(
        "/v1/campaigns/\(campaign.id)/conversions",
        ["person": .string(ben.id), "step": 2, "id": "c1"])
      #expect(converted.status == 200, "\(converted.text)")
      for _ in 1...3 { try await server.wait() }

      let bodies = receiver.bodies
      let types = bodies.compactMap { $0["type"]?.string }.sorted()
      #expect(types == ["conversion", "event", "install", "reward", "signup", "signup"])
      #expect(Set(receiver.ids).count == 6)
      func body(_ type: String) -> JSON? { bodies.last { $0["type"]?.string == type } }
      #expect(body("event")?["data"]?["id"] == "order-1")
      #expect(body("event")?["data"]?["properties"] == ["price": 9.50])
      #expect(body("event")?["person"] == .string(ben.id))
      #expect(body("conversion")?["data"]?["state"] == "confirmed")
      #expect(body("conversion")?["data"]?["referrer"] == .string(ana.id))
      #expect(body("reward")?["data"]?["amount"] == 50)
      #expect(body("reward")?["person"] == .string(ben.id))
      #expect(body("install")?["data"]?["match"]?["type"] == "none")
      let signUp = bodies.first { $0["person"]?.string == ben.id && $0["type"] == "signup" }
      #expect(signUp?["email"] == "ben@shop.example" && signUp?["user_id"] == "ben")
      #expect(signUp?["data"]?["referred_by"] == .string(ana.id))
      for (request, json) in zip(receiver.received, bodies) {
        #expect(request.headers["beckon-delivery"] == json["id"]?.string)
        #expect(request.headers["beckon-webhook"] == webhook.id)
        #expect(request.headers["content-type"] == "application/json")
        #expect(request.url == "/in" && request.method == "POST")
        #expect(signatures(of: request.body, webhook.secret, in: request.headers) == [true])
      }
      let states = try await webhook.deliveries().map { $0["state"] }
      #expect(states == Array(repeating: "delivered", count: 6))
    }
  }

  /// Pays the person themselves.
  private func welcome(at state: String) -> JSON {
    rule(["referral": .string(state)])
  }

  @Test("An event by the app's own user id names the user, in one batch each once")
  func batch() async throws {
    try await TestServer.run { server in
      let (app, receiver) = (server.app, try Receiver())
      _ = try await app.webhook(receiver.url, ["event:buy"])
      let events = (1...20).map { number -> JSON in
        [
          "id": .string("e\(number)"), "name": number % 2 == 0 ? "buy" : "view",
          "user_id": "ana",
        ]
      }
      for _ in 1...2 { _ = try await app.post("/v1/events", ["events": .array(events)]) }
      for _ in 1...3 { try await server.wait() }
      #expect(receiver.bodies.count == 10)
      #expect(Set(receiver.bodies.map { $0["user_id"] }) == ["ana"])
      #expect(Set(receiver.bodies.compactMap { $0["data"]?["id"]?.string }).count == 10)
    }
  }

  @Test("A person's click is told if it is asked for by name, a robot's never, an opened link too")
  func links() async throws {
    try await TestServer.run { server in
      let (app, named, all) = (server.app, try Receiver(), try Receiver())
      _ = try await app.campaign(rules: [])
      _ = try await app.webhook(named.url, ["click", "open"])
      _ = try await app.webhook(all.url, ["*"])
      let ana = try await app.signUp("ana")
      let code = try #require(ana.code)
      let path = "/" + code
      let phone = try await app.phone(at: "198.51.100.7", .iPhone).open(path + "?utm_source=x")
      _ = try await app.call(
        "GET", path, as: .none, headers: [("User-Agent", "WhatsApp/2.23")])
      _ = try await phone.install().openInApp(ana.link)
      for _ in 1...3 { try await server.wait() }

      #expect(named.bodies.compactMap { $0["type"]?.string }.sorted() == ["click", "open"])
      #expect(!all.bodies.contains { $0["type"] == "click" })
      #expect(all.bodies.contains { $0["type"] == "open" })
      func data(_ type: String) -> JSON? {
        named.bodies.first { $0["type"]?.string == type }?["data"]
      }
      #expect(data("click")?["code"] == .string(code))
      #expect(data("click")?["referrer"] == .string(ana.id))
      #expect(data("click")?["platform"] == "ios")
      #expect(data("click")?["parameters"]?["utm_source"] == "x")
      #expect(data("open")?["code"] == .string(code))
      #expect(data("open")?["own"] == false)
    }
  }

  @Test("What no webhook wants leaves nothing behind")
  func unwanted() async throws {
    try await TestServer.run { server in
      let (app, receiver) = (server.app, try Receiver())
      let ana = try await app.signUp("ana")
      try await app.event("buy", id: "1", of: ana)
      let webhook = try await app.webhook(receiver.url, ["event:sell"])
      try await app.event("buy", id: "2", of: ana)
      #expect(try await server.number("SELECT COUNT(*) FROM feed WHERE kind = 'event:buy'") == 0)
      try await app.event("sell", id: "3", of: ana)
      for _ in 1...2 { try await server.wait() }
      #expect(receiver.bodies.map { $0["data"]?["id"] } == ["3"])
      _ = try await app.patch(webhook.path, ["state": "disabled"])
      try await app.event("sell", id: "4", of: ana)
      _ = try await app.patch(webhook.path, ["state": "active"])
      try await app.event("sell", id: "5", of: ana)
      for _ in 1...2 { try await server.wait() }
      #expect(receiver.bodies.map { $0["data"]?["id"] } == ["3", "5"])
    }
  }

  @Test("A held reward is told when it is posted")
  func heldReward() async throws {
    try await TestServer.run { server in
      let (app, receiver) = (server.app, try Receiver())
      _ = try await app.campaign(rules: [rule(["referral": "confirmed"], ["hold_days": 1])])
      _ = try await app.webhook(receiver.url, ["reward"])
      let ana = try await app.signUp("ana")
      _ = try await app.signUp("ben", referrer: ana.code)
      try await server.wait(hours: 1)
      #expect(receiver.bodies.isEmpty)
      try await server.wait(days: 1)
      for _ in 1...2 { try await server.wait() }
      #expect(receiver.bodies.map { $0["data"]?["state"] } == ["posted"])
    }
  }

  @Test("Linkrunner's form has its fields and its header, null where nothing is known")
  func linkrunner() async throws {
    try await TestServer.run { server in
      let (app, receiver) = (server.app, try Receiver())
      let campaign = try await app.campaign(rules: [])
      let link = try await app.link([
        "url": "https://shop.example/a", "campaign": .string(campaign.id),
        "utm": ["source": "meta", "medium": "paid"],
      ])
      let secret = "linkrunner-private-key"
      _ = try await app.webhook(receiver.url, ["*"], form: "linkrunner", secret: secret)
      let phone = try await app.phone(at: "198.51.100.8").open(link.path)
      let installed = try await phone.install()
      _ = try await installed.signUp(
        "ana", ["email": "ana@shop.example", "attributes": ["name": "Ana"]])
      for _ in 1...2 { try await server.wait() }
      let bodies = receiver.bodies.sorted {
        ($0["user_id"]?.string ?? "") < ($1["user_id"]?.string ?? "")
      }
      #expect(bodies.map { $0["event_type"] } == ["install", "signup"])
      #expect(receiver.received.allSatisfy { $0.headers["linkrunner-key"] == secret })
      #expect(receiver.received.allSatisfy { $0.headers["beckon-signature"] == nil })
      let fields = [
        "event_type", "user_id", "campaign_id", "campaign_name", "network_name", "ad_channel",
        "attributed_on", "installed_at", "store_click_at", "link", "app_version", "gaid", "idfa",
        "name", "phone", "email", "additional_data", "meta_campaign_details",
        "google_campaign_details",
      ]
      for body in bodies {
        #expect(body.members?.map(\.name) == fields)
        #expect(body["campaign_id"] == .string(link.code) && body["campaign_name"] == "spring")
        #expect(body["network_name"] == "META" && body["ad_channel"] == "META")
        #expect(body["meta_campaign_details"]?["ad_set_id"] == .null)
        #expect(body["google_campaign_details"] == .null)
        #expect(body["app_version"] == "1.0" && body["idfa"] == .null)
        #expect(body["link"] == "https://shop.example/a" && body["store_click_at"] != .null)
      }
      let person = bodies.map { [$0["user_id"], $0["email"], $0["name"], $0["phone"]] }
      #expect(person.first == [.null, .null, .null, .null])
      #expect(person.last == ["ana", "ana@shop.example", "Ana", .null])
    }
  }

  @Test("A replaced secret signs beside the new one until its time is over")
  func rotation() async throws {
    try await TestServer.run { server in
      let (app, receiver) = (server.app, try Receiver())
      let webhook = try await app.webhook(receiver.url, ["signup"])
      let answer = try await app.patch(
        webhook.path, ["rotate_secret": true, "old_secret_hours": 2])
      let secret = try #require(answer.string("secret"))
      #expect(try await webhook.value("secret") == nil)
      for hours in [0.0, 1.9, 0.2] {
        try await server.wait(hours: hours)
        _ = try await app.post(webhook.path + "/test", [:])
        try await server.wait()
      }
      let found = receiver.received.map { request in
        [secret, webhook.secret].map {
          signatures(of: request.body, $0, in: request.headers)
        }
      }
      #expect(
        found == [
          [[true, false], [false, true]], [[true, false], [false, true]], [[true], [false]],
        ])
    }
  }
}

/// Whether each signature of the header fits, as a receiver would look.
private func signatures(
  of body: [UInt8], _ secret: String, in headers: [String: String]
) -> [Bool] {
  let parts = (headers["beckon-signature"] ?? "").split(separator: ",").map(String.init)
  guard let time = parts.first?.dropFirst(2) else { return [] }
  let signed = Array("\(time).".utf8) + body
  let digest = Hash.hmac(signed, key: Array(secret.utf8)).map { byte in
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
  return parts.dropFirst().map { $0 == "v1=" + digest.joined() }
}
