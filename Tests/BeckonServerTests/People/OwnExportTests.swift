import BeckonModel
import Testing

/// What a person may read of themselves tells nothing of others.
@Suite struct OwnExportTests {
  @Test("The clicks of others on the same network are for a secret key only")
  func candidates() async throws {
    try await TestServer.run { server in
      let app = server.app
      var clicks: [String] = []
      for _ in 1...2 {
        let link = try await app.link(["url": "https://shop.example/"])
        let other = try await app.phone(at: "203.0.113.7").open(link.path)
        clicks.append(try #require(other.click))
      }
      let thief = try await app.phone(at: "203.0.113.7").install()
      let eve = try await thief.signUp("eve")
      let own = try await app.get(eve.path + "/export", as: .publishable, token: eve.token)
      #expect(own.value("installs.0.attribution.reason") == "ambiguous")
      #expect(own.value("installs.0.attribution.candidates") == nil)
      for click in clicks { #expect(!own.text.contains(click)) }
      let all = try await eve.export()
      for click in clicks { #expect(all.text.contains(click)) }
    }
  }

  @Test("A click that the device was matched with may be another's, so its id is not told")
  func matched() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [])
      let ana = try await app.signUp("ana")
      let other = try await app.phone(at: "203.0.113.7").open(ana.link)
      let thief = try await app.phone(at: "203.0.113.7").install()
      #expect(thief.match == "default")
      let eve = try await thief.signUp("eve")
      let click = try #require(other.click)
      for path in [eve.path, eve.path + "/export"] {
        let own = try await app.get(path, as: .publishable, token: eve.token)
        #expect(own.value("referrals.0.method") == "install", "\(own.text)")
        #expect(!own.text.contains(click), "\(own.text)")
      }
      #expect(try await eve.export().text.contains(click))
      #expect(thief.launch?.text.contains(click) == false)
      // What the app itself has named, it may read again.
      let link = try await app.link(["url": "https://shop.example/"])
      let named = try await app.phone(at: "203.0.113.8").open(link.path)
      let ben = try await named.install(["click_id": .string(try #require(named.click))])
        .signUp("ben")
      let known = try await app.get(ben.path + "/export", as: .publishable, token: ben.token)
      #expect(known.string("installs.0.attribution.click") == named.click)
    }
  }

  @Test("What others were paid, and by what they earned it for one, is for a secret key only")
  func paid() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(goal: 2, rules: [thanks])
      let ana = try await app.signUpInApp(["user_id": "ana"])
      let ben = try await app.signUpInApp(["user_id": "ben", "referrer": .string(ana.code ?? "")])
      _ = try await campaign.convert(ben, step: 2, id: "1", as: .publishable, token: ben.token)
      let own = try await app.get(ana.path + "/export", as: .publishable, token: ana.token)
      let all = try await ana.export()
      #expect(all.list("transfers").count == 1)
      #expect(
        own.list("transfers").map { $0["amount"] } == all.list("transfers").map { $0["amount"] })
      #expect(own.value("transfers.0.referral") == nil && all.value("transfers.0.referral") != nil)
      #expect(own.value("transfers.0.fact") == nil)
    }
  }

  @Test("Where the app's webhooks are is for a secret key only")
  func webhooks() async throws {
    try await TestServer.run { server in
      let app = server.app
      let receiver = "https://hooks.example/secret-path"
      let made = try await app.post("/v1/webhooks", ["url": .string(receiver), "facts": ["*"]])
      #expect(made.status == 201, "\(made.text)")
      let ana = try await app.signUpInApp(["user_id": "ana"])
      try await server.wait(minutes: 1)
      let own = try await app.get(ana.path + "/export", as: .publishable, token: ana.token)
      #expect(own.list("webhook_deliveries").count == 1, "\(own.text)")
      #expect(!own.text.contains("secret-path"))
      #expect(try await ana.export().text.contains("secret-path"))
    }
  }
}
