import BeckonModel
import Testing

/// `reopenAttribution`, `installAttribution` and `linkStats`, as clients in the field send them.
@Suite struct DynamicLinksAttributionTests {
  private typealias Game = DynamicLinksGame
  private static let invite = "https://mygame.example.com/?invitedby=ana"

  @Test("An opened link says where the app goes: a short one, a long one, and one under /i/")
  func reopen() async throws {
    try await Game.run { _, game in
      let long = Game.long(
        Self.invite, Game.stores + [("imv", "1.0.1"), ("utm_source", "mail"), ("utm_term", "t")])
      let short = try await game.short(long)
      let code = try #require(short.split(separator: "/").last)
      for link in [short, long, "https://play.example/i/\(code)", short + "?beckon_click=clk_x"] {
        let answer = try await game.reopen(link)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.string("deepLink") == Self.invite)
        #expect(answer.string("iosMinAppVersion") == "1.0.1")
        #expect(answer.string("utmSource") == "mail" && answer.string("utmTerm") == "t")
        let resolved = try #require(answer.string("resolvedLink"))
        #expect(try await game.reopen(resolved).string("deepLink") == Self.invite)
      }
      let unknown = try await game.reopen("https://play.example/none")
      #expect(unknown.status == 404 && unknown.string("error.status") == "NOT_FOUND")
      let strange = try await game.reopen("https://other.example/\(code)")
      #expect(strange.status == 404, "\(strange.text)")
    }
  }

  @Test("A first launch after a click is matched by network and device, and asks but once")
  func install() async throws {
    try await Game.run { server, game in
      let short = try await game.short(Game.long(Self.invite, Game.stores + [("imv", "1.2")]))
      _ = try await game.visit(short)
      let answer = try await game.install()
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.string("deepLink") == Self.invite, "\(answer.text)")
      #expect(answer.string("attributionConfidence") == "DEFAULT")
      #expect(answer.string("appMinimumVersion") == "1.2")
      #expect(answer.string("requestedLink") == short)
      #expect(answer.string("requestIpVersion") == "IP_V4")
      #expect(answer.value("isStrongMatchExecutable") == false)
      #expect(answer.string("matchMessage")?.isEmpty == false)
      #expect(try await game.install().text == answer.text)
      #expect(try await server.number("SELECT COUNT(*) FROM installs") == 1)
    }
  }

  @Test("Campaign and version of a link are told by either protocol, and of a long link too")
  func campaign() async throws {
    try await Game.run { server, game in
      let long = Game.long(
        Self.invite,
        Game.stores + [("imv", "1.2"), ("utm_source", "mail"), ("utm_campaign", "spring")])
      let utm: JSON = ["source": "mail", "campaign": "spring"]
      for (number, link) in [try await game.short(long), long].enumerated() {
        let address = "203.0.113.\(20 + number)"
        _ = try await game.with(at: address).visit(link)
        let named = try await server.app.phone(at: address).install()
        #expect(named.launch?.value("match.utm") == utm, "\(named.launch?.text ?? "")")
        #expect(named.launch?.string("match.minimum_version") == "1.2")
        let opened = try await named.openInApp(link)
        #expect(opened.value("utm") == utm && opened.string("minimum_version") == "1.2")
        let other = game.with(at: "203.0.113.\(30 + number)")
        _ = try await other.visit(link)
        let unnamed = try await other.install()
        #expect(unnamed.string("utmSource") == "mail", "\(unnamed.text)")
        #expect(unnamed.string("utmCampaign") == "spring" && unnamed.value("utmTerm") == nil)
      }
    }
  }

  @Test("A version that no answer can tell is left out of the link, so that the app is answered")
  func longVersion() async throws {
    try await Game.run { server, game in
      let version = String(repeating: "1.", count: 60)
      let long = Game.long(Self.invite, Game.stores + [("imv", version)])
      let phone = try await server.app.phone(at: "203.0.113.7").install(["link": .string(long)])
      #expect(phone.match == "unique" && phone.launch?.value("match.minimum_version") == nil)
    }
  }

  @Test("An opened link does not tell strangers whether somebody is known here")
  func membership() async throws {
    try await Game.run { server, game in
      let ana = try await server.app.signUp("ana")
      let phone = try await server.app.phone(at: "203.0.113.7").install()
      var told: [JSON] = []
      for name in ["ana", "nobody"] {
        let link = Game.long("https://mygame.example.com/?invitedby=" + name)
        let opened = try await phone.openInApp(link)
        told += [opened.value("referrer") ?? "left out", opened.value("own") ?? "left out"]
        let launch = try await server.app.phone(at: "203.0.113.8").install(["link": .string(link)])
        told.append(launch.launch?.value("match.referrer") ?? "left out")
      }
      #expect(told == [.null, false, .null, .null, false, .null])
      let open: JSON = [
        "install_id": .string(phone.installID), "url": .string(Game.long(Self.invite)),
      ]
      let ours = try await server.app.post("/v1/opens", open)
      #expect(ours.string("referrer") == ana.id, "\(ours.text)")
    }
  }

  @Test("Where nothing led to an install there is no deep link, and nothing is kept")
  func organic() async throws {
    try await Game.run { server, game in
      let answer = try await game.install()
      #expect(answer.status == 200 && answer.value("deepLink") == nil, "\(answer.text)")
      #expect(answer.value("attributionConfidence") == nil)
      #expect(try await server.number("SELECT COUNT(*) FROM installs") == 0)
    }
  }

  @Test("A copied link is certain, with and without the click's id in it")
  func copied() async throws {
    try await Game.run { _, game in
      let short = try await game.short(Game.long(Self.invite, Game.stores))
      let unique = try await game.install(copied: short)
      #expect(unique.string("attributionConfidence") == "UNIQUE", "\(unique.text)")
      let other = game.with(at: "203.0.113.8")
      let long = try await other.install(copied: Game.long(Self.invite, Game.stores))
      #expect(long.string("attributionConfidence") == "UNIQUE", "\(long.text)")
      #expect(long.string("deepLink") == Self.invite)
    }
  }

  @Test("Two phones without the time of their install are two")
  func timeless() async throws {
    try await Game.run { server, game in
      let short = try await game.short(Game.long(Self.invite, Game.stores))
      for _ in 1...2 { _ = try await game.visit(short) }
      for _ in 1...2 {
        #expect(try await game.install(installedAt: nil).value("deepLink") != nil)
      }
      #expect(try await server.number("SELECT COUNT(*) FROM installs") == 2)
    }
  }

  @Test("Numbers may be text, names may have underscores, and what is no number is refused")
  func types() async throws {
    try await Game.run { _, game in
      let body: JSON = [
        "bundle_id": .string(Game.bundle), "ios_version": "17.5.1",
        "app_installation_time": "1700000000", "visual_style": "DEFAULT_STYLE",
        "device": ["screen_resolution_width": "393", "screen_resolution_height": "852"],
      ]
      #expect(try await game.call("installAttribution", body).status == 200)
      let bad = try await game.call("installAttribution", ["appInstallationTime": "soon"])
      #expect(bad.status == 400, "\(bad.text)")
      let invitation = try await game.call("convertInvitation", ["invitationId": ["id": "x"]])
      #expect(invitation.status == 200 && invitation.json == [:])
    }
  }

  @Test(
    "An app with two clients inside is one install, whichever asks first",
    arguments: [
      true, false,
    ])
  func twoClients(unnamedFirst: Bool) async throws {
    try await Game.run { server, game in
      let short = try await game.short(Game.long(Self.invite, Game.stores))
      _ = try await game.visit(short)
      var phone = server.app.phone(at: game.address)
      if !unnamedFirst { phone = try await phone.install() }
      let answer = try await game.install()
      #expect(answer.string("deepLink") == Self.invite, "\(answer.text)")
      if unnamedFirst { phone = try await phone.install() }
      #expect(phone.match == "default", "\(phone.launch?.text ?? "")")
      #expect(phone.token != nil)
      #expect(try await server.number("SELECT COUNT(*) FROM installs") == 1)
      #expect(try await game.install().text == answer.text)
      let ben = try await phone.signUp("ben")
      #expect(ben.answer.status == 201, "\(ben.answer.text)")
    }
  }

  @Test("Another phone behind the same address does not take an unnamed install over")
  func otherPhone() async throws {
    try await Game.run { server, game in
      let short = try await game.short(Game.long(Self.invite, Game.stores))
      _ = try await game.visit(short)
      #expect(try await game.install().value("deepLink") != nil)
      let other = try await server.app.phone(at: game.address, .android).install()
      #expect(other.match == "none", "\(other.launch?.text ?? "")")
      #expect(try await server.number("SELECT COUNT(*) FROM installs") == 2)
    }
  }

  @Test("Counts of a link are text, by platform, for the app's server")
  func statistics() async throws {
    try await Game.run { server, game in
      let short = try await game.short(Game.long(Self.invite, Game.stores))
      for _ in 1...2 { _ = try await game.visit(short) }
      _ = try await game.install()
      for _ in 1...3 { _ = try await game.reopen(short) }
      try await server.wait()
      let path = "/v1/\(Game.encoded(short))/linkStats?durationDays=7"
      let expected: [JSON] = [
        ["platform": "IOS", "count": "5", "event": "CLICK"],
        ["platform": "IOS", "count": "2", "event": "REDIRECT"],
        ["platform": "IOS", "count": "1", "event": "APP_FIRST_OPEN"],
        ["platform": "IOS", "count": "3", "event": "APP_RE_OPEN"],
      ]
      let answer = try await server.app.get(path)
      #expect(answer.list("linkEventStats") == expected, "\(answer.text)")
      let byQuery = try await server.app.get(path + "&key=\(server.app.secret)", as: .none)
      #expect(byQuery.text == answer.text)
      let client = try await server.app.get(path, as: .publishable)
      #expect(client.status == 403, "\(client.text)")
      let none = try await server.app.get(
        "/v1/\(Game.encoded("https://play.example/none"))/linkStats")
      #expect(none.status == 404)
      let long = try await server.app.get("/v1/\(Game.encoded(short))/linkStats?durationDays=x")
      #expect(long.status == 400, "\(long.text)")
    }
  }

  @Test("A click on such a link pays a native rule, and another vendor's client sees it too")
  func twoFaces() async throws {
    try await Game.run { server, game in
      _ = try await server.app.campaign(rules: [
        [
          "name": "friend", "when": ["referral": "confirmed"], "to": "both", "amount": 50,
          "unit": "pieces",
        ]
      ])
      let ana = try await server.app.signUp("ana")
      let short = try await game.short(
        Game.long(Self.invite, Game.stores + [("utm_source", "mail"), ("utm_campaign", "Spring")]))
      _ = try await game.visit(short)
      let phone = LinkrunnerPhone(app: server.app, address: game.address)
      #expect(try await phone.send("init").status == 202)
      let data = try await phone.send("attribution-data")
      #expect(data.string("data.deeplink") == Self.invite, "\(data.text)")
      #expect(try await game.install().string("deepLink") == Self.invite)
      let ben = try await phone.send("trigger", ["user_data": ["id": "ben"]])
      #expect(ben.status < 300, "\(ben.text)")
      #expect(try await server.number("SELECT COUNT(*) FROM installs") == 1)
      let paid = try await server.app.transfers().filter { $0["unit"] == "pieces" }
      #expect(paid.count == 2, "\(paid)")
      #expect(paid.contains { $0["to"]?.string == "person:" + ana.id })
    }
  }
}
