import BeckonDatabase
import BeckonModel
import BeckonStore
import BeckonTesting
import TestDatabases
import Testing

@testable import BeckonServer

/// What is kept in memory of visits and links has a bound, however much strangers send.
@Suite struct CacheTests {
  @Test("Agents that strangers make up do not fill the memory")
  func agents() {
    let cache = AgentCache()
    // As long as what is kept of each.
    let tail = String(repeating: "x", count: 1_024)
    for number in 0..<3_000 {
      _ = cache.visitor(agent: "Mozilla/5.0 (\(number)) \(tail)", language: "x\(number)" + tail)
    }
    #expect(cache.bytes <= 4 << 20)
  }

  @Test("An agent is cut before it is kept: what stands behind what is read says nothing")
  func cutAgents() {
    let cache = AgentCache()
    let safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1 "
    let start = safari + String(repeating: "x", count: 1_024 - safari.utf8.count)
    let first = cache.visitor(agent: start, language: "tr")
    let bytes = cache.bytes
    #expect(bytes < 8_192)
    for number in 0..<100 {
      let visitor = cache.visitor(agent: start + "\(number)\(CostlyText.long)", language: "tr")
      #expect(visitor.agent == first.agent && visitor.signals == first.signals)
    }
    #expect(cache.bytes == bytes)
  }

  @Test("Links that are followed take up no more than they may")
  func links() async throws {
    try await TestServer.run { server in
      let page = "https://shop.example/" + String(repeating: "a", count: 1_900)
      let paths = try await (0..<20).asyncMap { number in
        try await server.app.link(["url": .string(page + "\(number)")]).path
      }
      let directory = AppDirectory(server.database)
      for path in paths {
        let code = String(path.dropFirst())
        #expect(try await directory.link(host: "go.example.com", code: code) != nil)
      }
      #expect(directory.linkBytes > 20 * 1_900)
      #expect(directory.linkBytes < 20 * 16_384)
    }
  }

  @Test("Names of callers take up no memory by their length")
  func callers() {
    let limiter = RateLimiter()
    let long = String(repeating: "x", count: 100_000)
    for number in 0..<1_000 {
      #expect(limiter.take(long + "\(number)", perMinute: 1, at: 1).isAllowed)
      #expect(!limiter.take(long + "\(number)", perMinute: 1, at: 1).isAllowed)
    }
  }

  @Test("A change of one app leaves all others in memory")
  func oneApp() async throws {
    try await TestServer.run { server in
      let other = try await server.otherApp()
      let numbers = try await server.database.read { connection in
        try [server.app, other].map { try Accounts(connection).number(of: $0.id) ?? 0 }
      }
      let directory = AppDirectory(server.database)
      let link = try await other.link(["url": "https://shop.example/"])
      let code = String(link.path.dropFirst())
      // Kept, so that no later one stands where it stood in memory.
      func known() async throws -> [AppContext?] {
        try await numbers.asyncMap { try await directory.app($0) }
      }
      let before = try await known()
      _ = try await directory.link(host: "go.example.com", code: code)
      directory.forget(Announcement(app: numbers[0], .configuration))
      let after = try await known()
      #expect(after[0] !== before[0] && after[1] === before[1])
      #expect(directory.linkBytes > 0)
      directory.forget(Announcement(app: numbers[1], .configuration))
      #expect(directory.linkBytes == 0)
      directory.forget(Announcement(app: numbers[0], .keys))
      #expect(try await known()[0] === after[0])
    }
  }

  @Test("Another server's change of one app is taken up, and where it is told of no other")
  func announced() async throws {
    try await TestServer.run { server in
      let other = try await server.otherApp()
      let directory = AppDirectory(server.database)
      try await directory.watch()
      func name(_ app: TestApp) async throws -> String {
        let number = try await server.database.read { try Accounts($0).number(of: app.id) ?? 0 }
        return try await directory.app(number)?.name ?? ""
      }
      _ = (try await name(server.app), try await name(other))
      let elsewhere = try server.anotherDatabase()
      try await elsewhere.write { connection in
        let number = try Accounts(connection).number(of: server.app.id) ?? 0
        try connection.run("UPDATE apps SET name = 'new'")
        try connection.announce(Announcement(app: number, .configuration))
      }
      try await eventually {
        try await directory.watch()
        return try await name(server.app) == "new"
      }
      // On SQLite nobody says what has changed, so all is read again.
      #expect(try await name(other) == (TestDatabase.isPostgres ? "other" : "new"))
      // What may not have been heard is everything.
      try await elsewhere.write { try $0.announce() }
      try await eventually {
        try await directory.watch()
        return try await name(other) == "new"
      }
      await elsewhere.close()
    }
  }
}

extension Sequence {
  fileprivate func asyncMap<Value>(
    _ transform: (Element) async throws -> Value
  ) async throws -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await transform(element)) }
    return values
  }
}

private enum CostlyText {
  static let long = String(repeating: "longer than any ", count: 1_900)
}
