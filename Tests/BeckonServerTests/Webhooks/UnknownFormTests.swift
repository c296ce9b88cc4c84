import BeckonBasics
import BeckonDatabase
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
      #expect(try await webhook.value("disabled_reason") == "unknown_form")
      let health = try await server.app.get("/health")
      let told = "the webhook \(webhook.id) was disabled: its form was not known for three days"
      #expect(health.text.contains(told), "\(health.text)")
      let answer = try await server.app.patch(webhook.path, ["state": "active"])
      #expect(answer.status == 422 && answer.string("field") == "state", "\(answer.text)")
    }
  }

  @Test("Its receiver is not blamed for the time in which its form was not known")
  func blameless() async throws {
    try await TestServer.run { server in
      let receiver = try Receiver.answering([500])
      let webhook = try await server.app.webhook(receiver.url, ["event:buy"])
      try await server.change("UPDATE webhooks SET form = 'smoke'")
      try await server.wait()
      try await server.app.event("buy", id: "1", of: server.app.signUp("ana"))
      try await server.wait(days: 2.9)
      try await server.change("UPDATE webhooks SET form = 'native'")
      try await server.wait()
      #expect(receiver.bodies.count == 1)
      #expect(try await webhook.value("failing_since") == server.time())
      #expect(try await webhook.value("disabled_reason") == nil)
      try await server.wait(days: 0.2)
      #expect(receiver.bodies.count == 2)
      #expect(try await webhook.value("state") == "active")
    }
  }

  @Test("What is changed while it is looked at stays changed")
  func changed() async throws {
    try await Self.run { server, receiver, webhook, _ in
      server.clock.withLock { $0 = $0.adding(milliseconds: 3 * Span.dayMilliseconds) }
      let watched = WatchedDatabase(server.database) {
        let answer = try await server.app.patch(webhook.path, ["url": .string(receiver.url + "/b")])
        #expect(answer.status == 200, "\(answer.text)")
      }
      let forms = UnknownForms(
        LoopSurroundings(
          database: watched, directory: AppDirectory(server.database), ambient: server.ambient),
        logger: Logger(level: .error, now: server.ambient.now) { _ in })
      _ = try await forms.round()
      #expect(try await webhook.value("state") == "disabled")
      #expect(try await webhook.value("url") == .string(receiver.url + "/b"))
    }
  }

  @Test("Nothing is written for what waits for it")
  func idle() async throws {
    try await Self.run { server, _, _, ana in
      try await server.app.event("buy", id: "1", of: ana)
      let watched = WatchedDatabase(server.database)
      let surroundings = LoopSurroundings(
        database: watched, directory: AppDirectory(server.database), ambient: server.ambient)
      #expect(try await BackgroundLoop.follow(.webhook, surroundings) == 0)
      #expect(watched.writes.withLock { $0 } == 0)
    }
  }

  @Test("A delivery of it, or of a disabled webhook, is not replayed, as nothing would be sent")
  func replay() async throws {
    try await TestServer.run { server in
      let receiver = try Receiver()
      let webhook = try await server.app.webhook(receiver.url, ["event:buy"])
      try await server.app.event("buy", id: "1", of: server.app.signUp("ana"))
      for _ in 1...2 { try await server.wait() }
      let id = try #require(try await webhook.deliveries().first?["id"]?.string)
      func replay() async throws -> HTTPAnswer {
        try await server.app.post(webhook.path + "/deliveries/\(id)/replay", [:])
      }
      #expect(try await replay().status == 202)
      try await server.change("UPDATE webhooks SET form = 'smoke'")
      let unknown = try await replay()
      #expect(unknown.code == "webhook_disabled" && unknown.text.contains("'smoke'"))
      try await server.change("UPDATE webhooks SET form = 'native'")
      _ = try await server.app.patch(webhook.path, ["state": "disabled"])
      #expect(try await replay().code == "webhook_disabled")
      try await server.wait()
      #expect(try await webhook.deliveries("&state=pending").count == 1)
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

/// Counts the writes to a database, and lets something happen behind its first read.
private final class WatchedDatabase: Database {
  let writes = Locked(0)
  private let inner: any Database
  private let interruption: Locked<(@Sendable () async throws -> Void)?>

  init(_ inner: any Database, afterRead: (@Sendable () async throws -> Void)? = nil) {
    self.inner = inner
    interruption = Locked(afterRead)
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any Connection) throws -> Value
  ) async throws -> Value {
    writes.withLock { $0 += 1 }
    return try await inner.write(body)
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any Connection) throws -> Value
  ) async throws -> Value {
    let value = try await inner.read(body)
    let interruption = interruption.withLock { interruption in
      defer { interruption = nil }
      return interruption
    }
    try await interruption?()
    return value
  }

  func outsideChanges() async throws -> Int64 { try await inner.outsideChanges() }

  func close() async { await inner.close() }
}
