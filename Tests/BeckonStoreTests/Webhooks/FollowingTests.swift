import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

/// From facts to deliveries, on both databases, with several servers at it. What is repeated until
/// it succeeds ends with the time limit.
@Suite(.timeLimit(.minutes(5))) struct FollowingTests {
  private static let now = Instant(milliseconds: 1_790_000_000_000)

  private static func ambient() -> Ambient {
    Ambient(now: { now }, random: { UInt64.random(in: .min ... .max) })
  }

  /// An app with a webhook that wants all events, and the databases of several servers.
  private static func run(
    _ driver: DatabaseDriver, servers: Int = 1,
    _ body: ([any Database], AppContext, WebhookID) async throws -> Void
  ) async throws {
    let directory = try TemporaryDirectory()
    let databases = try (0..<servers).map { _ in try driver.open(directory) }
    let ambient = ambient()
    let webhook: WebhookID = ambient.id()
    let app = try await databases[0].write { connection -> AppContext? in
      _ = try Migrator.migrate(connection, migrations: Migration.all, now: now)
      _ = try Accounts(connection).createApp(name: "Shop", ambient: ambient)
      guard let context = try Accounts.context(of: 1, connection) else { return nil }
      let scope = Scope(connection: connection, app: context, now: now, ambient: ambient)
      _ = try Webhooks(scope).insert(
        Webhook(
          id: webhook, app: 1, url: "https://hooks.shop.example", facts: [.everyEvent],
          form: "native", secret: "a secret of a test", createdAt: now))
      return try Accounts.context(of: 1, connection)
    }
    try await body(databases, try #require(app), webhook)
    for database in databases { await database.close() }
  }

  private static func track(_ name: String, _ app: AppContext, _ database: any Database)
    async throws
  {
    let event = Event(id: name, name: "buy", subject: .userID("ana"), at: nil)
    let batch = EventBatch([event], for: app, trust: .server, sentAt: nil, received: now)
    try await database.write { connection in
      var intake = EventIntake(
        Scope(connection: connection, app: app, now: now, ambient: ambient()), batch)
      _ = try intake.store()
    }
  }

  private static func fanOut(
    _ webhook: WebhookID, _ app: AppContext, _ database: any Database
  ) async throws -> Int {
    try await database.write { connection in
      let scope = Scope(connection: connection, app: app, now: now, ambient: ambient())
      let keys = try Followers(connection).waiting(.webhook, at: now)
      #expect(keys.allSatisfy { $0.id == webhook.identifier })
      return try keys.reduce(0) { try $0 + Following(.webhook, $1, scope).run() }
    }
  }

  /// The same until there are so many deliveries. On PostgreSQL a transaction that is still open
  /// keeps a row from being settled for a while.
  private static func fanOut(
    _ webhook: WebhookID, _ app: AppContext, _ database: any Database, upTo count: Int64
  ) async throws {
    let sql: StaticString = "SELECT COUNT(*) FROM webhook_deliveries WHERE topic = 'event:buy'"
    while try await number(sql, database) < count {
      _ = try await fanOut(webhook, app, database)
      try Task.checkCancellation()
    }
  }

  private static func number(_ sql: StaticString, _ database: any Database) async throws -> Int64 {
    try await database.read { try $0.first(sql, []) { $0.integer(0) } ?? 0 }
  }

  @Test(
    "While facts come in, several readers miss none and double none",
    arguments: DatabaseDriver.all)
  func concurrent(_ driver: DatabaseDriver) async throws {
    try await Self.run(driver, servers: 3) { databases, app, webhook in
      let isWriting = Locked(true)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for database in databases {
          group.addTask {
            while isWriting.withLock({ $0 }) {
              _ = try? await Self.fanOut(webhook, app, database)
            }
          }
        }
        group.addTask {
          defer { isWriting.withLock { $0 = false } }
          let stored = await DatabaseTests.answered(0..<300) { number in
            // On a slow machine the file may be taken for longer than a write waits: as a client
            // does, it comes again.
            while (try? await Self.track("e\(number)", app, databases[number % 3])) == nil {
              try Task.checkCancellation()
            }
          }
          #expect(stored.count == 300)
        }
        try await group.waitForAll()
      }
      try await Self.fanOut(webhook, app, databases[0], upTo: 300)
      _ = try await Self.fanOut(webhook, app, databases[1])
      let count = try await Self.number("SELECT COUNT(*) FROM webhook_deliveries", databases[0])
      #expect(count == 300)
      // Nobody else follows here.
      _ = try await databases[0].write {
        try $0.run("DELETE FROM followers WHERE name <> 'webhook'")
      }
      _ = try await databases[0].write { try FeedPurge($0, now: Self.now).run(1) }
      #expect(try await Self.number("SELECT COUNT(*) FROM feed", databases[0]) == 1)
    }
  }

  @Test("Each delivery is claimed by one of several servers", arguments: DatabaseDriver.all)
  func claims(_ driver: DatabaseDriver) async throws {
    try await Self.run(driver, servers: 3) { databases, app, webhook in
      for number in 0..<60 { try await Self.track("e\(number)", app, databases[0]) }
      try await Self.fanOut(webhook, app, databases[0], upTo: 60)
      let claimed = Locked<[DeliveryID]>([])
      _ = await DatabaseTests.answered(0..<90) { number in
        let deliveries = try await databases[number % 3].write { connection in
          try Deliveries(
            Scope(connection: connection, app: app, now: Self.now, ambient: Self.ambient())
          ).claim(webhook, limit: 2)
        }
        claimed.withLock { $0 += deliveries.map(\.id) }
      }
      let ids = claimed.withLock { $0 }
      #expect(ids.count == 60 && Set(ids).count == 60)
    }
  }

  @Test(
    "A late answer of a server whose lease had ended counts no more", arguments: DatabaseDriver.all)
  func lease(_ driver: DatabaseDriver) async throws {
    try await Self.run(driver) { databases, app, webhook in
      let database = databases[0]
      try await Self.track("e", app, database)
      try await Self.fanOut(webhook, app, database, upTo: 1)
      func deliveries<Value: Sendable>(
        after milliseconds: Int64, _ body: @escaping @Sendable (Deliveries) throws -> Value
      ) async throws -> Value {
        try await database.write { connection in
          try body(
            Deliveries(
              Scope(
                connection: connection, app: app,
                now: Self.now.adding(milliseconds: milliseconds), ambient: Self.ambient())))
        }
      }
      let lease = Deliveries.leaseMilliseconds
      let first = try #require(
        try await deliveries(after: 0) { try $0.claim(webhook, limit: 1) }.first)
      #expect(try await deliveries(after: lease - 1) { try $0.claim(webhook, limit: 1).isEmpty })
      let second = try #require(
        try await deliveries(after: lease) { try $0.claim(webhook, limit: 1) }.first)
      #expect(first.id == second.id && first.body == second.body)
      let failed = DeliveryAttempt(at: Self.now, milliseconds: 1, status: 500)
      let done = DeliveryAttempt(at: Self.now, milliseconds: 1, status: 200)
      #expect(try await deliveries(after: lease) { try $0.record(failed, of: first) == nil })
      let verdict = try await deliveries(after: lease) { try $0.record(done, of: second) }
      #expect(verdict?.delivery == .delivered)
      #expect(try await deliveries(after: lease) { try $0.backlog(of: webhook) } == 0)
    }
  }

  @Test(
    "A webhook that is too far behind stops, loses nothing, and goes on",
    arguments: DatabaseDriver.all)
  func backlog(_ driver: DatabaseDriver) async throws {
    try await Self.run(driver) { databases, app, webhook in
      let database = databases[0]
      try await Self.fill(database, webhook, count: Limits.webhookBacklog)
      for number in 0..<3 { try await Self.track("e\(number)", app, database) }
      #expect(try await Self.fanOut(webhook, app, database) == 0)
      try await database.write { connection in
        _ = try connection.run("DELETE FROM webhook_deliveries WHERE created_at = 0")
      }
      try await Self.fanOut(webhook, app, database, upTo: 3)
    }
  }

  @Test("What the API asks for, on both databases", arguments: DatabaseDriver.all)
  func requests(_ driver: DatabaseDriver) async throws {
    try await Self.run(driver) { databases, app, webhook in
      let failed = DeliveryAttempt(at: Self.now, milliseconds: 1, status: 410, answer: "no")
      let told = try await databases[0].write { connection -> [String] in
        let scope = Scope(
          connection: connection, app: app, now: Self.now, ambient: Self.ambient())
        let (webhooks, deliveries) = (Webhooks(scope), Deliveries(scope))
        guard var found = try webhooks.find(webhook), let ping = try webhooks.ping(found),
          let claimed = try deliveries.claim(webhook, limit: 5).first
        else { return [] }
        let due = try Deliveries.due(at: Self.now, connection).count
        try deliveries.release(claimed)
        let dueAgain = try Deliveries.due(at: Self.now, connection).count
        guard let again = try deliveries.claim(webhook, limit: 5).first else { return [] }
        _ = try deliveries.record(failed, of: again)
        let disabled = try Webhooks.disabledByServer(connection)
        let replayed = try webhooks.replay(ping.id, of: webhook)?.state.rawValue ?? ""
        found = try webhooks.find(webhook) ?? found
        let reason = found.disabledReason?.rawValue ?? ""
        (found.state, found.disabledReason, found.failingSince) = (.active, nil, nil)
        try webhooks.update(found, isRevived: true)
        let state = try webhooks.page(before: nil, limit: 9).map(\.state.rawValue).joined()
        let pending = try deliveries.page(of: webhook, state: .pending, before: nil, limit: 9)
        return [
          "\(due) \(dueAgain)", reason, "\(disabled.count)", replayed, state,
          "\(pending.count) \(pending.first?.log.elements?.count ?? 0)",
          "\(try webhooks.delete(webhook)) \(try webhooks.delete(webhook))",
          "\(try deliveries.backlog(of: webhook))",
        ]
      }
      #expect(told == ["0 1", "gone", "1", "pending", "active", "1 1", "true false", "0"])
    }
  }

  private static let rows = Insertion(
    "webhook_deliveries",
    [
      .integer("app"), .identifier("webhook"), .identifier("id"), .text("topic"),
      .identifier("subject"), .text("body"), .text("state"), .integer("attempts"),
      .integer("begun_at"), .integer("due_at"), .text("log"), .integer("created_at"),
    ])

  private static func fill(
    _ database: any Database, _ webhook: WebhookID, count: Int
  ) async throws {
    try await database.write { connection in
      let ambient = ambient()
      try connection.insert(
        (0..<count).map { _ in
          [
            .integer(1), .id(webhook), .identifier(ambient.identifier()), .text("ping"),
            .id(webhook), .text("{}"), .text("pending"), .integer(0), .integer(0), .integer(0),
            .text("[]"), .integer(0),
          ]
        }, by: rows)
    }
  }
}
