import BeckonBasics
import BeckonDatabase
import BeckonModel
import ChildProcess
import Foundation

/// Visitors of a shop over HTTP, at a fixed rate: each looks at a product, which is committed, and
/// is then recommended products. Where the machine has real clicks, visitors click as those did.
enum RecommendationsServed {
  /// How visitors ask.
  struct Way: Sendable {
    /// Visits in a second.
    let visitsPerSecond: Int
    /// Requests of each.
    let requestsPerVisit: Int
    /// Sets up what the server needs besides the clicks.
    var prepare: @Sendable (ShopClicks, Workshop, ServerProcess) throws -> Void = { _, _, _ in }
    /// One visit of somebody to the page of a product: the answer that has the recommendations;
    /// `nil` when it failed.
    let visit: @Sendable (_ visitor: Int, _ product: String, Workshop, LoopConnection) -> String?
  }

  private static let goalMilliseconds90 = 7
  /// With more products than the clicks have, of which nothing is told but that they are viewed.
  private static let million = 1_000_000

  /// A view of our own client's, then `GET /v1/recommendations`.
  private static func native(visitsPerSecond: Int) -> Way {
    Way(visitsPerSecond: visitsPerSecond, requestsPerVisit: 2) {
      visitor, product, workshop, server in
      let event =
        "{\"events\":[{\"id\":\"\(Ambient.system.identifier().uuid)\",\"name\":\"product_viewed\","
        + "\"install_id\":\"v\(visitor)\",\"properties\":{\"product_id\":\"\(product)\"}}]}"
      let key = workshop.secretKey
      guard server.body("POST", "/v1/events", key: key, event) != nil else { return nil }
      return server.body("GET", "/v1/recommendations?install_id=v\(visitor)", key: key)
    }
  }

  static func run(_ scale: Scale) async throws -> JSON {
    guard let clicks = ShopClicks.real() else { return ShopClicks.missing }
    var way = native(visitsPerSecond: 1_000)
    way.prepare = { _ = try $0.tellCatalogue($1, $2) }
    return try await measure(way, clicks, scale)
  }

  static func runMillion(_ scale: Scale) async throws -> JSON {
    guard let clicks = ShopClicks.real() else { return ShopClicks.missing }
    return try await measure(native(visitsPerSecond: 500), clicks.filled(to: million), scale)
  }

  /// Measures a way.
  static func measure(_ way: Way, _ shop: ShopClicks, _ scale: Scale) async throws -> JSON {
    let workshop = try await Workshop { try await shop.store(in: $0, $1) }
    defer { workshop.remove() }
    let server = try workshop.serve(["--rate-limit-address", "1000000000"])
    defer { server.stop() }
    try way.prepare(shop, workshop, server)
    let readSeconds = try await waitUntilRead(server)
    let seconds = scale.isQuick ? scale.seconds : 60
    let loop = OpenLoop(rate: way.visitsPerSecond, seconds: seconds)
    let visits = ShopVisits(of: shop, count: loop.rate * loop.seconds)
    guard visits.count == loop.rate * loop.seconds else {
      throw BenchError("the sessions have \(visits.count) clicks, fewer than visits are due")
    }
    let empty = Locked(0)
    let before = server.process.processorMicroseconds
    let result = await loop.run(port: server.port) { number, connection in
      let look = visits[number]
      guard let answer = way.visit(look.visitor, shop.names[look.product], workshop, connection)
      else { return false }
      // As bytes: on two processors, what the load takes the server has not.
      if strstr(answer, "\"reason\"") == nil && strstr(answer, "\"productId\"") == nil {
        empty.withLock { $0 += 1 }
      }
      return true
    }
    let spent = (server.process.processorMicroseconds ?? 0) - (before ?? 0)
    server.stop()
    let stored = try await workshop.open().read {
      try $0.first("SELECT COUNT(*) FROM shop_actions", []) { $0.integer(0) } ?? 0
    }
    try check(result, empty.withLock { $0 }, Int(stored) - shop.count, loop)
    return [
      "products": .integer(shop.names.count), "clicks": .integer(shop.count),
      "read_seconds": Telling.rounded(readSeconds),
      "requests_per_second": .integer(way.requestsPerVisit * way.visitsPerSecond),
      "p50_milliseconds": Telling.rounded(result.percentile(50)),
      "p90_milliseconds": Telling.rounded(result.percentile(90)),
      "p99_milliseconds": Telling.rounded(result.percentile(99)),
      "goal_p90_milliseconds": .integer(goalMilliseconds90),
      "server_microseconds_per_visit": Telling.rounded(
        spent / Double(way.visitsPerSecond * seconds)),
      "failures": .integer(result.failures), "empty": .integer(empty.withLock { $0 }),
    ]
  }

  /// Every view must be stored, and at least 99 of 100 answers have products.
  private static func check(
    _ result: OpenLoop.Result, _ empty: Int, _ stored: Int, _ loop: OpenLoop
  ) throws {
    let visits = loop.rate * loop.seconds
    guard result.failures == 0, stored == visits else {
      throw BenchError("of \(visits) views \(stored) are stored; \(result.failures) failed")
    }
    guard empty * 100 <= visits else { throw BenchError("\(empty) of \(visits) answers are empty") }
  }

  private static func waitUntilRead(_ server: ServerProcess) async throws -> Double {
    let start = MonotonicClock.nanoseconds()
    for _ in 0..<6_000 {
      let body = LoopConnection(port: server.port)?.body("GET", "/health", key: "")
      if body?.contains("\"warming\":false") == true {
        return Double(MonotonicClock.nanoseconds() - start) / 1e9
      }
      // Sleeps because: the server does not tell when it has read all.
      try await Task.sleep(nanoseconds: 50_000_000)
    }
    throw BenchError("the server did not read its clicks within five minutes")
  }
}
