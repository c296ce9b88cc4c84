import BeckonContract
import BeckonModel
import Testing

/// Two apps in one database never see each other.
@Suite struct TenancyTests {
  @Test("Ids of another app's lead nowhere, on every route, with either key")
  func everyRoute() async throws {
    try await TestServer.run { server in
      let app = server.app
      let held = rule(["referral": "confirmed"], ["hold_days": 9])
      let campaign = try await app.campaign(rules: [held])
      let ana = try await app.signUp("ana", more: ["email": "ana@secret.example"])
      let phone = try await app.phone(at: "203.0.113.7").open(ana.link).install()
      let ben = try await phone.signUp("ben")
      let link = try #require(try await app.get("/v1/links").string("links.0.id"))
      let transfer = try #require(try await app.transfers().first?["id"]?.string)
      let widget = try await app.post("/v1/widgets", WidgetTests.home)
      let parameters = [
        "{widget}": try #require(widget.string("id")),
        "{reminder}": try await app.silentReminder(),
        "{link}": link, "{person}": ben.id, "{campaign}": campaign.id, "{transfer}": transfer,
        "{install}": try #require(phone.launch?.string("install")),
        "{text}": try #require(try await app.get("/v1/messages/texts").string("texts.0.id")),
        "{invite}": "inv_00000000000000000000000000",
      ]
      let bodies: [Route: JSON] = [
        PersonRoute.merge.route: ["into": .string(ana.id)],
        PersonRoute.update.route: ["attributes": ["a": 1]],
        MessageTextRoute.replace.route: ["text": "mine"],
        CampaignRoute.convert.route: ["person": .string(ben.id), "step": 1, "id": "x"],
        CampaignRoute.update.route: ["name": "n"],
        RewardRoute.redeem.route: ["id": "x", "amount": 1, "unit": "u"],
        RewardRoute.grant.route: ["id": "x", "campaign": .string(campaign.id), "amount": 1],
        RewardRoute.reviewTransfer.route: ["decision": "approve"],
        RewardRoute.noteFulfilment.route: ["status": "sent"],
        PasswordRoute.link.route: ["email": "t@example.com", "password": "correct horse"],
        PasswordRoute.change.route: ["old_password": "x", "password": "correct horse"],
      ]
      let thief = try await server.otherApp()
      let before = try await server.number("SELECT COUNT(*) FROM facts")
      for route in Route.native {
        guard parameters.keys.contains(where: { route.path.contains($0) }) else { continue }
        let body = bodies[route] ?? [:]
        let path = parameters.reduce(route.path.replacing("{path...}", with: "a")) {
          $0.replacing($1.key, with: $1.value)
        }
        for key in [TestApp.Key.secret, .publishable] {
          for token in [nil, ben.token] {
            let answer = try await thief.send(route.method, path, body, as: key, token: token)
            #expect([403, 404].contains(answer.status), "\(route.method) \(path): \(answer.text)")
            #expect(!answer.text.contains("secret.example"))
          }
        }
      }
      #expect(try await server.number("SELECT COUNT(*) FROM facts") == before)
      #expect(try await ben.pending == 50)
    }
  }

