import BeckonBasics
import BeckonModel
import Testing

@testable import BeckonServer

/// What a search computes, and what the database does meanwhile.
@Suite struct SearchReaderTests {
  @Test("No search is computed while it holds a reader or the writer of the database")
  func outside() async throws {
    let watched = Locked<WatchedSearches?>(nil)
    try await TestServer.run(wrapping: { inner in
      let database = WatchedSearches(inner)
      watched.withLock { $0 = database }
      return database
    }) { server in
      let shop = TestShop(server)
      for number in 0..<20 {
        try await shop.tell("l-\(number)", ["title": .string("Lantern \(number)")])
      }
      try await shop.visit("me", ["l-3"])
      try await server.wait()
      let database = try #require(watched.withLock { $0 })
      let growth = server.growth
      database.searches.withLock { $0 = { growth.searches } }
      let (before, reads) = (growth.searches, database.reads.withLock { $0 })
      for query in ["q=lantern", "q=lanetrn&install_id=me", "q=lantern&facets=true&sort=newest"] {
        #expect(try await !shop.found(query).isEmpty)
      }
      #expect(growth.searches == before + 3 && database.reads.withLock { $0 } > reads)
      #expect(database.held.withLock { $0 } == 0, "searches were computed inside transactions")
    }
  }
}
