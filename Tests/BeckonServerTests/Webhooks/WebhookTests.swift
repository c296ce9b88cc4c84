import BeckonDatabase
import BeckonModel
import BeckonStore
import Foundation
import Testing

/// The calls about webhooks.
@Suite struct WebhookTests {
  @Test("A webhook is made, read, changed and deleted; its secret is shown once")
  func life() async throws {
    try await TestServer.run { server in
      let app = server.app
      let made = try await app.post(
        "/v1/webhooks", ["url": "https://hooks.shop.example/x", "facts": ["signup", "event:buy"]])
      #expect(made.status == 201)
      #expect(made.string("secret")?.hasPrefix("whsec_") == true)
      let path = "/v1/webhooks/\(try #require(made.string("id")))"
      let read = try await app.get(path)
      #expect(read.value("secret") == nil && read.string("state") == "active")
      #expect(read.value("facts") == ["signup", "event:buy"] && read.integer("waiting") == 0)
      let changed = try await app.patch(path, ["facts": ["*"], "state": "disabled"])
      #expect(changed.value("facts") == ["*"] && changed.string("disabled_reason") == "request")
      #expect(changed.value("secret") == nil && changed.value("warning") == nil)
      #expect(try await app.get("/v1/webhooks").list("webhooks").count == 1)
      #expect(try await app.call("DELETE", path).status == 204)
      #expect(try await app.get(path).status == 404)
      #expect(try await app.call("DELETE", path).status == 404)
    }
  }

  @Test(
    "What cannot be is refused, with the field",
    arguments: [
      (["facts": ["*"]], "url"),
      (["url": "https://a.example", "facts": []], "facts"),
      (["url": "https://a.example"], "facts"),
      (["url": "https://a.example", "facts": ["ping"]], "facts"),
      (["url": "http://a.example", "facts": ["*"]], "url"),
      (["url": "https://10.0.0.1/", "facts": ["*"]], "url"),
      (["url": "https://127.0.0.1/", "facts": ["*"]], "url"),
      (["url": "http://localhost/", "facts": ["*"]], "url"),
      (["url": "https://[::ffff:127.0.0.1]/", "facts": ["*"]], "url"),
      (["url": "https://169.254.169.254/latest", "facts": ["*"]], "url"),
      (["url": "https://a.example", "facts": ["reward"], "form": "linkrunner"], "facts"),
      (["url": "https://a.example", "facts": ["*"], "form": "teams"], "form"),
      (["url": "https://a.example", "facts": ["*"], "secret": "short"], "secret"),
      (["url": "https://a.example", "facts": ["*"], "secret": "a secret with a\nline"], "secret"),
    ] as [(JSON, String)])
  func refused(body: JSON, field: String) async throws {
    try await TestServer.run(webhooksStayOutside: true) { server in
      let answer = try await server.app.post("/v1/webhooks", body)
      #expect(answer.code == "invalid_field" && answer.string("field") == field)
    }
  }

  @Test("Only the app's secret key sees its webhooks")
  func tenancy() async throws {
    try await TestServer.run { server in
      let receiver = try Receiver()
      let webhook = try await server.app.webhook(receiver.url, ["signup"])
      _ = try await server.app.signUp("ana")
      try await server.wait()
      let delivery = try #require(try await webhook.deliveries().first?["id"]?.string)
      let replay = webhook.path + "/deliveries/\(delivery)/replay"
      let calls = [
        ("GET", webhook.path), ("PATCH", webhook.path), ("DELETE", webhook.path),
        ("GET", webhook.path + "/deliveries"), ("POST", webhook.path + "/test"), ("POST", replay),
      ]
      let other = try await server.otherApp()
      for (method, path) in calls {
        let body: [UInt8] = method == "GET" ? [] : Array("{}".utf8)
        #expect(try await other.call(method, path, body: body).status == 404, "\(method) \(path)")
        let answer = try await server.app.call(method, path, body: body, as: .publishable)
        #expect(answer.code == "secret_key_required")
      }
      _ = try await other.signUp("ben")
      try await server.wait()
      #expect(receiver.bodies.map { $0["user_id"] } == ["ana"])
    }
  }

