import BeckonModel
import Testing

/// Which link an install came from.
@Suite struct InstallTests {
  @Test("The same install gets the same answer, and its token once")
  func again() async throws {
    try await TestServer.run { server in
      let link = try await server.app.link(["url": "https://shop.example/"])
      let first = try await server.app.phone(at: "203.0.113.7").open(link.path).install()
      let later = try await first.open(link.path).install()
      #expect(first.launch?.status == 201)
      #expect(later.launch?.status == 200)
      #expect(later.launch?.value("match") == first.launch?.value("match"))
      #expect(first.launch?.string("token") != nil)
      #expect(later.launch?.string("token") == nil)
    }
  }

  @Test("A click belongs to at most one install: to one that names it, before one that fits it")
  func claimed() async throws {
    try await TestServer.run { server in
      let link = try await server.app.link(["url": "https://shop.example/"])
      let phone = try await server.app.phone(at: "203.0.113.7").open(link.path)
      #expect(try await phone.install().match == "default")
      let second = try await server.app.phone(at: "203.0.113.7").install()
      #expect(second.match == "none")
      #expect(second.reason == "only_claimed")
      let click = JSON.string(try #require(phone.click))
      let third = try await server.app.phone(at: "198.51.100.9").install(["click_id": click])
      #expect(third.match == "unique")
      let first = try await server.app.get("/v1/installs/\(phone.installID)/attribution")
      #expect(first.string("type") == "none" && first.string("reason") == "click_claimed")
      let fourth = try await server.app.phone(at: "203.0.113.7").install(["click_id": click])
      #expect(fourth.reason == "click_claimed")
    }
  }

  @Test("An iPad whose Safari says it is a Mac gets its link, weakly; a Mac's Chrome gives none")
  func iPad() async throws {
    let mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like "
    let facts: JSON = ["platform": "ios", "os_version": "17.5.1", "device_model": "iPad14,1"]
    let iPad = TestPhone.Device(
      agent: mac + "Gecko) Version/17.5 Safari/605.1.15", language: "tr-TR", facts: facts)
    let other = TestPhone.Device(
      agent: mac + "Gecko) Chrome/125.0.0.0 Safari/537.36", language: "tr-TR", facts: facts)
    try await TestServer.run { server in
      let link = try await server.app.link(["url": "https://shop.example/"])
      var types: [String?] = []
      for (address, device) in [("203.0.113.7", iPad), ("203.0.113.8", other)] {
        let phone = server.app.phone(at: address, device)
        types.append(try await phone.open(link.path).install().match)
      }
      #expect(types == ["weak", "none"])
    }
  }

  @Test("Fifty installs that name one click at the same time: one has it")
  func claimedAtOnce() async throws {
    try await TestServer.run { server in
      let link = try await server.app.link(["url": "https://shop.example/"])
      let visit = try await server.app.phone(at: "203.0.113.7").open(link.path)
      let click = JSON.string(try #require(visit.click))
      let app = server.app
      let matches = try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 1...50 {
          group.addTask {
            try await app.phone(at: "198.51.100.9").install(["click_id": click]).match
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(matches.filter { $0 == "unique" }.count == 1)
      #expect(matches.filter { $0 == "none" }.count == 49)
    }
  }

  @Test("What the app names itself is certain", arguments: ["link", "click_id", "pasteboard"])
  func named(by name: String) async throws {
    try await TestServer.run { server in
      let link = try await server.app.link(["url": "https://shop.example/item"])
      let visit = try await server.app.phone(at: "203.0.113.7").open(link.path)
      let value = name == "click_id" ? try #require(visit.click) : link.shortURL
      let phone = try await server.app.phone(at: "198.51.100.9", .android)
        .install(.object([JSON.Member(name, .string(value))]))
      #expect(phone.match == "unique", "\(phone.launch?.text ?? "")")
      #expect(phone.launch?.string("match.deep_link") == "https://shop.example/item")
      #expect(phone.launch?.string("match.link") == link.id)
    }
  }

  @Test("A code on someone else's host names no link of ours", arguments: ["link", "pasteboard"])
  func foreignHost(by name: String) async throws {
    try await TestServer.run { server in
      _ = try await server.app.link(["url": "https://shop.example/", "code": "sale"])
      let phone = try await server.app.phone(at: "198.51.100.9")
        .install(.object([JSON.Member(name, "https://another-shop.example/sale")]))
      #expect(phone.match == "none")
      let opened = try await phone.openInApp("https://another-shop.example/sale")
      #expect(opened.value("link") == .null)
    }
  }

  @Test(
    "By network and device the match is sure within an hour, weak within a day, then none",
    arguments: [(0.9, "default"), (1.1, "weak"), (23.9, "weak"), (24.1, "none")])
  func windows(hours: Double, match: String) async throws {
    try await TestServer.run { server in
      let link = try await server.app.link(["url": "https://shop.example/"])
      let visit = try await server.app.phone(at: "203.0.113.7").open(link.path)
      try await server.wait(hours: hours)
      #expect(try await visit.install().match == match)
    }
  }

  @Test("The windows are the app's to set")
  func settings() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(["default_match_minutes": 5, "weak_match_minutes": 10])
      let bad = try await app.patch("/v1/app", ["default_match_minutes": 11])
      #expect(bad.code == "invalid_field")
      let link = try await app.link(["url": "https://shop.example/"])
      for (address, minutes, match) in [("203.0.113.1", 6.0, "weak"), ("203.0.113.2", 11, "none")] {
        let visit = try await app.phone(at: address).open(link.path)
        try await server.wait(minutes: minutes)
        #expect(try await visit.install().match == match)
      }
    }
  }

  @Test("One switch turns matching by device off on iOS, and only there")
  func iOSSwitch() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(["match_by_device_on_ios": false])
      let link = try await app.link(["url": "https://shop.example/"])
      let iPhone = try await app.phone(at: "203.0.113.7").open(link.path).install()
      #expect(iPhone.reason == "switched_off_on_ios")
      let android = try await app.phone(at: "203.0.113.8", .android).open(link.path).install()
      #expect(android.match == "default")
      let named = try await app.phone(at: "203.0.113.9").install(["link": .string(link.shortURL)])
      #expect(named.match == "unique")
    }
  }

