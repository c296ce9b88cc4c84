import BeckonModel
import Testing

@testable import BeckonServer

/// Making, listing, changing and deleting Linkrunner's campaigns.
@Suite struct LinkrunnerCampaignTests {
  @Test("A new campaign is told whole; an own domain is used, another's refused")
  func making() async throws {
    try await TestServer.run(publicURL: "https://go.example.com") { server in
      try await server.app.set(["link_domains": ["a.example.com", "b.example.com"]])
      let backend = LinkrunnerBackend(app: server.app)
      let desktop = "https://example.com/d"
      func make(_ more: JSON) async throws -> HTTPAnswer {
        let body: JSON = ["name": "Summer", "link_for_desktop_users": .string(desktop)]
        return try await backend.call(
          "POST", "create-campaign", .object((body.members ?? []) + (more.members ?? [])))
      }
      let made = try await make([
        "custom_display_id": "SUMMER", "domain": "B.example.com",
        "ios_web_redirect": "https://example.com/i", "is_shortlink": true,
        "store_listing_ids": .array([]),
      ])
      #expect(made.status == 201, "\(made.text)")
      let expected: JSON = [
        "name": "Summer", "link": "https://b.example.com/SUMMER", "website": .string(desktop),
        "display_id": "SUMMER", "created_at": "2026-06-01T09:00:00.000Z",
        "domain": "b.example.com", "android_web_redirect": .null,
        "ios_web_redirect": "https://example.com/i", "store_listings": .array([]),
      ]
      for member in expected.members ?? [] {
        #expect(made.value("data." + member.name) == member.value, "\(member.name)")
      }
      #expect(made.integer("data.id") != nil)
      for (domain, host) in [(nil, "a.example.com"), ("go.example.com", "go.example.com")] {
        let body = JSON.object(["domain": domain.map(JSON.string)])
        #expect(try await make(body).string("data.domain") == host)
      }
      let refused: [JSON] = [
        ["domain": "elsewhere.example"], ["store_listing_ids": ["main"]],
        ["store_listing_ids": "main"], ["store_listing_ids": [""]],
      ]
      for body in refused {
        let answer = try await make(body)
        #expect(answer.status == 400, "\(body.text)")
        let name = body.members?.first?.name ?? "?"
        #expect(answer.string("msg")?.contains(name) == true, "\(answer.text)")
      }
      #expect(try await backend.call("POST", "create-campaign", ["name": " "]).status == 400)
      func listed(_ query: String) async throws -> HTTPAnswer {
        try await backend.call("GET", "campaigns?" + query)
      }
      #expect(try await listed("domain=b.example.com").list("data.campaigns").count == 1)
      for (query, status) in [
        ("domain=elsewhere.example", 400), ("link=nonsense", 400),
        ("link=https://b.example.com/none", 400), ("page=0", 422), ("page=one", 422),
        ("limit=1001", 422), ("filter=SOME", 400),
      ] {
        #expect(try await listed(query).status == status, "\(query)")
      }
    }
  }

  @Test("A change is answered with the whole campaign; one that changes nothing is refused")
  func changing() async throws {
    try await TestServer.run { server in
      let backend = LinkrunnerBackend(app: server.app)
      _ = try await backend.call(
        "POST", "create-campaign",
        [
          "name": "Summer", "custom_display_id": "SUMMER",
          "link_for_desktop_users": "https://example.com/d",
        ])
      func change(_ body: JSON) async throws -> HTTPAnswer {
        try await backend.call("PATCH", "campaigns/SUMMER", body)
      }
      let refused: [JSON] = [
        [:], ["unknown": 1], ["name": .null], ["name": "  "], ["name": ""], ["active": "false"],
      ]
      for body in refused { #expect(try await change(body).status == 400, "\(body.text)") }
      let changed = try await change(["name": "Winter", "active": false])
      let expected: JSON = [
        "display_id": "SUMMER", "name": "Winter", "active": false, "google": false, "meta": false,
        "meta_campaign_id": .null, "meta_web_to_app": false, "default_link": false,
        "attributed_users": 0, "created_at": "2026-06-01T09:00:00.000Z",
        "store_listings": .array([]), "website": "https://example.com/d",
      ]
      for member in expected.members ?? [] {
        #expect(changed.value("data." + member.name) == member.value, "\(member.name)")
      }
      let deleted = try await backend.call("DELETE", "campaigns/SUMMER")
      #expect(deleted.status == 204 && deleted.body.isEmpty)
      #expect(try await change(["name": "Spring"]).status == 404)
    }
  }

  @Test("A campaign that is switched off is a link that has ended, and its history tells so")
  func active() async throws {
    try await TestServer.run { server in
      let app = server.app
      let backend = LinkrunnerBackend(app: app)
      let link = try await app.link([
        "url": "https://shop.example/", "expires_at": "2026-07-01T09:00:00Z",
        "pass_parameters": "all",
      ])
      func set(_ isActive: Bool, _ expiresAt: String?) async throws {
        let answer = try await backend.call(
          "PATCH", "campaigns/" + link.code, ["active": .bool(isActive)])
        #expect(answer.value("data.active") == .bool(isActive), "\(answer.text)")
        let shown = try await app.get("/v1/links/" + link.id)
        #expect(shown.string("expires_at") == expiresAt)
        #expect(shown.string("pass_parameters") == "all")
      }
      // An end that is planned stays, and so does one that has come.
      try await set(true, "2026-07-01T09:00:00.000Z")
      try await set(false, "2026-06-01T09:00:00.000Z")
      try await server.wait(hours: 1)
      try await set(false, "2026-06-01T09:00:00.000Z")
      #expect(try await app.get("/" + link.code, as: .none).status == 410)
      try await set(true, nil)
      #expect(try await app.get("/" + link.code, as: .none).status == 302)
      let history = try await app.get("/v1/links/" + link.id).list("history")
      #expect(
        history.map { $0["before"] } == [
          ["expires_at": "2026-06-01T09:00:00.000Z"], ["expires_at": "2026-07-01T09:00:00.000Z"],
        ])
    }
  }
}
