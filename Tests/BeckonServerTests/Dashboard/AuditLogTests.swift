import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// What stands in the audit log, and what does not.
@Suite struct AuditLogTests {
  @Test("A change by a secret key has who, what, before and after; the same once more has no line")
  func change() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [thanks])
      TestOperator.tick(server)
      for _ in 0..<2 {
        #expect(try await app.patch(campaign.path, ["name": "summer"]).status == 200)
      }
      let lines = try await TestOperator.audit(server)
      #expect(
        lines.map(\.action) == ["PATCH /v1/campaigns/{campaign}", "POST /v1/campaigns"])
      let line = try #require(lines.first)
      #expect(line.author.name == app.secret.prefix(8) + "…")
      #expect(line.path == campaign.path)
      #expect(line.before == ["name": "spring"] && line.after == ["name": "summer"])
    }
  }

  @Test("No line has a secret, and everyday facts have none")
  func secretsAndFacts() async throws {
    try await TestServer.run { server in
      let app = server.app
      let webhook = try await app.post(
        "/v1/webhooks", ["url": "https://hooks.example/x", "facts": ["install"]])
      #expect(webhook.status == 201, "\(webhook.text)")
      let secret = try #require(webhook.string("secret"))
      let ana = try await app.signUp("ana")
      try await app.event("buy", id: "e1", of: ana)
      let lines = try await TestOperator.audit(server)
      #expect(lines.map(\.action) == ["POST /v1/webhooks"])
      #expect(!lines.contains { "\($0)".contains(secret) })
    }
  }

  @Test("Keys by which requests are signed, and addresses of people, are in no line")
  func keysAndAddresses() async throws {
    try await TestServer.run { server in
      let app = server.app
      for secret in ["hush-one", "hush-two"] {
        try await app.set(["request_signing": ["keys": ["k1": .string(secret)]]])
        TestOperator.tick(server)
      }
      let path = "/v1/suppressions/ana%40mail.example"
      #expect(try await app.send("PUT", path, [:]).status < 300)
      let lines = try await TestOperator.audit(server)
      #expect(lines.count == 3)
      for line in lines { #expect(!"\(line)".contains("hush") && !"\(line)".contains("ana@")) }
    }
  }

  @Test("Every change that only a secret key may make is either noted or a fact")
  func allRoutes() {
    let known = (AuditedRoutes.all + AuditedRoutes.facts).map { $0.method + " " + $0.path }
    for route in Route.native where route.access == .secretKey && route.method != "GET" {
      #expect(known.contains(route.method + " " + route.path), "\(route.method) \(route.path)")
    }
  }

  @Test("A refused change has no line, and an erased person's lines are empty")
  func refusedAndErased() async throws {
    try await TestServer.run { server in
      let app = server.app
      #expect(try await app.patch("/v1/app", ["origins": ["x"]]).status == 422)
      let campaign = try await app.campaign(rules: [])
      let ana = try await app.signUp("ana", campaign: campaign)
      TestOperator.tick(server)
      let grant = try await app.post(
        "/v1/people/\(ana.id)/grants",
        [
          "id": "g1", "amount": 5, "unit": "gold", "reason": "sorry",
          "campaign": .string(campaign.id),
        ])
      #expect(grant.status < 300, "\(grant.text)")
      let before = try await TestOperator.audit(server)
      #expect(before.count == 2 && before.first?.after?.text.contains("gold") == true)
      TestOperator.tick(server)
      #expect(try await app.call("DELETE", "/v1/people/\(ana.id)").status < 300)
      let after = try await TestOperator.audit(server)
      #expect(
        after.map(\.action) == [
          "DELETE /v1/people/{person}", "POST /v1/people/{person}/grants", "POST /v1/campaigns",
        ])
      #expect(after[1].after == nil)
    }
  }
}