  @Test("Two links from one café: nobody is guessed, and the explanation says why")
  func cafe() async throws {
    try await TestServer.run { server in
      let app = server.app
      for _ in 1...2 {
        let link = try await app.link(["url": "https://shop.example/"])
        _ = try await app.phone(at: "203.0.113.7").open(link.path)
      }
      let phone = try await app.phone(at: "203.0.113.7").install()
      #expect(phone.match == "none")
      let path = "/v1/installs/\(phone.launch?.string("install") ?? "")/attribution"
      let explanation = try await app.get(path)
      #expect(explanation.string("reason") == "ambiguous")
      #expect(explanation.list("candidates").map { $0["outcome"] } == ["eligible", "eligible"])
      #expect(explanation.string("explanation")?.contains("don't guess") == true)
      #expect(!explanation.text.contains("203.0.113.7"))
      #expect(try await app.get(path, as: .publishable).code == "secret_key_required")
    }
  }

  @Test("The address in a body counts with a secret key only")
  func addressInBody() async throws {
    try await TestServer.run { server in
      let link = try await server.app.link(["url": "https://shop.example/"])
      _ = try await server.app.phone(at: "203.0.113.7").open(link.path)
      let given: JSON = ["ip": "203.0.113.7"]
      let client = try await server.app.phone(at: "198.51.100.9").install(given)
      #expect(client.match == "none")
      let trusted = try await server.app.phone(at: "198.51.100.9").install(given, as: .secret)
      #expect(trusted.match == "default")
    }
  }

  @Test(
    "Addresses: IPv6 by /64, carriers and relays at most weak",
    arguments: [
      ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "default"),
      ("2001:db8:1:2::1", "2001:db8:1:3::1", "none"),
      ("::ffff:203.0.113.7", "203.0.113.7", "default"),
      ("100.64.0.7", "100.64.0.7", "weak"), ("104.28.1.1", "104.28.1.1", "weak"),
    ])
  func addresses(click: String, install: String, match: String) async throws {
    try await TestServer.run { server in
      let link = try await server.app.link(["url": "https://shop.example/"])
      _ = try await server.app.phone(at: click).open(link.path)
      #expect(try await server.app.phone(at: install).install().match == match)
    }
  }

  @Test("The click page adds screen and zone, once, and they tell phones apart")
  func clickPage() async throws {
    try await TestServer.run { server in
      let app = server.app
      let link = try await app.link([
        "url": "https://shop.example/", "ios": "https://apps.apple.com/app/id1",
      ])
      let visit = try await app.phone(at: "203.0.113.7").open(link.path)
      let page = try #require(visit.visit?.text)
      let click = try #require(page.firstMatch(of: /clk_[a-z0-9]{26}/)).output
      for width: JSON in [430, 393] {
        let report: JSON = [
          "click": .string(String(click)), "timezone": "Europe/Istanbul",
          "screen": ["width": width, "height": 932, "scale": 3],
        ]
        #expect(try await app.post(link.path, report, as: .none).status == 204)
      }
      let phone = try await visit.install()
      #expect(phone.reason == "only_differing")
    }
  }

  @Test(
    "Play's word that nobody sent the person makes a match by the click page weak",
    arguments: [("utm_source=google-play&utm_medium=organic", "weak"), ("utm_source=x", "default")])
  func organicReferrer(referrer: String, match: String) async throws {
    try await TestServer.run { server in
      let app = server.app
      let link = try await app.link([
        "url": "https://shop.example/",
        "android": "https://play.google.com/store/apps/details?id=com.example.shop",
      ])
      let visit = try await app.phone(at: "203.0.113.7", .android).open(link.path)
      let page = try #require(visit.visit?.text)
      let click = try #require(page.firstMatch(of: /clk_[a-z0-9]{26}/)).output
      let report: JSON = [
        "click": .string(String(click)), "timezone": "Europe/Berlin",
        "screen": ["width": 412, "height": 915, "scale": 2.625],
      ]
      #expect(try await app.post(link.path, report, as: .none).status == 204)
      let phone = try await visit.install([
        "install_referrer": .string(referrer),
        "screen": ["width": 412, "height": 915, "scale": 2.625],
      ])
      #expect(phone.match == match, "\(phone.launch?.text ?? "")")
      let install = try #require(phone.launch?.string("install"))
      let told = try await app.get("/v1/installs/\(install)/attribution")
      let limits = told.list("limits").compactMap(\.string)
      #expect(limits == (match == "weak" ? ["organic_referrer"] : []), "\(told.text)")
    }
  }

  @Test("A robot's visit leads to no install")
  func robots() async throws {
    try await TestServer.run { server in
      let link = try await server.app.link(["url": "https://shop.example/"])
      _ = try await server.app.get(
        link.path, as: .none,
        headers: [("User-Agent", "facebookexternalhit/1.1"), ("X-Forwarded-For", "203.0.113.7")])
      #expect(try await server.app.phone(at: "203.0.113.7").install().reason == "no_candidates")
    }
  }
}
