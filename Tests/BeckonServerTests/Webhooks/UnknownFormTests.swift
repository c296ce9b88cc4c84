import BeckonBasics
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// A webhook whose vendor was taken out of the program: it waits, and somebody is told.
@Suite struct UnknownFormTests {
  /// Runs `body` with a webhook of a form that the server does not know.
  private static func run(
    _ body: (TestServer, Receiver, MadeWebhook, TestPerson) async throws -> Void
  ) async throws {
    try await TestServer.run { server in
      let receiver = try Receiver()
      let webhook = try await server.app.webhook(receiver.url, ["event:buy"])
      let ana = try await server.app.signUp("ana")
      try await server.change("UPDATE webhooks SET form = 'smoke'")
      try await server.wait()
      try await body(server, receiver, webhook, ana)
    }
  }

  @Test("What it wants waits until the form is known again")
  func waits() async throws {
    try await Self.run { server, receiver, webhook, ana in
      try await server.app.event("buy", id: "1", of: ana)
      try await server.wait(hours: 1)
      #expect(receiver.bodies.isEmpty)
      #expect(try await webhook.value("form") == "smoke")
      #expect(try await webhook.value("state") == "active")
      #expect(try await webhook.value("failing_since") == "2026-06-01T09:00:00.000Z")
      let warning = try await webhook.value("warning")?.string ?? ""
      #expect(warning == "Nothing is sent: this server does not know the form 'smoke'.")
      let ping = try await server.app.post(webhook.path + "/test", [:])
      #expect(ping.code == "webhook_disabled" && ping.text.contains("'smoke'"), "\(ping.text)")
      try await server.change("UPDATE webhooks SET form = 'native'")
      for _ in 1...2 { try await server.wait() }
      #expect(receiver.bodies.map { $0["data"]?["id"] } == ["1"])
      #expect(try await webhook.value("failing_since") == nil)
    }
  }

  @Test("What was made for it already is not sent in another form")
  func made() async throws {
    try await TestServer.run { server in
      let receiver = try Receiver.answering([500])
      let webhook = try await server.app.webhook(receiver.url, ["event:buy"])
      try await server.app.event("buy", id: "1", of: server.app.signUp("ana"))
      for _ in 1...2 { try await server.wait() }
      try await server.change("UPDATE webhooks SET form = 'smoke'")
      try await server.wait(hours: 1)
      #expect(receiver.bodies.count == 1)
      #expect(try await webhook.deliveries("&state=pending").count == 1)
    }
  }

  @Test("After three days it is disabled, and cannot be made active")
  func disabled() async throws {
    try await Self.run { server, _, webhook, _ in
      try await server.wait(days: 2.9)
      #expect(try await webhook.value("state") == "active")
      try await server.wait(days: 0.1)
      #expect(try await webhook.value("state") == "disabled")
      #expect(try await webhook.value("disabled_reason") == "failing")
      let health = try await server.app.get("/health")
      #expect(health.text.contains(webhook.id), "\(health.text)")
      let answer = try await server.app.patch(webhook.path, ["state": "active"])
      #expect(answer.status == 422 && answer.string("field") == "state", "\(answer.text)")
    }
  }

  @Test("The operator is told once, with what to do")
  func told() async throws {
    try await Self.run { server, _, webhook, _ in
      let lines = Locked<[String]>([])
      let forms = UnknownForms(
        LoopSurroundings(
          database: server.database, directory: AppDirectory(server.database),
          ambient: server.ambient),
        logger: Logger(level: .warning, now: server.ambient.now) { line in
          lines.withLock { $0.append(line) }
        })
      for _ in 1...3 { _ = try await forms.round() }
      let told = lines.withLock { $0 }
      #expect(told.count == 1)
      #expect(told.first?.contains(webhook.id) == true && told.first?.contains("smoke") == true)
      #expect(told.first?.contains("delete the webhook") == true)
    }
  }
}
