import BeckonModel
import Testing

/// What is kept only so long.
@Suite struct RetentionTests {
  @Test("Clicks go when they are older than the app keeps them")
  func clicks() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(["retention_days": ["clicks": 3]])
      let link = try await app.link(["url": "https://shop.example/"])
      #expect(try await app.get(link.path, as: .none).status == 302)
      try await server.wait(days: 2)
      #expect(try await app.get(link.path, as: .none).status == 302)
      #expect(try await server.number("SELECT COUNT(*) FROM clicks") == 2)
      try await server.wait(days: 1.5)
      #expect(try await server.number("SELECT COUNT(*) FROM clicks") == 1)
      // The counts stay.
      #expect(try await server.number("SELECT CAST(SUM(count) AS BIGINT) FROM link_days") == 2)
    }
  }
}
