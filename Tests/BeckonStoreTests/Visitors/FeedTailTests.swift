import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonTesting
import Testing

@testable import BeckonStore

/// What whoever keeps actions in memory is told, on each server.
@Suite struct FeedTailTests {
  @Test(
    "Another server is told what was done, moved and forgotten, in its order",
    arguments: DatabaseDriver.all)
  func follow(_ driver: DatabaseDriver) async throws {
    try await Shop.run(driver, servers: 2) { shop in
      try await shop.tell(Shop.view("before"), of: "old")
      var start: Int64 = 0
      // On PostgreSQL a row waits for transactions of other tests that began before it.
      try await eventually {
        start = try await shop.databases[1].read { try FeedTail.newest($0) }
        return start > 0
      }
      let behind = start
      @Sendable func kinds() async throws -> [String] {
        try await shop.databases[1].read { connection in
          try FeedTail.rows(behind: behind, limit: 100, connection).compactMap {
            FollowedAction($0.row).map(Self.kind)
          }
        }
      }
      try await shop.tell(Shop.view("a"), of: "old")
      try await shop.tell(.visitorChanged(from: "old"), of: "new")
      try await eventually { try await kinds() == ["added", "moved"] }
      let isErased = try await shop.databases[0].write { connection in
        try ShopVisitors(shop.scope(connection)).erase(.vendorID("new"))
      }
      #expect(isErased)
      // What was done is said to nobody any more, whoever did it first.
      try await eventually { try await kinds() == ["moved", "forgotten"] }
    }
  }

  private static func kind(_ action: FollowedAction) -> String {
    switch action {
    case .added: "added"
    case .moved: "moved"
    case .forgotten: "forgotten"
    }
  }

  @Test(
    "All actions are read in parts, each once, in their order", arguments: DatabaseDriver.all)
  func chunks(_ driver: DatabaseDriver) async throws {
    try await Shop.run(driver) { shop in
      for product in ["a", "b", "c", "d", "e"] { try await shop.tell(Shop.view(product)) }
      var (products, seq): ([Int64], Int64) = ([], 0)
      // On PostgreSQL a row waits for transactions of other tests that began before it.
      try await eventually {
        let behind = seq
        let chunk = try await shop.databases[0].read {
          try ShopActions.chunk(behind: behind, limit: 2, $0)
        }
        products += chunk.map(\.product)
        seq = chunk.last?.seq ?? seq
        return products.count >= 5
      }
      #expect(products == Array(products.sorted()) && products.count == 5)
    }
  }

  @Test("Rows that servers read so stay for ten minutes after all others have passed them")
  func purge() async throws {
    try await Shop.run(.sqlite) { shop in
      try await shop.tell(Shop.view("a"))
      try await shop.tell(Shop.view("b"), minute: 9)
      try await shop.databases[0].write { connection in
        let key = FollowerKey(app: 1, name: "test", id: Identifier(high: 0, low: 0))
        try Followers(connection).store(
          key, FeedPosition(trusted: 100, client: 100), at: Shop.start)
        func left(minute: Int64) throws -> Int64 {
          let now = Shop.start.adding(milliseconds: minute * Span.minuteMilliseconds)
          _ = try FeedPurge(connection, now: now).run(1)
          return try connection.first("SELECT COUNT(*) FROM feed", []) { $0.integer(0) } ?? 0
        }
        #expect(try left(minute: 10) == 2)
        #expect(try left(minute: 11) == 1)
      }
    }
  }
}
