import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonStore

/// Each click counts once, whether its own transaction counts it or the loop.
@Suite struct ClickRollUpTests {
  @Test("Clicks that come behind some that wait are left to the loop; later ones count at once")
  func order() async throws {
    try await ClickedLinks.with(.sqlite, networks: 3) { story in
      try await Self.store(story, visitor: 1)
      try await #expect(Self.state(story) == State(clicks: 0, uniques: 0, waiting: 4))
      let counted = try await story.databases[0].write { connection in
        try Self.rollUp(story, connection).run()
      }
      #expect(counted == 4)
      try await #expect(Self.state(story) == State(clicks: 4, uniques: 1, waiting: 0))
      try await Self.store(story, visitor: 2)
      try await Self.store(story, visitor: 2)
      try await #expect(Self.state(story) == State(clicks: 6, uniques: 2, waiting: 0))
    }
  }

  @Test("Retention that deletes the newest clicks does not make later ones wait")
  func deleted() async throws {
    try await ClickedLinks.with(.sqlite, networks: 3) { story in
      try await story.databases[0].write { connection in
        _ = try Self.rollUp(story, connection).run()
        try connection.run("DELETE FROM clicks", [])
      }
      try await Self.store(story, visitor: 2)
      try await #expect(Self.state(story) == State(clicks: 4, uniques: 2, waiting: 0))
    }
  }

  @Test("A click that is not stored is not counted either")
  func failed() async throws {
    try await ClickedLinks.with(.sqlite, networks: 0) { story in
      let batch = Self.batch(story, visitor: 1)
      await #expect(throws: DatabaseError.self) {
        try await story.databases[0].write { connection in
          try Self.rollUp(story, connection).store(batch)
          throw DatabaseError.full
        }
      }
      try await #expect(Self.state(story) == State(clicks: 0, uniques: 0, waiting: 0))
    }
  }

  private struct State: Equatable {
    let clicks: Int64
    let uniques: Int64
    let waiting: Int64
  }

  private static func state(_ story: ClickedLinks) async throws -> State {
    try await story.databases[0].read { connection in
      let statistics = LinkStatistics(ClickedLinks.scope(story.app, connection))
      let counts = try statistics.counts(of: story.links[0].id)
      func sum(_ kind: String) -> Int64 {
        counts.filter { $0.kind == kind }.reduce(0) { $0 + $1.count }
      }
      return State(
        clicks: sum("click"), uniques: sum("unique"), waiting: try ClickRollUp.lag(connection))
    }
  }

  /// The clicks of the story are all of visitor 1.
  private static func batch(_ story: ClickedLinks, visitor: UInt64) -> ClickBatch {
    let id = ClickID(Identifier(at: ClickedLinks.now, random: (visitor, .random(in: 0 ... .max))))
    let click = Click(
      id: id, link: story.links[0].id, at: ClickedLinks.now, kind: .click,
      network: Identifier(high: 7, low: visitor), visitor: Identifier(high: 1, low: visitor),
      signals: Signals(network: nil, networkClass: .ordinary, platform: .ios))
    return ClickBatch([(story.app.number, click)])
  }

  private static func store(_ story: ClickedLinks, visitor: UInt64) async throws {
    let batch = batch(story, visitor: visitor)
    try await story.databases[0].write { try rollUp(story, $0).store(batch) }
  }

  private static func rollUp(_ story: ClickedLinks, _ connection: any Connection) -> ClickRollUp {
    ClickRollUp(connection) { $0 == story.app.number ? story.app : nil }
  }
}
