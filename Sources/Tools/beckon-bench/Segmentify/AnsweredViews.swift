import BeckonModel
import ChildProcess

extension Program.Benchmark {
  /// What is measured of this vendor's protocol.
  static let segmentify = [
    Program.Benchmark("recommendations-answered") {
      try await AnsweredViews.run(perSecond: 2_000, $0)
    },
    Program.Benchmark("recommendations-answered-1000") {
      try await AnsweredViews.run(perSecond: 1_000, $0)
    },
  ]
}

/// The vendor's clients look at products, and the answer to each view has what a widget shows: one
/// request, which is committed before it is answered.
enum AnsweredViews {
  /// Measures so many views in a second.
  static func run(perSecond: Int, _ scale: Scale) async throws -> JSON {
    guard let clicks = ShopClicks.real() else { return ShopClicks.missing }
    let way = RecommendationsServed.Way(
      visitsPerSecond: perSecond, requestsPerVisit: 1, prepare: prepare
    ) { visitor, product, workshop, server in
      let event =
        "{\"name\":\"PRODUCT_VIEW\",\"userId\":\"\(visitor)\",\"sessionId\":\"\(visitor)\","
        + "\"lang\":\"EN\",\"productId\":\"\(product)\"}"
      let path = "/add/events/v1.json?apiKey=" + workshop.publishableKey
      return server.body("POST", path, key: "", event)
    }
    return try await RecommendationsServed.measure(way, clicks, scale)
  }

  /// Clients are shown only what the catalogue has.
  private static func prepare(
    _ shop: ShopClicks, _ workshop: Workshop, _ server: ServerProcess
  ) throws {
    let connection = try shop.tellCatalogue(workshop, server)
    let key = workshop.secretKey
    let widget =
      "{\"code\":\"next\",\"name\":\"Next\",\"page\":{\"kind\":\"product\"},\"item_count\":20,"
      + "\"methods\":[{\"method\":\"recommended\"}]}"
    // It answers 201, which is no 200.
    _ = connection.body("POST", "/v1/widgets", key: key, widget)
    guard connection.body("GET", "/v1/widgets/next", key: key) != nil else {
      throw BenchError("the server did not take the widget")
    }
  }
}
