import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

/// What a caller asks for by a name that nobody knows is refused, with the name that was probably
/// meant: dropped, it would mean something else.
@Suite struct UnknownNameTests {
  /// Facts are taken as they come: they cannot be told again, and clients may be newer than the
  /// server.
  private static let facts = [
    EventRoute.ingest.route, InstallRoute.register.route, LinkRoute.open.route,
  ]
  private static let withoutBody = [
    PersonRoute.createSignInToken.route, PasswordRoute.allowReset.route, WebhookRoute.test.route,
    WebhookRoute.replayDelivery.route, MessageRoute.resend.route, MessageRoute.suppress.route,
  ]
  /// Any name is good in a record.
  private static let records = RecordRoute.routes

  @Test("No native call with a body takes a member that it does not know")
  func everyBody() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [welcome])
      let ana = try await app.signUp("ana")
      let webhook = try #require(
        try await app.post(
          "/v1/webhooks", ["url": "https://hooks.shop.example/", "facts": ["*"]]
        ).string("id"))
      let link = try await app.link(["url": "https://shop.example/"])
      let widget = try await app.post("/v1/widgets", WidgetTests.home)
      let parameters = [
        "widget": try #require(widget.string("id")),
        "reminder": try await app.silentReminder(),
        "link": link.id, "payment": "order-1", "person": ana.id, "campaign": campaign.id,
        "text": "txt_00000000000000000000000000",
        "webhook": webhook, "pool": "spring", "product": "shoe",
        "transfer": "trf_00000000000000000000000000", "referral": "ref_00000000000000000000000000",
      ]
      let routes = Route.native.filter {
        ["POST", "PATCH", "PUT"].contains($0.method) && $0.access != .open
          && !Self.facts.contains($0) && !Self.withoutBody.contains($0)
          && !Self.records.contains($0)
      }
      #expect(routes.count > 14)
      for route in routes {
        var path = route.path
        for (name, value) in parameters { path = path.replacing("{\(name)}", with: value) }
        let answer = try await app.send(route.method, path, ["no_such_name": 1])
        #expect(answer.status == 422, "\(route.method) \(path): \(answer.text)")
        #expect(answer.string("field") == "no_such_name", "\(path): \(answer.text)")
      }
    }
  }

  private static func campaign(_ rule: JSON) -> JSON {
    ["name": "n", "goal": 1, "url": "https://shop.example/", "rules": [rule]]
  }

  @Test(
    "The nearest name is told",
    arguments: [
      (
        "POST", "/v1/campaigns", campaign(rule(["event": "a", "filters": [:]])),
        "rules[0].when.filters", "filter"
      ),
      (
        "POST", "/v1/campaigns", campaign(rule(["event": "a"], ["hold_day": 3])),
        "rules[0].hold_day", "hold_days"
      ),
      (
        "POST", "/v1/campaigns", campaign(rule(["event": "a"], ["caps": ["total": 1]])),
        "rules[0].caps", "cap"
      ),
      (
        "POST", "/v1/campaigns", campaign(rule(["event": "a"], ["cap": ["perPerson": 1]])),
        "rules[0].cap.perPerson", "per_person"
      ),
      (
        "POST", "/v1/campaigns", campaign(rule(["referrals": 3, "stat": "confirmed"])),
        "rules[0].when.stat", "state"
      ),
      ("POST", "/v1/people", ["userId": "ana"], "userId", "user_id"),
      ("POST", "/v1/people", ["user_id": "ana", "refferer": "x"], "refferer", "referrer"),
      (
        "POST", "/v1/links", ["url": "https://shop.example/", "expiresAt": "x"], "expiresAt",
        "expires_at"
      ),
      (
        "POST", "/v1/links", ["url": "https://shop.example/", "utm": ["sourse": "x"]], "utm.sourse",
        "source"
      ),
      (
        "POST", "/v1/links", ["url": "https://shop.example/", "deeplink": "x"], "deeplink",
        "deep_link"
      ),
      ("POST", "/v1/campaigns", ["name": "n", "stat": "paused"], "stat", "state"),
      ("PATCH", "/v1/app", ["ios": ["bundleId": "x"]], "ios.bundleId", "bundle_id"),
      ("PATCH", "/v1/app", ["retention_days": ["click": 30]], "retention_days.click", "clicks"),
      (
        "POST", "/v1/widgets",
        ["name": "n", "page": ["kind": "home"], "filter": ["labls": ["x"]]], "filter.labls",
        "labels"
      ),
      ("POST", "/v1/reminders", ["name": "n", "chanels": ["mail"]], "chanels", "channels"),
      ("PATCH", "/v1/app", ["reminders": ["per_hours": 1]], "reminders.per_hours", "per_hour"),
      ("PATCH", "/v1/search/settings", ["synonym": []], "synonym", "synonyms"),
      (
        "PUT", "/v1/postback-schema", ["rules": [["when": ["install": true], "fin": 1]]],
        "rules[0].fin", "fine"
      ),
    ] as [(String, String, JSON, String, String)])
  func nearest(
    method: String, path: String, body: JSON, field: String, meant: String
  ) async throws {
    try await TestServer.run { server in
      let answer = try await server.app.send(method, path, body)
      #expect(answer.status == 422, "\(answer.text)")
      #expect(answer.string("field") == field, "\(answer.text)")
      let detail = answer.string("detail") ?? ""
      #expect(detail.hasSuffix("Did you mean '\(meant)'?"), "\(detail)")
    }
  }

  @Test("What is shown and no setting cannot be changed, but may be sent back")
  func readOnly() async throws {
    try await TestServer.run { server in
      let app = server.app
      let shown = try await app.get("/v1/app").json
      #expect(try await app.patch("/v1/app", shown).status == 200)
      let answer = try await app.patch("/v1/app", ["name": "Another"])
      #expect(answer.string("detail") == "'name' cannot be changed here.", "\(answer.text)")
    }
  }

  @Test("A query parameter that the call does not have is refused, and no rows are shown")
  func query() async throws {
    try await TestServer.run { server in
      let app = server.app
      for (path, field, meant) in [
        ("/v1/ledger/transfers?who=per_1", "who", nil),
        ("/v1/ledger/transfers?State=posted", "State", "state"),
        ("/v1/links?limits=3", "limits", "limit"), ("/v1/revenue?form=x", "form", "from"),
        ("/v1/app?x=1", "x", nil), ("/v1/events?to=2026-06-02", "to", "until"),
        ("/v1/clicks?since=2026-06-02", "since", "from"), ("/v1/app?to=1", "to", nil),
      ] as [(String, String, String?)] {
        let answer = try await app.get(path)
        #expect(answer.status == 422, "\(path): \(answer.text)")
        #expect(answer.string("field") == field)
        let detail = answer.string("detail") ?? ""
        #expect(meant.map { detail.contains("'\($0)'?") } ?? detail.contains("not known"))
      }
      #expect(try await app.get("/v1/ledger/transfers?state=posted&limit=3").status == 200)
    }
  }

  @Test("What is stored by a newer program is read all the same")
  func newerProgram() async throws {
    try await TestServer.run { server in
      _ = try await server.app.campaign(rules: [welcome])
      let rules = try await server.database.write { connection in
        try connection.run(
          "UPDATE rules SET body = REPLACE(body, '\"name\":', '\"newer\":1,\"name\":')", [])
        return try TestServer.context(connection).campaigns.flatMap(\.rules)
      }
      #expect(rules.map(\.rule.name) == [welcome["name"]?.string])
    }
  }
}
