import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// How installs were matched: real reasons stand among them, whoever makes some up.
@Suite struct MatchSampleTests {
  private static func sample(
    _ server: TestServer, on platform: Platform? = nil
  ) async throws -> (rows: [MatchSample.Row], isAll: Bool) {
    let now = server.clock.withLock { $0 }
    return try await server.database.read { connection in
      let scope = Scope(
        connection: connection, app: try TestServer.context(connection), now: now,
        ambient: server.ambient)
      let start = now.adding(milliseconds: -30 * 86_400_000)
      return try MatchSample(scope).rows(
        in: ReportPeriod(start: start, end: now.adding(milliseconds: 1)), on: platform)
    }
  }

  @Test("Installs that are made up in one hour push out none of another")
  func madeUp() async throws {
    try await TestServer.run { server in
      let app = server.app
      let link = try await app.link(["url": "https://shop.example"])
      _ = try await app.phone(at: "203.0.113.5").open(link.path).install()
      try await server.wait(days: 2)
      let all = try await Self.sample(server)
      #expect(all.isAll && all.rows.map(\.installs) == [1])
      for number in 0..<(MatchSample.installsOfPart + 5) {
        _ = try await app.phone(at: "198.51.100.\(number)").install()
      }
      let (rows, isAll) = try await Self.sample(server)
      #expect(rows.map(\.reason) == ["no_candidates", "network_and_device"])
      #expect(rows.map(\.installs) == [Int64(MatchSample.installsOfPart), 1])
      #expect(!isAll)
      #expect(try await Self.sample(server, on: .android).rows == [])
    }
  }
}