  @Test("Ids of another app's in a body are nobody's")
  func bodies() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [thanks])
      let ana = try await app.signUp("ana")
      let phone = try await app.phone(at: "203.0.113.7").open(ana.link)
      let click = JSON.string(try #require(phone.click))
      let thief = try await server.otherApp()
      _ = try await thief.campaign(rules: [thanks])
      for referrer in [ana.id, ana.code, ana.link] {
        let person = try await thief.signUp("t-\(referrer ?? "")", referrer: referrer)
        #expect(person.referredBy == nil)
      }
      let clicked = try await thief.signUp("t-click", more: ["click_id": click])
      #expect(clicked.referredBy == nil)
      let install = try await thief.phone(at: "203.0.113.7")
        .install(["click_id": click, "link": .string(ana.link ?? "")])
      #expect(install.match == "none")
      let bodies: [(String, JSON)] = [
        ("/v1/people", ["user_id": "x", "campaign": .string(campaign.id)]),
        ("/v1/links", ["url": "https://a.example/", "campaign": .string(campaign.id)]),
        ("/v1/links", ["url": "https://a.example/", "referrer": .string(ana.id)]),
        (
          "/v1/invites",
          [
            "person": .string(clicked.id), "recipients": ["+4915112345678"],
            "campaign": .string(campaign.id),
          ]
        ),
        (clicked.path + "/merge", ["into": .string(ana.id)]),
      ]
      for (path, body) in bodies {
        #expect(try await thief.post(path, body).code == "invalid_field", "\(path)")
      }
      let opened = try await thief.post(
        "/v1/opens", ["install_id": "i", "url": .string(ana.link ?? "")])
      #expect(opened.value("link") == .null)
      try await thief.event("refund", id: "r", of: clicked, ["of": "x"])
      #expect(try await ana.balance == 0)
    }
  }

  @Test("One event id or redemption id in two apps is two")
  func sharedIDs() async throws {
    try await TestServer.run { server in
      let other = try await server.otherApp()
      for app in [server.app, other] {
        _ = try await app.campaign(rules: [welcome])
        let ana = try await app.signUp("ana")
        let ben = try await app.signUp("ben", referrer: ana.code)
        #expect(try await app.event("buy", id: "1", of: ben)["status"] == "accepted")
        #expect(try await ben.redeem(50, id: "1").status == 201)
      }
    }
  }

  @Test("A code is unique on the public host, also across apps")
  func codes() async throws {
    try await TestServer.run { server in
      let other = try await server.otherApp()
      let link = try await server.app.link(["url": "https://one.example/", "code": "spring"])
      let taken = try await other.post(
        "/v1/links", ["url": "https://two.example/", "code": "spring"])
      #expect(taken.code == "code_taken")
      let visit = try await other.phone(at: "203.0.113.7").open(link.path)
      #expect(visit.visit?["Location"]?.hasPrefix("https://one.example/?") == true)
      #expect(try await other.get("/v1/links/\(link.id)/stats").status == 404)
    }
  }

  @Test("A host of an app's own has codes of its own")
  func linkDomains() async throws {
    try await TestServer.run { server in
      let (app, other) = (server.app, try await server.otherApp())
      try await app.set(["link_domains": ["go.one.example"]])
      try await other.set(["link_domains": ["go.two.example"]])
      let one = try await app.link(["url": "https://one.example/", "code": "a"])
      _ = try await other.link(["url": "https://two.example/", "code": "a"])
      #expect(one.shortURL == "https://go.one.example/a")
      for (host, target) in [
        ("go.one.example", "https://one.example/"), ("GO.two.example:443", "https://two.example/"),
        ("go.example.com", nil),
      ] {
        let answer = try await app.get(
          "/a", as: .none,
          headers: [("Host", host), ("User-Agent", TestPhone.Device.iPhone.agent)])
        #expect(answer.status == (target == nil ? 404 : 302), "\(host)")
        #expect(answer["Location"]?.hasPrefix(target ?? "?") == (target == nil ? nil : true))
      }
      for domains: JSON in [["go.one.example"], ["GO.ONE.example"], ["a b"], ["https://x.example"]]
      {
        let stolen = try await other.patch("/v1/app", ["link_domains": domains])
        #expect(stolen.string("field") == "link_domains", "\(domains.text)")
      }
    }
  }

  @Test("No app can take the public host for itself")
  func publicHost() async throws {
    try await TestServer.run(publicURL: "https://go.example.com") { server in
      let answer = try await server.app.patch("/v1/app", ["link_domains": ["go.example.com"]])
      #expect(answer.string("field") == "link_domains")
    }
  }

  @Test("Two changes of the settings at the same time both count")
  func concurrentSettings() async throws {
    try await TestServer.run { server in
      let app = server.app
      let changes: [JSON] = [
        ["region": "TR"], ["currency": "TRY"], ["time_zone": "Europe/Istanbul"],
        ["status": "active"], ["cart_url": "https://shop.example/cart"], ["languages": ["tr"]],
      ]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for change in changes { group.addTask { try await app.set(change) } }
        try await group.waitForAll()
      }
      let settings = try await app.get("/v1/app").json
      for change in changes {
        for member in change.members ?? [] { #expect(settings[member.name] == member.value) }
      }
    }
  }
}
