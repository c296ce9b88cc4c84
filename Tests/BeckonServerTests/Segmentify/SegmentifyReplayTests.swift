import BeckonBasics
import BeckonDatabase
import BeckonModel
import Foundation
import Testing

/// Real visitors, whose clicks the vendor's client tells: what is shown after each is what the
/// recommender gives that was measured (`beckon evaluate sessions`), to the last place.
@Suite struct SegmentifyReplayTests {
  /// `BECKON_TEST_ALL` is for the nights: then all sessions are replayed.
  private static let isNight = ProcessInfo.processInfo.environment["BECKON_TEST_ALL"] != nil

  private static let widget: JSON = [
    "code": "fcs_next", "name": "Next", "page": ["kind": "home"], "item_count": 20,
    "methods": [["method": "for_you"]],
  ]

  /// Tells of all products, since clients are shown none that the catalogue has not.
  private static func tell(_ products: Set<String>, _ app: TestApp) async throws {
    let all = products.sorted()
    for first in stride(from: 0, to: all.count, by: 500) {
      let told = all[first..<min(first + 500, all.count)].map { id -> JSON in
        ["product": .string(id), "in_stock": true]
      }
      let answer = try await app.post("/v1/products", ["products": .array(told)])
      #expect(answer.status == 200, "\(answer.text)")
    }
  }

  private static func numbered(_ server: TestServer) async throws -> [String] {
    try await server.database.read { connection in
      try connection.rows("SELECT product FROM product_numbers ORDER BY number", []) { $0.text(0) }
    }
  }

  /// A click, then the page on which the widget stands.
  private static func click(_ shop: SegmentifyShop, _ product: String) async throws -> [String] {
    let answer = try await shop.send([
      shop.event("PRODUCT_VIEW", ["productId": .string(product), "noUpdate": true]),
      shop.event("PAGE_VIEW", ["category": "Home Page"]),
    ])
    #expect(answer.string("statusCode") == "SUCCESS", "\(answer.text)")
    let lists = answer.list("responses").last?.elements ?? []
    let shown = lists.first?["params"]?["recommendedProducts"]?.members ?? []
    return shown.flatMap { $0.value.elements ?? [] }.compactMap { $0["productId"]?.string }
  }

  @Test(
    "After each click the list is that of the measured recommender, with learning and without",
    .enabled(if: RealSessions.areThere, "the data is not beside the repository"),
    arguments: [false, true])
  func replay(learns: Bool) async throws {
    try await TestServer.run { server in
      let end = server.clock.withLock { $0 }.adding(milliseconds: -Span.hourMilliseconds)
      let train = try RealSessions.latest(Self.isNight ? .max : 500, of: "train", until: end)
      let test = try RealSessions.latest(Self.isNight ? .max : 15, of: "test", until: end)
      #expect(try await server.app.post("/v1/widgets", Self.widget).status == 201)
      try await TestShop(server).visit(train)
      try await Self.tell(Set((train + test).flatMap { $0.map(\.product) }), server.app)
      try await server.wait()
      var reference = ReplayTests.Reference()
      // Products that nobody has looked at yet have numbers already, by which equal ones stand.
      for product in try await Self.numbered(server) { reference.number(product) }
      for session in train { reference.learn(session) }
      for (place, session) in test.enumerated() {
        var shop = SegmentifyShop(server.app)
        (shop.visitor, shop.session) = ("\(place + 1)", "\(place + 1)")
        var seen: [(product: String, at: Instant)] = []
        for click in session {
          let now = server.clock.withLock { clock in
            clock = clock.adding(milliseconds: 100)
            return clock
          }
          seen.append((product: click.product, at: now))
          let list = try await Self.click(shop, click.product)
          #expect(list == reference.next(after: seen.map(\.product)), "\(seen)")
        }
        guard learns else { continue }
        reference.learn(seen)
        try await server.wait()
      }
    }
  }
}
