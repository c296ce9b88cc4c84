import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonSDK
import BeckonSQLite
import BeckonStore
import BeckonTesting
import Foundation
import Testing

@testable import BeckonServer

/// Receivers that do not do what they should, and servers that die.
@Suite struct FailureTests {
  @Test("A delivery is tried again with the same id until it is taken; the log tells how")
  func retries() async throws {
    try await TestServer.run { server in
      let (app, receiver) = (server.app, try Receiver.answering([500, 503, 404]))
      let webhook = try await app.webhook(receiver.url, ["signup"])
      _ = try await app.signUp("ana")
      try await server.wait()
      #expect(receiver.ids.count == 1)
      #expect(try await webhook.value("warning") != nil)
      for minutes in [0.05, 0.2, 1.0] { try await server.wait(minutes: minutes) }
      #expect(receiver.ids.count == 4 && Set(receiver.ids).count == 1)
      #expect(receiver.received.map { $0.headers["beckon-attempt"] } == ["1", "2", "3", "4"])
      let delivery = try #require(try await webhook.deliveries().first)
      #expect(delivery["state"] == "delivered")
      #expect(delivery["attempts"]?.elements?.map { $0["status"] } == [500, 503, 404, 200])
      #expect(try await webhook.value("failing_since") == nil)
      let metrics = try await app.get("/metrics", as: .none).text
      #expect(metrics.contains("beckon_webhook_attempts_total{outcome=\"retried\"} 3"))
    }
  }

  @Test("The log keeps the first KiB of an answer, and Retry-After is honoured")
  func log() async throws {
    try await TestServer.run { server in
      let receiver = try Receiver { _ in
        Receiver.status(
          503, ["Retry-After": "600"], String(repeating: "é\0", count: 100_000))
      }
      let webhook = try await server.app.webhook(receiver.url, ["signup"])
      _ = try await server.app.signUp("ana")
      try await server.wait()
      try await server.wait(minutes: 9)
      #expect(receiver.ids.count == 1)
      let attempt = try await webhook.deliveries().first?["attempts"]?[0]
      #expect(attempt?["answer"]?.string?.hasPrefix("é é ") == true)
      #expect((1_000...1_030).contains(attempt?["answer"]?.string?.utf8.count ?? 0))
      #expect(attempt?["retry_after"] == 600)
      try await server.wait(minutes: 2)
      let deliveries = try await webhook.deliveries()
      #expect(receiver.ids.count == 2, "\(deliveries)")
    }
  }

  @Test("A redirect is not followed")
  func redirect() async throws {
    try await TestServer.run { server in
      let other = try Receiver()
      let target = other.url
      let receiver = try Receiver { _ in Receiver.status(307, ["Location": target + "/x"]) }
      let webhook = try await server.app.webhook(receiver.url, ["signup"])
      _ = try await server.app.signUp("ana")
      try await server.wait()
      #expect(receiver.ids.count == 1 && other.ids.isEmpty)
      #expect(try await webhook.deliveries().first?["attempts"]?[0]?["status"] == 307)
    }
  }

  @Test("410 disables, and everybody who looks is told")
  func gone() async throws {
    try await TestServer.run { server in
      let (app, receiver) = (server.app, try Receiver.answering([410]))
      let webhook = try await app.webhook(receiver.url, ["signup"])
      _ = try await app.signUp("ana")
      try await server.wait()
      #expect(try await webhook.value("state") == "disabled")
      #expect(try await webhook.value("disabled_reason") == "gone")
      #expect(try await webhook.value("warning") != nil)
      let health = try await app.get("/health", as: .none)
      #expect(health.status == 200)
      #expect(health.list("warnings").first?.string?.contains(webhook.id) == true)
      let metrics = try await app.get("/metrics", as: .none).text
      #expect(metrics.contains("beckon_webhooks_disabled 1"))
      #expect(try await app.post(webhook.path + "/test", [:]).code == "webhook_disabled")
      _ = try await app.signUp("ben")
      try await server.wait(hours: 1)
      #expect(receiver.ids.count == 1)
      _ = try await app.patch(webhook.path, ["state": "active"])
      _ = try await app.signUp("cem")
      try await server.wait()
      #expect(receiver.bodies.map { $0["user_id"] } == ["ana", "cem"])
    }
  }

  @Test("A delivery that nobody takes is given up after three days")
  func givenUp() async throws {
    try await TestServer.run { server in
      let receiver = try Receiver { _ in Receiver.status(500) }
      let webhook = try await server.app.webhook(receiver.url, ["signup"])
      _ = try await server.app.signUp("ana")
      for _ in 1...36 { try await server.wait(hours: 1.75) }
      #expect(try await webhook.deliveries().map { $0["state"] } == ["pending"])
      for _ in 1...8 { try await server.wait(hours: 1.75) }
      #expect(try await webhook.deliveries().map { $0["state"] } == ["failed"])
      // 1 s … 1 h, then every six hours: no storm.
      #expect((12...28).contains(receiver.ids.count))
    }
  }

