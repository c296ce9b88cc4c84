import BeckonDatabase
import BeckonModel
import Testing

/// Links under a host and a path of an app's own.
@Suite struct LinkPrefixTests {
  private static func visit(
    _ app: TestApp, _ path: String, on host: String = "go.example"
  ) async throws -> HTTPAnswer {
    try await app.get(path, as: .none, headers: [("Host", host)])
  }

  @Test("A code is unique under its prefix, and the prefixes of one host may be different apps'")
  func prefixes() async throws {
    try await TestServer.run { server in
      let (shop, game) = (server.app, try await server.otherApp())
      try await shop.set(["link_domains": ["go.example", "go.example/Promo/26"]])
      try await game.set(["link_domains": ["GO.example/game"]])
      func link(_ app: TestApp, _ domain: String?, to url: String) async throws -> HTTPAnswer {
        try await app.post(
          "/v1/links",
          .object([
            "url": .string(url), "code": "ana", "domain": domain.map(JSON.string),
          ]))
      }
      let whole = try await link(shop, nil, to: "https://shop.example/whole")
      let promo = try await link(shop, "go.example/Promo/26", to: "https://shop.example/promo")
      let played = try await link(game, nil, to: "https://game.example/")
      #expect(whole.string("short_url") == "https://go.example/ana")
      #expect(promo.string("short_url") == "https://go.example/Promo/26/ana")
      #expect(played.string("short_url") == "https://go.example/game/ana")
      for (path, target) in [
        ("/ana", "https://shop.example/whole"), ("/Promo/26/ana", "https://shop.example/promo"),
        ("/game/ana", "https://game.example/"),
      ] {
        // The second visit finds the link in memory.
        for _ in 1...2 {
          let visit = try await Self.visit(shop, path)
          #expect(visit["Location"]?.hasPrefix(target) == true, "\(path): \(visit.text)")
        }
      }
      let read = try await shop.get("/v1/links/\(promo.string("id") ?? "")")
      #expect(read.string("domain") == "go.example/Promo/26")
      #expect(try await link(shop, nil, to: "https://shop.example/").code == "code_taken")
      let foreign = try await link(shop, "go.example/game", to: "https://shop.example/")
      #expect(foreign.string("field") == "domain" && foreign.code == "invalid_field")
    }
  }

  @Test("What is in memory answers nothing that was not a link before")
  func memory() async throws {
    try await TestServer.run { server in
      let (shop, game) = (server.app, try await server.otherApp())
      try await shop.set(["link_domains": ["go.example", "go.example/promo"]])
      try await game.set([
        "link_domains": ["go.example/ana"], "allowed_targets": ["https://game.example/*"],
      ])
      for (domain, code) in [("go.example", "ana"), ("go.example/promo", "ben")] {
        let link = try await shop.post(
          "/v1/links",
          .object([
            "url": "https://shop.example/", "code": .string(code), "domain": .string(domain),
          ]))
        #expect(link.status == 201, "\(link.text)")
      }
      let long = "/ana?link=https%3A%2F%2Fgame.example%2Fp"
      for _ in 1...2 {
        // No slash of a path is a code's.
        #expect(try await Self.visit(shop, "/promo%2Fben").status == 404)
        #expect(try await Self.visit(shop, long)["Location"]?.hasPrefix("https://game.") == true)
        // Now both links are in memory.
        for path in ["/ana", "/promo/ben"] {
          #expect(try await Self.visit(shop, path).status == 302)
        }
      }
    }
  }

