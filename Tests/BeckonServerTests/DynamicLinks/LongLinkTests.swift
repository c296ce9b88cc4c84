import BeckonModel
import Testing

@testable import BeckonServer

/// Long links work without being stored first.
@Suite struct DynamicLinksLongLinkTests {
  private typealias Game = DynamicLinksGame
  private static let long = Game.long("https://mygame.example.com/")
  private static let invite = "https://mygame.example.com/?invitedby=ana"

  @Test("A long link leads on, and leaves nothing behind but its click")
  func visit() async throws {
    try await Game.run { server, game in
      let desktop = game.with(.desktop)
      let long = Game.long("https://mygame.example.com/a?b=c", [("utm_source", "mail")])
      let visit = try await desktop.visit(long)
      #expect(visit.status == 302, "\(visit.text)")
      let target = try #require(visit["Location"])
      #expect(
        target.hasPrefix("https://mygame.example.com/a?b=c&utm_source=mail&beckon_click=clk_"))
      #expect(try await server.number("SELECT COUNT(*) FROM clicks") == 1)
      #expect(try await server.number("SELECT COUNT(*) FROM links") == 0)
      try await server.wait()
      #expect(try await server.number("SELECT COUNT(*) FROM link_visitors") == 0)
      #expect(try await server.number("SELECT COUNT(*) FROM link_days") == 1)
    }
  }

  @Test("A prefix with a path has long links of its own, with and without a slash")
  func prefix() async throws {
    try await Game.run { _, game in
      let desktop = game.with(.desktop)
      for prefix in ["play.example", "play.example/promo"] {
        let long = Game.long("https://mygame.example.com/a", on: prefix)
        let visit = try await desktop.visit(long)
        #expect(visit.status == 302, "\(long)")
        let slashless = long.replacing("/?", with: "?")
        if prefix.contains("promo") {
          let other = try await desktop.visit(slashless)
          #expect(other.status == 302, "\(slashless)")
        }
      }
      let foreign = Game.long("https://mygame.example.com/a", on: "play.example/other")
      let refused = try await desktop.visit(foreign)
      #expect(refused.status == 404)
      let elsewhere = Game.long("https://mygame.example.com/a", on: "other.example")
      let unknown = try await desktop.visit(elsewhere)
      #expect(unknown.status == 404)
    }
  }

  @Test(
    "Nobody is sent where the app does not allow",
    arguments: [
      Game.long("https://evil.example/"),
      Game.long("https://mygame.example.com/", [("ofl", "https://evil.example/")]),
      Game.long("https://mygame.example.com/", [("ibi", "a"), ("isi", "666")]),
      Game.long("https://mygame.example.com/", [("apn", "com.evil")]),
      Game.long("https://play.example/?link=https%3A%2F%2Fmygame.example.com"),
    ])
  func forbidden(_ long: String) async throws {
    try await Game.run { server, game in
      let visit = try await game.visit(long)
      #expect(visit.status == 403, "\(visit.text)")
      #expect(visit["Location"] == nil && !visit.text.contains("evil"), "\(visit.text)")
      #expect(try await server.number("SELECT COUNT(*) FROM clicks") == 0)
    }
  }

  @Test(
    "Each platform goes where the link says",
    arguments: [
      (TestPhone.Device.iPhone, "https://apps.apple.com/app/id123456789?pt=1&amp;ct=c"),
      (TestPhone.Device.android, "play.google.com/store/apps/details?id=com.example.android"),
    ])
  func platforms(_ device: TestPhone.Device, _ store: String) async throws {
    try await Game.run { _, game in
      let phone = game.with(device)
      let long = Game.long(
        Self.invite,
        Game.stores + [
          ("pt", "1"), ("ct", "c"), ("ofl", "https://help.example.com/pc"), ("st", "Play <me>"),
        ])
      let visit = try await phone.visit(long)
      #expect(visit.status == 200 && visit.text.contains(store), "\(visit.text)")
      #expect(visit.text.contains("Play &lt;me&gt;") && !visit.text.contains("<me>"))
      let desktop = try await game.with(.desktop).visit(long)
      #expect(desktop["Location"]?.hasPrefix("https://help.example.com/pc?") == true)
    }
  }

  @Test("A page for other systems alone takes phones to the deep link, without a page between")
  func otherSystemsOnly() async throws {
    try await Game.run { _, game in
      let long = Game.long(
        Self.invite, [("ofl", "https://help.example.com/pc"), ("utm_source", "mail")])
      for link in [long, try await game.short(long)] {
        for device in [TestPhone.Device.iPhone, .android] {
          let visit = try await game.with(device).visit(link)
          #expect(visit.status == 302, "\(visit.text)")
          let target = try #require(visit["Location"])
          #expect(target.hasPrefix(Self.invite + "&utm_source=mail&beckon_click=clk_"), "\(target)")
        }
        let desktop = try await game.with(.desktop).visit(link)
        #expect(desktop["Location"]?.hasPrefix("https://help.example.com/pc?") == true)
      }
    }
  }

  @Test("A link that is too long to be kept, once all of it is encoded, is no link")
  func tooLong() async throws {
    try await Game.run { server, game in
      let colons = Self.long + "&st=" + String(repeating: ":", count: 4_000)
      #expect(try await game.with(.desktop).visit(colons).status == 404)
      let parts: JSON = [
        "dynamicLinkInfo": [
          "domainUriPrefix": "play.example", "link": "https://mygame.example.com/",
          "socialMetaTagInfo": [
            "socialTitle": .string(String(repeating: "a", count: 6_000)),
            "socialDescription": .string(String(repeating: "b", count: 6_000)),
          ],
        ]
      ]
      for body in [["longDynamicLink": .string(colons)], parts] {
        let answer = try await game.call("shortLinks", body)
        #expect(answer.status == 400 && answer.text.contains("8192"), "\(answer.text)")
      }
      #expect(try await server.number("SELECT COUNT(*) FROM clicks") == 0)
    }
  }

  @Test("What the page learns of the device is the click's")
  func enriched() async throws {
    try await Game.run { server, game in
      let visit = try await game.visit(Game.long(Self.invite, Game.stores))
      let click = try #require(visit.text.firstMatch(of: /data-click="(clk_[^"]+)"/)?.1)
      let path = try #require(visit.text.firstMatch(of: /data-report="([^"]+)"/)?.1)
      let report = try await server.app.post(
        String(path),
        [
          "click": .string(String(click)), "timezone": "Europe/Istanbul",
          "screen": ["width": 393, "height": 852, "scale": 3],
        ], as: .none, headers: [("Host", "play.example")])
      #expect(report.status == 204, "\(report.text)")
      #expect(
        try await server.number("SELECT COUNT(*) FROM clicks WHERE screen IS NOT NULL") == 1)
    }
  }

  @Test("An install that a long link brought is matched, and its friend is paid")
  func matched() async throws {
    try await Game.run { server, game in
      let campaign = try await server.app.campaign(rules: [
        [
          "name": "friend", "when": ["referral": "confirmed"], "to": "referrer", "amount": 50,
          "unit": "pieces",
        ]
      ])
      let ana = try await server.app.signUp("ana")
      _ = try await game.visit(Game.long(Self.invite, Game.stores))
      let phone = try await server.app.phone(at: game.address).install()
      #expect(phone.match == "default", "\(phone.launch?.text ?? "")")
      #expect(phone.launch?.string("match.deep_link") == Self.invite)
      #expect(
        try await server.number("SELECT COUNT(*) FROM links WHERE long_link IS NOT NULL") >= 1)
      let ben = try await phone.signUp("ben")
      #expect(ben.answer.string("referred_by") == ana.id, "\(ben.answer.text)")
      _ = campaign
    }
  }

  @Test("Clicks on all long links are counted together by day, and by themselves in their figures")
  func statistics() async throws {
    try await Game.run { server, game in
      let long = Game.long(Self.invite, Game.stores)
      for _ in 1...3 { _ = try await game.visit(long) }
      _ = try await game.visit(Game.long("https://mygame.example.com/b", Game.stores))
      try await server.wait()
      #expect(try await server.number("SELECT CAST(SUM(count) AS BIGINT) FROM link_days") == 4)
      #expect(try await server.number("SELECT COUNT(*) FROM link_days") == 1)
      let path = "/v1/\(Game.encoded(long))/linkStats?durationDays=7"
      let figures = try await server.app.get(path)
      #expect(
        figures.list("linkEventStats").contains([
          "platform": "IOS", "count": "3", "event": "CLICK",
        ]), "\(figures.text)")
    }
  }

  @Test("Who makes up long links is slowed down by address; others go on")
  func limited() async throws {
    var rates = RateLimits()
    rates.guardedPerAddress = 20
    try await TestServer.run(rates: rates) { server in
      try await server.app.set([
        "link_domains": ["play.example"], "allowed_targets": ["https://mygame.example.com/*"],
      ])
      let honest = DynamicLinksGame(app: server.app, device: .desktop)
      let robber = honest.with(at: "203.0.113.66")
      var statuses: Set<Int> = []
      for number in 1...40 {
        let visit = try await robber.visit(Game.long("https://mygame.example.com/\(number)"))
        statuses.insert(visit.status)
      }
      #expect(statuses == [302, 429])
      #expect(try await honest.visit(Game.long("https://mygame.example.com/")).status == 302)
    }
  }
}
