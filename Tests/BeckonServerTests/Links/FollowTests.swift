import BeckonModel
import ChildProcess
import Foundation
import Testing

/// Following links: who is sent where, and what counts.
@Suite struct FollowTests {
  @Test("A click goes on with its id and the link's UTM parameters")
  func redirect() async throws {
    try await TestServer.run { server in
      let link = try await server.app.link([
        "url": "https://shop.example/a?x=1#part",
        "utm": ["source": "news letter", "campaign": "a&b"],
      ])
      let phone = try await server.app.phone(at: "203.0.113.7").open(link.path)
      let target = try #require(phone.visit?["Location"])
      #expect(
        target.hasPrefix("https://shop.example/a?x=1&utm_source=news%20letter&utm_campaign=a%26b&"))
      #expect(target.hasSuffix("#part"))
      #expect(phone.click?.hasPrefix("clk_") == true)
      #expect(phone.visit?["Cache-Control"] == "private, no-store")
    }
  }

  @Test("A phone whose platform has a store gets the click page, all others the redirect")
  func stores() async throws {
    try await TestServer.run { server in
      let link = try await server.app.link([
        "url": "https://shop.example/", "ios": ["url": "https://apps.apple.com/app/id1"],
        "android": ["url": "https://play.google.com/store/apps/details?id=a"],
      ])
      for (device, store) in [
        (TestPhone.Device.iPhone, "href=\"https://apps.apple.com/app/id1\""),
        (.android, "https://play.google.com/store/apps/details?id=a&amp;"),
      ] {
        let visit = try await server.app.phone(at: "203.0.113.7", device).open(link.path).visit
        #expect(visit?.status == 200)
        #expect(visit?["Content-Type"] == "text/html; charset=utf-8")
        #expect(visit?.text.contains(store) == true, "\(visit?.text ?? "")")
      }
      let desktop = try await server.app.phone(at: "203.0.113.7", .desktop).open(link.path)
      #expect(desktop.visit?.status == 302)
    }
  }

  @Test("The click page reports to the link's own path, however the link was written")
  func report() async throws {
    try await TestServer.run { server in
      _ = try await server.app.link([
        "url": "https://shop.example/", "code": "SUMMER", "ios": "https://apps.apple.com/app/id1",
      ])
      for path in ["/SUMMER", "/?c=SUMMER"] {
        let phone = try await server.app.phone(at: "203.0.113.7", .iPhone).open(path)
        #expect(phone.visit?.text.contains(#"data-report="/SUMMER""#) == true, "\(path)")
      }
    }
  }

  @Test("Hostile titles and URLs stay text on the click page and the preview")
  func escaping() async throws {
    try await TestServer.run { server in
      let hostile = "</title></script><script>alert('1')</script>\"'&<img src=x onerror=y>"
      let link = try await server.app.link([
        "url": "https://shop.example/?a='+alert(1)+'&b=1", "ios": "https://a.example/?'x'&y",
        "social": [
          "title": .string(hostile), "description": .string(hostile), "image": .string(hostile),
        ],
      ])
      for agent in [TestPhone.Device.iPhone.agent, "WhatsApp/2.23"] {
        let answer = try await server.app.get(
          link.path, as: .none, headers: [("User-Agent", agent)])
        #expect(answer.status == 200)
        for part in ["<img", "alert('1')", "</title></script>", "?a='+alert"] {
          #expect(!answer.text.contains(part), "\(agent): \(part)")
        }
        #expect(answer.text.contains("&lt;img src=x onerror=y&gt;"))
      }
    }
  }

  @Test("A messenger sees the preview; robots, HEAD and prefetches are no clicks")
  func kinds() async throws {
    try await TestServer.run { server in
      let link = try await server.app.link([
        "url": "https://shop.example/", "social": ["title": "A fine shop"],
      ])
      func visit(
        _ method: String, _ agent: String, _ header: (String, String)? = nil
      ) async throws -> HTTPAnswer {
        try await server.app.call(
          method, link.path, as: .none,
          headers: [("User-Agent", agent)] + [header].compactMap { $0 })
      }
      let iPhone = TestPhone.Device.iPhone.agent
      #expect(try await visit("GET", "WhatsApp/2.23").text.contains("A fine shop"))
      let head = try await visit("HEAD", iPhone)
      #expect(head.status == 302)
      #expect(head["Location"] == "https://shop.example/")
      #expect(head.body.isEmpty)
      let robot = try await visit("GET", "Mozilla/5.0 (compatible; Googlebot/2.1)")
      #expect(robot["Location"] == "https://shop.example/")
      let ahead = try await visit("GET", iPhone, ("Sec-Purpose", "prefetch"))
      #expect(ahead.status == 503)
      #expect(ahead["Cache-Control"] == "no-store")
      #expect(try await visit("GET", iPhone)["Location"]?.contains("beckon_click") == true)

      try await server.wait()
      let counts = try await link.counts()
      #expect(counts.integer("clicks") == 1)
      #expect(counts.integer("robots") == 4)
      let kinds = counts.list("days").compactMap { $0["kind"]?.string }
      #expect(Set(kinds) == ["click", "unique", "robot", "preview", "prefetch", "head"])
    }
  }

  @Test("Counts are by day where the app is, by platform and kind, and tell visitors apart")
  func statistics() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(["time_zone": "Europe/Istanbul"])
      let link = try await app.link(["url": "https://shop.example/"])
      let other = try await app.link(["url": "https://shop.example/"])
      try server.setTime("2026-06-01T20:59:00Z")
      for device in [TestPhone.Device.iPhone, .iPhone, .android] {
        _ = try await app.phone(at: "203.0.113.7", device).open(link.path)
      }
      try server.setTime("2026-06-01T21:00:00Z")
      for address in ["203.0.113.7", "203.0.113.8"] {
        _ = try await app.phone(at: address).open(link.path)
      }
      // Counted or not, a click stands in one of the two numbers.
      let early = try await link.counts()
      #expect((early.integer("clicks") ?? 0) + (early.integer("not_yet_counted") ?? 0) == 5)
      try await server.wait()
      let counts = try await link.counts()
      #expect(counts.integer("clicks") == 5)
      #expect(counts.integer("unique") == 3)
      #expect(counts.integer("not_yet_counted") == 0)
      let days = counts.list("days").map { day in
        ["day", "platform", "kind"].compactMap { day[$0]?.string }.joined(separator: " ")
          + " \(day["count"]?.integer ?? 0)"
      }
      #expect(
        days == [
          "2026-06-01 android click 1", "2026-06-01 android unique 1",
          "2026-06-01 ios click 2", "2026-06-01 ios unique 1",
          "2026-06-02 ios click 2", "2026-06-02 ios unique 1",
        ])
      #expect(try await other.counts().list("days") == [])
    }
  }

  @Test("What is not yet counted is only the link's own")
  func lagIsTheLinks() async throws {
    try await TestServer.run { server in
      let here = try await server.app.link(["url": "https://shop.example/"])
      let there = try await server.otherApp().link(["url": "https://other.example/"])
      // As if the loop stood still: it has come no further than before the first click.
      try await server.change(
        """
        INSERT INTO loops (name, position) VALUES ('click-roll-up', 0)
        ON CONFLICT (name) DO UPDATE SET position = 0
        """)
      _ = try await server.app.phone(at: "203.0.113.7").open(there.path)
      #expect(try await here.counts().integer("not_yet_counted") == 0)
    }
  }

  @Test("A QR code holds the link", arguments: ["svg", "png"])
  func qrCode(kind: String) async throws {
    try await TestServer.run { server in
      let link = try await server.app.link(["url": "https://shop.example/", "code": "spring"])
      let answer = try await server.app.get("/v1/links/\(link.id)/qr.\(kind)", as: .publishable)
      #expect(answer.status == 200)
      #expect(answer["Content-Type"] == (kind == "svg" ? "image/svg+xml" : "image/png"))
      if kind == "svg" {
        #expect(answer.text.hasPrefix("<svg ") && answer.text.hasSuffix("</svg>"))
      } else {
        #expect(try decoded(answer.body) == link.shortURL)
      }
    }
  }

  /// What the program `zbarimg` reads in a picture. A machine without it fails the test: bootstrap
  /// installs it.
  private func decoded(_ png: [UInt8]) throws -> String {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("beckon-\(UUID().uuidString).png")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(png).write(to: file)
    let reader = try ChildProcess(
      "/usr/bin/env", ["zbarimg", "--quiet", "--raw", file.path], output: .pipe)
    let bytes = reader.output?.readDataToEndOfFile() ?? Data()
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