  @Test("An unknown code under a prefix is no link, an unknown path none of the server's")
  func unknown() async throws {
    try await TestServer.run { server in
      try await server.app.set(["link_domains": ["go.example/promo"]])
      #expect(
        try await Self.visit(server.app, "/promo/nothing").text.contains("There is no such link"))
      for path in ["/promos/x", "/a/b/c", "/v1/nothing", "/promo/a/b"] {
        let answer = try await Self.visit(server.app, path)
        #expect(answer.status == 404 && answer.text.contains("no such path"), "\(path)")
      }
      #expect(
        try await Self.visit(server.app, "/promo/x", on: "other.example").text
          .contains("no such path"))
    }
  }

  @Test("The app is told where a link under a path leads, and the click page reports to it")
  func opened() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(["link_domains": ["go.example/promo"]])
      let link = try await app.link([
        "url": "https://shop.example/a", "code": "ana", "ios": "https://apps.apple.com/app/id1",
      ])
      let phone = try await app.phone(at: "203.0.113.7", .iPhone).install()
      let opened = try await phone.openInApp("https://go.example/promo/ana")
      #expect(opened.string("link") == link.id)
      #expect(opened.string("deep_link") == "https://shop.example/a")
      let page = try await app.get(
        "/promo/ana", as: .none,
        headers: [("Host", "go.example"), ("User-Agent", TestPhone.Device.iPhone.agent)])
      #expect(page.text.contains(#"data-report="/promo/ana""#), "\(page.text)")
      let click = try #require(
        page.text.split(separator: "data-click=\"").last?.split(separator: "\"").first)
      let report = try await app.post(
        "/promo/ana", ["click": .string(String(click)), "timezone": "Europe/Berlin"],
        as: .none, headers: [("Host", "go.example")])
      #expect(report.status == 204, "\(report.text)")
      let zones = try await server.database.read { connection in
        try connection.rows("SELECT time_zone FROM clicks", []) { $0.optionalText(0) }
      }
      #expect(zones == ["Europe/Berlin"])
    }
  }

  @Test(
    "What cannot be a prefix, or the server needs itself, is refused",
    arguments: [
      "go.example/", "go.example/v1", "go.example/V1/x", "go.example/api", "go.example/.well-known",
      "https://go.example", "go.example/a/b/c/d",
    ])
  func refused(domain: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.app.patch(
        "/v1/app", ["link_domains": [.string(domain)]])
      #expect(
        answer.code == "invalid_field" && answer.string("field") == "link_domains", "\(answer.text)"
      )
    }
  }

  @Test("Apple's devices are told which paths of a host are whose")
  func associations() async throws {
    try await TestServer.run { server in
      let (shop, game) = (server.app, try await server.otherApp())
      func settings(_ name: String, _ domain: String) -> JSON {
        [
          "link_domains": [.string(domain)],
          "ios": ["bundle_id": .string("com.example.\(name)"), "team_id": "ABCDE12345"],
        ]
      }
      try await shop.set(settings("shop", "go.example"))
      try await game.set(settings("game", "go.example/game"))
      let file = try await Self.visit(shop, "/.well-known/apple-app-site-association")
      #expect(file.value("applinks.details.0.appIDs") == ["ABCDE12345.com.example.shop"])
      let whole = file.list("applinks.details.0.components")
      #expect(whole.suffix(2) == [["/": "/game/*", "exclude": true], ["/": "/*"]], "\(whole)")
      #expect(file.value("applinks.details.1.appIDs") == ["ABCDE12345.com.example.game"])
      #expect(file.list("applinks.details.1.components") == [["/": "/game/*"]])
    }
  }

  @Test("A path on a host that is no app's alone leaves the rest of it to all apps")
  func sharedHost() async throws {
    try await TestServer.run { server in
      let (shop, game) = (server.app, try await server.otherApp())
      func settings(_ name: String, _ domains: [JSON]) -> JSON {
        [
          "link_domains": .array(domains),
          "ios": ["bundle_id": .string("com.example.\(name)"), "team_id": "ABCDE12345"],
        ]
      }
      try await shop.set(settings("shop", []))
      try await game.set(settings("game", ["go.example/game"]))
      let file = try await Self.visit(shop, "/.well-known/apple-app-site-association")
      #expect(file.value("applinks.details.0.appIDs") == ["ABCDE12345.com.example.shop"])
      let others = file.list("applinks.details.0.components")
      #expect(others.suffix(2) == [["/": "/game/*", "exclude": true], ["/": "/*"]], "\(others)")
      #expect(file.value("applinks.details.1.appIDs") == ["ABCDE12345.com.example.game"])
      #expect(file.list("applinks.details.1.components").last == ["/": "/*"])
    }
  }

  @Test("A client takes no code that another link of the app has, under whichever prefix")
  func codesOfClients() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(["allowed_targets": ["https://shop.example/*"]])
      _ = try await app.campaign(rules: [])
      let (ana, eve) = (try await app.signUp("ana"), try await app.signUp("eve"))
      let code = try #require(ana.code)
      try await app.set(["link_domains": ["go.example/promo"]])
      let taken: JSON = ["url": "https://shop.example/", "code": .string(code)]
      #expect(try await app.post("/v1/links", taken, as: .publishable).code == "code_taken")
      // Nor does one of the server's own under another prefix stand in front of hers.
      let own = try await app.post(
        "/v1/links", ["url": "https://shop.example/", "code": "eve1"], as: .publishable)
      #expect(own.status == 201, "\(own.text)")
      try await app.set(["link_domains": []])
      let later = try await app.link([
        "url": "https://shop.example/", "code": "eve1", "referrer": .string(eve.id),
      ])
      try await app.set(["link_domains": ["go.example/promo"]])
      let ben = try await app.signUp("ben", referrer: later.code)
      #expect(ben.referredBy == eve.id)
    }
  }
}