  @Test("Lists come in pages, and an app has a limit of webhooks")
  func pages() async throws {
    try await TestServer.run { server in
      let (app, receiver) = (server.app, try Receiver())
      var made: [String] = []
      for _ in 1...Limits.webhooks {
        made.append(try await app.webhook(receiver.url, ["install"]).id)
      }
      let one: JSON = ["url": .string(receiver.url), "facts": ["install"]]
      #expect(try await app.post("/v1/webhooks", one).status == 422)
      let first = try await app.get("/v1/webhooks?limit=15")
      let next = try #require(first.string("next"))
      let second = try await app.get("/v1/webhooks?limit=15&cursor=\(next)")
      #expect(second.value("next") == .null)
      let ids = (first.list("webhooks") + second.list("webhooks")).compactMap { $0["id"]?.string }
      #expect(Set(ids) == Set(made) && ids.count == made.count)

      let webhook = MadeWebhook(app: app, id: made[0], secret: "")
      for _ in 1...5 { _ = try await app.post(webhook.path + "/test", [:]) }
      let page = try await app.get(webhook.path + "/deliveries?limit=3")
      let cursor = try #require(page.string("next"))
      let rest = try await app.get(webhook.path + "/deliveries?limit=3&cursor=\(cursor)")
      #expect(page.list("deliveries").count == 3 && rest.list("deliveries").count == 2)
      #expect(try await app.get(webhook.path + "/deliveries?state=lost").status == 422)
    }
  }

  @Test("A delivery is sent once more when asked, with the same id and body")
  func replay() async throws {
    try await TestServer.run { server in
      let (app, receiver) = (server.app, try Receiver())
      let webhook = try await app.webhook(receiver.url, ["signup"])
      _ = try await app.signUp("ana")
      try await server.wait()
      let id = try #require(try await webhook.deliveries().first?["id"]?.string)
      let answer = try await app.post(webhook.path + "/deliveries/\(id)/replay", [:])
      #expect(answer.status == 202)
      try await server.wait()
      #expect(receiver.ids == [id, id])
      #expect(receiver.bodies[0] == receiver.bodies[1])
      #expect(try await webhook.deliveries().count == 1)
    }
  }

  @Test("A name that leads inside is refused when it is sent to")
  func addresses() async throws {
    try await TestServer.run(webhooksStayOutside: true) { server in
      let (app, receiver) = (server.app, try Receiver())
      let webhook = try await app.webhook("https://hooks.shop.example/", ["signup"])
      let url = receiver.url.replacingOccurrences(of: "127.0.0.1", with: "localhost")
      try await server.change("UPDATE webhooks SET url = $1", [.text(url)])
      _ = try await app.signUp("ana")
      try await server.wait()
      let attempt = try await webhook.deliveries().first?["attempts"]?[0]
      #expect(attempt?["failure"] == "address_refused" && receiver.ids.isEmpty)
    }
  }

  @Test("Erasing a person takes back what was and is to be told; before, the export tells it")
  func erasure() async throws {
    try await TestServer.run { server in
      let (app, receiver) = (server.app, try Receiver.answering([200, 200, 500, 500]))
      let webhook = try await app.webhook(receiver.url, ["*"])
      let ana = try await app.signUp("ana")
      _ = try await app.signUp("ben")
      try await server.wait()
      _ = try await app.post(
        "/v1/events", ["events": [["id": "1", "name": "buy", "user_id": "ana"]]])
      try await server.wait()
      #expect(try await webhook.deliveries().count == 3)
      let export = try await app.get(ana.path + "/export")
      let told = export.list("webhook_deliveries")
      #expect(Set(told.map { $0["type"] }) == ["signup", "event:buy"])
      #expect(told.allSatisfy { $0["url"]?.string == receiver.url })
      #expect(try await ana.erase().status == 204)
      #expect(try await webhook.deliveries().count == 1)
      let rows = try await server.number(
        "SELECT COUNT(*) FROM feed WHERE body LIKE '%ana%'")
      #expect(rows == 0)
      let sent = receiver.ids.count
      try await server.wait(days: 1)
      #expect(receiver.ids.count == sent)
    }
  }

  @Test("Deliveries are kept for thirty days")
  func retention() async throws {
    try await TestServer.run { server in
      let (app, receiver) = (server.app, try Receiver())
      let webhook = try await app.webhook(receiver.url, ["signup"])
      _ = try await app.signUp("ana")
      try await server.wait()
      try await server.wait(days: 29.9)
      #expect(try await webhook.deliveries().count == 1)
      try await server.wait(days: 0.2)
      #expect(try await webhook.deliveries().count == 0)
      #expect(try await server.number("SELECT COUNT(*) FROM feed") == 0)
    }
  }
}
