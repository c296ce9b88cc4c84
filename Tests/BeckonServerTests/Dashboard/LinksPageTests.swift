import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// Links on the dashboard.
@Suite struct LinksPageTests {
  private static func path(_ server: TestServer) -> String {
    "/dashboard/\(server.app.id.text)/links"
  }

  @Test("A link is made by a form, found again, and its QR code is the one of the API")
  func made() async throws {
    try await TestServer.run { server in
      let ana = try await TestOperator.signedIn(server, .edit)
      let answer = try await ana.send(
        Self.path(server),
        [
          "action": "create", "url": "https://shop.example/spring", "name": "Spring flyer",
          "code": "spring26", "campaign": "", "expires_at": "2026-07-01", "ios": "",
          "title": "Spring", "description": "", "image": "",
        ])
      #expect(answer.status == 303, "\(answer.text)")
      let place = try #require(answer["Location"]).split(separator: "?")[0]
      let page = try await ana.get(String(place)).text
      for text in ["Spring flyer", "/spring26", "https://shop.example/spring", "leads on"] {
        #expect(page.contains(text), "\(text)")
      }
      let id = try #require(place.split(separator: "/").last.map(String.init))
      let link = try await server.app.get("/v1/links/\(id)")
      #expect(link.string("social.title") == "Spring")
      #expect(link.string("expires_at") == "2026-07-01T00:00:00.000Z", "\(link.text)")
      for (name, type) in [("qr.svg", "image/svg+xml"), ("qr.png", "image/png")] {
        let picture = try await ana.get(place + "?file=" + name)
        #expect(picture["Content-Type"] == type)
        #expect(picture.body == (try await server.app.get("/v1/links/\(id)/\(name)")).body)
      }
      #expect(try await ana.get(Self.path(server) + "?code=spring26").text.contains(id))
      let taken = try await ana.send(
        Self.path(server),
        ["action": "create", "url": "https://shop.example", "code": "spring26"])
      #expect(taken.status == 422 && taken.text.contains("value=\"spring26\""))
    }
  }

  @Test("Links are found by their campaign and a part of their name")
  func filtered() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [])
      let flyer = try await app.link(["url": "https://shop.example", "name": "Spring flyer"])
      let poster = try await app.link([
        "url": "https://shop.example", "name": "Poster 100%", "campaign": .string(campaign.id),
      ])
      let plain = try await app.link(["url": "https://shop.example"])
      let ana = try await TestOperator.signedIn(server, .read)
      for (query, found) in [
        ("name=FLYER", [flyer]), ("name=100%25", [poster]), ("name=_", []),
        ("campaign=" + campaign.id, [poster]), ("name=flyer&code=" + flyer.code, [flyer]),
        ("name=flyer&code=" + poster.code, []), ("", [flyer, poster, plain]),
      ] {
        let page = try await ana.get(Self.path(server) + "?" + query).text
        let shown = [flyer, poster, plain].filter { page.contains("/links/" + $0.id) }.map(\.id)
        #expect(shown == found.map(\.id), "\(query)")
      }
      #expect(try await app.get("/v1/links?campaign=nothing").status == 422)
    }
  }

  @Test("An abused link is stopped in one step, can go on again, and is deleted for good")
  func stopped() async throws {
    try await TestServer.run { server in
      let link = try await server.app.link(["url": "https://shop.example", "code": "abused"])
      let ana = try await TestOperator.signedIn(server, .edit)
      let path = Self.path(server) + "/" + link.id
      #expect(try await server.app.get("/abused", as: .none).status == 302)
      #expect(try await ana.send(path, ["action": "stop"]).status == 303)
      #expect(try await server.app.get("/abused", as: .none).status == 410)
      #expect(try await TestOperator.audit(server).contains { $0.path.contains(link.id) })
      #expect(try await ana.send(path, ["action": "resume"]).status == 303)
      #expect(try await server.app.get("/abused", as: .none).status == 302)
      #expect(try await ana.send(path, ["action": "delete"]).status == 303)
      #expect(try await server.app.get("/abused", as: .none).status == 410)
      let page = try await ana.get(path)
      #expect(page.status == 200 && !page.text.contains("value=\"stop\""))
    }
  }

  @Test("A form changes what it shows, and leaves alone what it does not")
  func changed() async throws {
    try await TestServer.run { server in
      let link = try await server.app.link([
        "url": "https://shop.example", "utm": ["source": "mail"],
        "ios": ["url": "https://ios.example", "scheme": "com.example.shop"],
        "social": ["title": "old"],
      ])
      let ana = try await TestOperator.signedIn(server, .edit)
      let answer = try await ana.send(
        Self.path(server) + "/" + link.id,
        [
          "action": "change", "url": "https://shop.example/new", "name": "",
          "ios": "https://ios.example/new", "title": "",
        ])
      #expect(answer.status == 303, "\(answer.text)")
      let now = try await server.app.get("/v1/links/\(link.id)")
      #expect(now.string("url") == "https://shop.example/new")
      #expect(now.string("utm.source") == "mail")
      #expect(now.value("ios") == ["url": "https://ios.example/new", "scheme": "com.example.shop"])
      #expect(now.value("social") == nil || now.value("social") == .null, "\(now.text)")
      let refused = try await ana.send(
        Self.path(server) + "/" + link.id, ["action": "change", "url": "javascript:alert(1)"])
      #expect(refused.status == 422, "\(refused.text)")
    }
  }

  @Test("Robots stand apart from the clicks, as figures and as numbers of a chart")
  func statistics() async throws {
    try await TestServer.run { server in
      let link = try await server.app.link(["url": "https://shop.example"])
      _ = try await server.app.get(
        link.path, as: .none,
        headers: [("User-Agent", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)")])
      _ = try await server.app.get(
        link.path, as: .none, headers: [("User-Agent", "Googlebot/2.1")])
      try await server.wait(minutes: 2)
      let counts = try await link.counts()
      try #require(counts.integer("clicks") == 1 && counts.integer("robots") == 1)
      let reader = try await TestOperator.signedIn(server, .read)
      let path = Self.path(server) + "/" + link.id
      #expect(try await reader.get(path + "?file=days").text.contains("2026-06-01,1,1,1"))
      let page = try await reader.get(path).text
      #expect(page.contains("data-chart=\"line\"") && page.contains("Robots and previews"))
      #expect(!page.contains("value=\"stop\"") && !page.contains("value=\"change\""))
    }
  }

  @Test("What strangers wrote stays text, and a link of another app is not there")
  func hostile() async throws {
    try await TestServer.run { server in
      let hostile = DashboardPageTests.hostile
      let link = try await server.app.link([
        "url": "https://shop.example/?%3Cscript%3E", "name": .string(hostile),
        "social": ["title": .string(hostile)],
      ])
      let ana = try await TestOperator.signedIn(server)
      let page = try await ana.get(Self.path(server) + "/" + link.id)
      #expect(page.status == 200 && !page.text.contains("<script>"))
      #expect(!page.text.contains("<img src=x"))
      let other = try await server.otherApp().link(["url": "https://shop.example"])
      #expect(try await ana.get(Self.path(server) + "/" + other.id).status == 404)
    }
  }
}
