import BeckonModel
import BeckonStore
import Testing

/// Links can be changed, keep what they were, and what was clicked before means what it meant.
@Suite struct LinkChangeTests {
  private static let everything: JSON = [
    "url": "https://shop.example/boats", "ios": "https://apps.apple.com/app/id1",
    "android": "https://play.google.com/store/apps/details?id=shop",
    "social": [
      "title": "Boats", "description": "Half price", "image": "https://shop.example/b.png",
    ],
    "utm": ["source": "mail", "campaign": "summer"], "expires_at": "2026-06-02T09:00:00.000Z",
    "name": "Boats in June", "deep_link": "shop://boats", "store_visitors": "phones",
    "pass_parameters": ["ref", "tag"],
  ]

  @Test("All that is given when a link is made is shown again")
  func shown() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [])
      let given = JSON.object(
        (Self.everything.members ?? []) + [JSON.Member("campaign", .string(campaign.id))])
      let link = try await app.link(given)
      let shown = try await app.get("/v1/links/\(link.id)").json
      for member in given.members ?? [] { #expect(shown[member.name] == member.value) }
      #expect(shown["history"] == [])
    }
  }

  @Test("A change holds at once, what is left out stays, and the history tells what was before")
  func changes() async throws {
    try await TestServer.run { server in
      let app = server.app
      let link = try await app.link(["url": "https://shop.example/a", "utm": ["source": "mail"]])
      let path = "/v1/links/\(link.id)"
      func target(_ query: String = "") async throws -> String? {
        try await app.phone(at: "203.0.113.7", .desktop).open("/" + link.code + query)
          .visit?["Location"]?.split(separator: "&beckon_click").first.map(String.init)
      }
      #expect(try await target() == "https://shop.example/a?utm_source=mail")
      try await server.wait(hours: 1)
      let changed = try await app.patch(
        path, ["url": "https://shop.example/b", "pass_parameters": "all"])
      #expect(changed.status == 200, "\(changed.text)")
      #expect(changed.value("utm.source") == "mail")
      #expect(
        try await target("?tag=x&utm_source=other")
          == "https://shop.example/b?utm_source=mail&tag=x")
      #expect(try await app.patch(path, ["utm": .null]).json["utm"] == nil)
      #expect(try await app.patch(path, ["utm": .null]).status == 200)
      #expect(try await app.patch(path, ["expires_at": "2026-06-01T10:00:00Z"]).status == 200)
      #expect(try await app.get("/" + link.code, as: .none).status == 410)
      #expect(try await app.patch(path, ["expires_at": .null]).status == 200)
      #expect(try await app.get("/" + link.code, as: .none).status == 302)
      let history = try await app.get(path).list("history")
      #expect(
        history.map { $0["before"] } == [
          ["expires_at": "2026-06-01T10:00:00.000Z"], ["expires_at": .null],
          ["utm": ["source": "mail"]],
          ["url": "https://shop.example/a", "pass_parameters": .null],
        ])
      #expect(history.allSatisfy { $0["by"] == .string(String(app.secret.prefix(8)) + "…") })
    }
  }

  @Test("An app's setting hands parameters on for links that say nothing of it")
  func setting() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(["pass_parameters": ["tag"]])
      let link = try await app.link(["url": "https://shop.example/"])
      let silent = try await app.link([
        "url": "https://shop.example/", "pass_parameters": "none",
      ])
      for (link, query) in [(link, "?tag=x"), (silent, "")] {
        let answer = try await app.get("/\(link.code)?tag=x&other=y", as: .none)
        #expect(answer["Location"] == "https://shop.example/" + query)
      }
    }
  }

  @Test("What cannot be changed, or cannot be, is refused with its name")
  func refused() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [])
      let ana = try await app.signUp("ana")
      let link = try await app.link(["url": "https://shop.example/"])
      let own = try await app.link(["url": "https://shop.example/", "referrer": .string(ana.id)])
      let url: JSON = "https://shop.example/"
      for (link, change, field) in [
        (link, ["code": "mine"], "code"), (link, ["referrer": .string(ana.id)], "referrer"),
        (link, ["url": "javascript:x"], "url"), (link, ["url": .null], "url"),
        (link, ["deep_link": "javascript:x"], "deep_link"), (link, ["ios": ["ur": url]], "ios.ur"),
        (link, ["campaign": "cmp_01m7xy000fedjbz330nex3vnr1"], "campaign"),
        (own, ["campaign": .string(campaign.id)], "campaign"),
        (link, ["pass_parameters": ["a b"]], "pass_parameters"), (link, ["ulr": url], "ulr"),
      ] as [(TestLink, JSON, String)] {
        let answer = try await app.patch("/v1/links/\(link.id)", change)
        #expect(answer.status == 422 && answer.string("field") == field, "\(answer.text)")
      }
      #expect(try await app.patch("/v1/links/\(link.id)", ["url": url]).status == 200)
      let byApp = try await app.send(
        "PATCH", "/v1/links/\(link.id)", ["url": url], as: .publishable)
      #expect(byApp.status == 403)
      _ = try await app.call("DELETE", "/v1/links/\(link.id)")
      #expect(try await app.patch("/v1/links/\(link.id)", ["url": url]).status == 410)
    }
  }

  @Test("A click goes on leading where the link led then, and counts for the campaign of then")
  func inForce() async throws {
    try await TestServer.run { server in
      let app = server.app
      let spring = try await app.campaign(rules: [])
      let summer = try await app.campaign(name: "summer", rules: [])
      let link = try await app.link([
        "url": "https://shop.example/a", "campaign": .string(spring.id),
      ])
      func phone(_ address: String) async throws -> TestPhone {
        try await app.phone(at: address).open("/" + link.code)
      }
      let before = try await phone("203.0.113.7")
      try await server.wait(minutes: 1)
      _ = try await app.patch(
        "/v1/links/\(link.id)",
        ["url": "https://shop.example/b", "campaign": .string(summer.id)])
      try await server.wait(minutes: 1)
      let after = try await phone("203.0.113.8")
      for (phone, name, target, campaign) in [
        (before, "ben", "a", spring), (after, "cem", "b", summer),
      ] {
        let phone = try await phone.install()
        #expect(
          phone.launch?.string("match.deep_link") == "https://shop.example/" + target,
          "\(phone.launch?.text ?? "")")
        let person = try await phone.signUp(name)
        let joined = try await person.read().list("referrals").map { $0["campaign"] }
        #expect(joined == [.string(campaign.id)])
      }
      // The same install is told the same later.
      let again = try await before.install()
      #expect(again.launch?.string("match.deep_link") == "https://shop.example/a")
    }
  }
}