  @Test("Three days without success disable; what is young waits until it is active again")
  func failing() async throws {
    try await TestServer.run { server in
      let isWell = Locked(false)
      let receiver = try Receiver { _ in Receiver.status(isWell.withLock { $0 } ? 200 : 500) }
      let webhook = try await server.app.webhook(receiver.url, ["signup"])
      _ = try await server.app.signUp("ana")
      for _ in 1...40 {
        try await server.wait(hours: 1.75)
        #expect(try await webhook.value("state") == "active")
      }
      _ = try await server.app.signUp("ben")
      for _ in 1...3 { try await server.wait(hours: 1.75) }
      #expect(try await webhook.value("disabled_reason") == "failing")
      #expect(try await webhook.deliveries().first?["state"] == "pending")
      isWell.withLock { $0 = true }
      _ = try await server.app.patch(webhook.path, ["state": "active"])
      try await server.wait(hours: 7)
      #expect(try await webhook.deliveries().first?["state"] == "delivered")
    }
  }

  @Test("A receiver that never answers holds up nobody else")
  func slow() async throws {
    // The loops go on by themselves; nothing here waits for the slow one.
    try await TestServer.run(runsLoops: true) { server in
      let app = server.app
      let gate = DispatchSemaphore(value: 0)
      let slow = try Receiver { _ in
        gate.wait()
        gate.signal()
        return Receiver.status(200)
      }
      let quick = try Receiver()
      _ = try await app.webhook(slow.url, ["signup"])
      _ = try await app.webhook(quick.url, ["signup"])
      for number in 1...12 { _ = try await app.signUp("person-\(number)") }
      try await eventually { quick.ids.count >= 12 }
      #expect(slow.ids.count <= Limits.webhookInFlight)
      gate.signal()
      try await eventually { slow.ids.count >= 12 }
      #expect(Set(slow.ids).count == 12 && Set(quick.ids).count == 12)
    }
  }

  @Test("A server that dies between sending and noting it sends the same id again, after its lease")
  func crash() async throws {
    try await TestServer.run { server in
      let (app, receiver) = (server.app, try Receiver())
      let webhook = try await app.webhook(receiver.url, ["signup"])
      _ = try await app.patch(webhook.path, ["state": "disabled"])
      _ = try await app.patch(webhook.path, ["state": "active"])
      let id = try #require(WebhookID(webhook.id))
      // Another server claims it and sends it, and is never heard of again.
      let (now, ambient) = (server.ambient.now(), server.ambient)
      let made = try await server.database.write { connection -> ClaimedDelivery? in
        let context = try TestServer.context(connection)
        let scope = Scope(connection: connection, app: context, now: now, ambient: ambient)
        guard let found = try Webhooks(scope).find(id) else { return nil }
        _ = try Webhooks(scope).ping(found)
        return try Deliveries(scope).claim(id, limit: 1).first
      }
      let claimed = try #require(made)
      let client = WebhookClient(allowsPrivateNetworks: true, now: ambient.now)
      let attempt = try await client.send(
        WebhookRequest(claimed, now: now, version: "1.0"))
      #expect(attempt.status == 200)
      try await server.wait(minutes: 0.4)
      #expect(receiver.ids == [claimed.id.text])
      try await server.wait(minutes: 0.2)
      #expect(receiver.ids == [claimed.id.text, claimed.id.text])
      #expect(receiver.received.map { $0.headers["beckon-attempt"] } == ["1", "1"])
      try await server.wait(hours: 1)
      #expect(receiver.ids.count == 2)
    }
  }

  @Test("Two servers on one database send each delivery once")
  func twoServers() async throws {
    try await TestServer.run { server in
      let (app, receiver) = (server.app, try Receiver())
      let webhook = try await app.webhook(receiver.url, ["event:*"])
      let logger = Logger(level: .error, now: server.ambient.now, write: { _ in })
      let senders = (1...2).map { _ in
        WebhookSender(
          database: server.database, directory: AppDirectory(server.database),
          client: WebhookClient(allowsPrivateNetworks: true, now: server.ambient.now),
          metrics: Metrics(counters: Counter.all), ambient: server.ambient, logger: logger,
          version: "1.0")
      }
      let events = (1...300).map { number -> JSON in
        ["id": .string("e\(number)"), "name": "buy", "user_id": "ana"]
      }
      _ = try await app.post("/v1/events", ["events": .array(events)])
      try await eventually {
        await withTaskGroup(of: Void.self) { group in
          for sender in senders {
            group.addTask {
              _ = try? await BackgroundLoop.follow(
                .webhook,
                LoopSurroundings(
                  database: server.database, directory: AppDirectory(server.database),
                  ambient: server.ambient))
              _ = try? await sender.begin()
              _ = await sender.finish()
            }
          }
        }
        return receiver.ids.count >= 300
      }
      try await server.wait()
      #expect(receiver.ids.count == 300 && Set(receiver.ids).count == 300)
      let states = try await webhook.deliveries("&state=pending")
      #expect(states.isEmpty)
    }
  }
}
