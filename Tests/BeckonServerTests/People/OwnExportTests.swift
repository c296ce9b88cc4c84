import BeckonModel
import Testing

@testable import BeckonServer

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

  @Test("However much is stored under somebody's name, the export is had, page by page")
  func pages() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await app.signUp("ana")
      let properties: JSON = .object([
        "a": .array(Array(repeating: .integer(0), count: 15_000))
      ])
      for batch in 0..<4 {
        let events = (0..<60).map { number -> JSON in
          [
            "id": .string("junk-\(batch)-\(number)"), "name": "junk", "user_id": "ana",
            "properties": properties,
          ]
        }
        let answer = try await app.post("/v1/events", ["events": .array(events)], as: .publishable)
        #expect(answer.status == 200)
      }
      var ids: [String] = []
      var after: String?
      var pages = 0
      repeat {
        let query = after.map { "?after=" + $0 } ?? ""
        let page = try await app.get(ana.path + "/export" + query)
        try #require(page.status == 200, "\(page.text.prefix(200))")
        #expect(page.body.count < 6 << 20)
        #expect((page.value("identities") == nil) == (after != nil))
        ids += page.list("facts").filter { $0["name"] == "junk" }.compactMap { $0["id"]?.string }
        after = page.string("next")
        pages += 1
      } while after != nil && pages < 20
      #expect(pages > 1 && Set(ids).count == 240 && ids.count == 240)
      let other = try await app.get(ana.path + "/export?after=nowhere")
      #expect(other.code == "invalid_field", "\(other.text)")
    }
  }

  @Test("What is longer than one look at the database is listed once, in order")
  func looks() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await app.signUp("ana")
      let events = (0..<130).map { number -> JSON in
        ["id": .string("\(number)"), "name": .string("n\(number)"), "person": .string(ana.id)]
      }
      _ = try await app.post("/v1/events", ["events": .array(events)])
      let export = try await ana.export()
      #expect(export.value("next") == .null)
      let names = export.list("facts").compactMap { $0["name"]?.string }.filter {
        $0.hasPrefix("n")
      }
      #expect(names == (0..<130).map { "n\($0)" })
    }
  }
}

/// How many exports are written at the same time.
@Suite struct RunningExportsTests {
  private static func person(_ number: UInt64) -> PersonID {
    PersonID(Identifier(high: 0, low: number))
  }

  @Test("One of a person, and two of an app")
  func places() {
    let running = RunningExports()
    #expect(running.enter(Self.person(1), of: 1, by: .secret))
    #expect(!running.enter(Self.person(1), of: 1, by: .secret))
    #expect(running.enter(Self.person(2), of: 1, by: .secret))
    #expect(!running.enter(Self.person(3), of: 1, by: .secret))
    running.leave(Self.person(1))
    #expect(running.enter(Self.person(3), of: 1, by: .secret))
  }

  @Test("One place of an app is for secret keys alone")
  func strangers() {
    let running = RunningExports()
    #expect(running.enter(Self.person(1), of: 1, by: .publishable))
    #expect(!running.enter(Self.person(2), of: 1, by: .publishable))
    #expect(running.enter(Self.person(2), of: 1, by: .secret))
    running.leave(Self.person(1))
    #expect(running.enter(Self.person(3), of: 1, by: .publishable))
  }

  @Test("The users of one app use up no place of another, and of all apps four run at a time")
  func apps() {
    let running = RunningExports()
    #expect(running.enter(Self.person(1), of: 1, by: .publishable))
    #expect(running.enter(Self.person(2), of: 2, by: .publishable))
    #expect(running.enter(Self.person(3), of: 1, by: .secret))
    #expect(running.enter(Self.person(4), of: 3, by: .secret))
    #expect(!running.enter(Self.person(5), of: 4, by: .secret))
  }
}
