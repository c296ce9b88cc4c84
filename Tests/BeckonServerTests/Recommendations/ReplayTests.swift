import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonTesting
import Testing

@testable import BeckonServer

/// What is recommended over sockets is what the recommender that was measured gives
/// (`beckon evaluate sessions`), to the last place of each list.
@Suite struct ReplayTests {
  /// What the measured recommender would be told: items are numbered as they first appear.
  struct Reference {
    var index = SessionIndex()
    var search = NeighbourSearch()
    private var names: [String] = []
    private var places: [TextKey: UInt32] = [:]
    private var sessions: Int64 = 0

    @discardableResult
    mutating func number(_ name: String) -> UInt32 {
      if let place = places[TextKey(name)] { return place }
      names.append(name)
      places[TextKey(name)] = UInt32(names.count - 1)
      return UInt32(names.count - 1)
    }

    mutating func learn(_ products: [String], from start: Instant) {
      learn(
        products.enumerated().map { place, product in
          (product, start.adding(milliseconds: Int64(place + 1) * 100))
        })
    }

    mutating func learn(_ clicks: [(product: String, at: Instant)]) {
      sessions += 1
      for (product, at) in clicks {
        index.add(
          SessionClick(session: sessions, visitor: sessions, item: number(product), at: at))
      }
    }

    /// What comes next alone, without what most see.
    mutating func next(after seen: [String]) -> [String] {
      let items = seen.map { number($0) }
      return search.next(after: items, limit: 20, in: index).map { names[Int($0.item)] }
    }

    mutating func list(after seen: [String]) -> [String] {
      let popular = ShopLists.most(
        since: Instant(milliseconds: 0), limit: 40, in: index, reason: .popular)
      let items = seen.map { number($0) }
      return search.next(after: items, limit: 20, in: index, fallback: popular)
        .map { names[Int($0.item)] }
    }
  }

  private static func sessions(_ count: Int, _ generator: inout SeededGenerator) -> [[String]] {
    (0..<count).map { _ in
      let start = Int.random(in: 0..<30, using: &generator)
      return (0..<Int.random(in: 2...6, using: &generator)).map { _ in
        "p\(start + Int.random(in: 0..<5, using: &generator))"
      }
    }
  }

  @Test("Lists are those of the measured recommender, without learning and with it")
  func replay() async throws {
    try await TestServer.run { server in
      let shop = TestShop(server)
      var generator = SeededGenerator(seed: 11)
      var reference = Reference()
      func learn(_ visitor: String, _ session: [String]) async throws {
        reference.learn(session, from: server.clock.withLock { $0 })
        try await shop.visit(visitor, session)
      }
      for (place, session) in Self.sessions(80, &generator).enumerated() {
        try await learn("train-\(place)", session)
      }
      try await server.wait()
      // Nothing is read meanwhile, so nothing is learned.
      for (place, session) in Self.sessions(15, &generator).enumerated() {
        try await shop.visit("still-\(place)", session)
        let list = try await shop.products("install_id=still-\(place)")
        #expect(list == reference.list(after: session), "\(session)")
      }
    }
  }

  @Test("With learning, each list has the sessions before it and not the visitor's own")
  func learning() async throws {
    try await TestServer.run { server in
      let shop = TestShop(server)
      var generator = SeededGenerator(seed: 12)
      var reference = Reference()
      for (place, session) in Self.sessions(40, &generator).enumerated() {
        let start = server.clock.withLock { $0 }
        try await shop.visit("v\(place)", session)
        try await server.wait()
        if place >= 30 {
          let list = try await shop.products("install_id=v\(place)")
          #expect(list == reference.list(after: session), "\(session)")
        }
        reference.learn(session, from: start)
      }
    }
  }

  @Test(
    "Lists after each real click are those of the measured recommender",
    .enabled(if: RealSessions.areThere, "the data is not beside the repository"))
  func real() async throws {
    try await TestServer.run { server in
      let shop = TestShop(server)
      var reference = Reference()
      let end = server.clock.withLock { $0 }.adding(milliseconds: -Span.hourMilliseconds)
      let train = try RealSessions.latest(1_000, of: "train", until: end)
      for session in train { reference.learn(session) }
      try await shop.visit(train)
      try await server.wait()
      for (place, session) in try RealSessions.latest(25, of: "test", until: end).enumerated() {
        var seen: [String] = []
        for click in session {
          seen.append(click.product)
          try await shop.visit("test-\(place)", [click.product])
          let list = try await shop.products("install_id=test-\(place)")
          #expect(list == reference.list(after: seen), "\(seen)")
        }
      }
    }
  }
}
