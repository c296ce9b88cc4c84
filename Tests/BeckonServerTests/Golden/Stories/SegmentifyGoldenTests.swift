import BeckonContract
import BeckonContractSegmentify
import BeckonModel
import Testing

/// What Segmentify's clients are answered (docs/PROTOCOLS/segmentify.md).
@Suite struct SegmentifyGoldenTests {
  @Test func answers() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      for call in SegmentifyKeyRoute.allCases {
        let path = call.route.path
        try await golden.ask(call, "one", at: path, .init(key: .none))
        try await golden.ask(
          call, "a visitor and a session", at: path + "?count=2", .init(key: .none))
        try await golden.ask(call, "too many", at: path + "?count=101", .init(key: .none))
      }
      try await Self.events(golden)
      try await Self.refusals(golden)
      try await Self.notifications(golden)
    }
    try book.expect(SegmentifyKeyRoute.routes + SegmentifyRoute.routes)
  }

  private static func events(_ golden: GoldenServer) async throws {
    let shop = SegmentifyShop(golden.app)
    let call = SegmentifyRoute.events
    let path = call.route.path + "?apiKey=" + golden.app.publishable
    let catalogue = TestShop(golden.server, golden.app)
    try await catalogue.tell(
      "dress-1",
      [
        "title": "Dress", "brand": "Acme", "categories": ["Women"], "price": "19.90",
        "currency": "EUR", "params": ["season": "summer"],
      ])
    try await golden.server.wait()
    let told: [(String, JSON)] = [
      ("a page", shop.event("PAGE_VIEW", ["category": "Home Page"])),
      ("a product", shop.productView),
      ("a page without a category", shop.event("PAGE_VIEW")),
      ("a search", shop.event("SEARCH", ["query": "Dress"])),
      ("before a search", shop.event("SEARCH", ["query": ""])),
      ("a page of results", shop.event("SEARCH", ["query": "Dress", "type": "faceted"])),
      (
        "three, one of which cannot be read",
        [
          shop.productView, shop.event("PRODUCT_VIEW", ["productId": "p", "price": -1]),
          shop.event("PAGE_VIEW", ["sessionId": .null]),
        ]
      ),
      ("an unknown event", shop.event("PAGE_LEFT")),
      ("without a visitor", shop.event("PAGE_VIEW", ["userId": .null])),
      ("without a session", shop.event("PAGE_VIEW", ["sessionId": .null])),
      ("no event", []),
    ]
    for (title, body) in told {
      try await golden.ask(call, title, at: path, .init(body: body, key: .none))
    }
    try await golden.ask(call, "not JSON", at: path, .init(text: "{\"name\":", key: .none))
  }

  private static func refusals(_ golden: GoldenServer) async throws {
    let shop = SegmentifyShop(golden.app)
    let call = SegmentifyRoute.events
    let path = call.route.path
    let page = shop.event("PAGE_VIEW", ["category": "Home Page"])
    try await golden.ask(call, "without a key", at: path, .init(body: page, key: .none))
    let header = ("X-Sfy-Api-Key", "pk_nobodys")
    try await golden.ask(
      call, "an unknown key", at: path, .init(body: page, key: .none, headers: [header]))
    let own = path + "?apiKey=" + golden.app.publishable
    try await golden.app.set(["origins": ["https://shop.example"]])
    try await golden.ask(
      call, "another's domain", at: own,
      .init(body: page, key: .none, headers: [("Origin", "other.example")]))
    for status in ["unverified", "closed"] {
      try await golden.app.set(["status": .string(status)])
      try await golden.ask(
        call, "an app whose status is \(status)", at: own, .init(body: page, key: .none))
    }
    try await golden.app.set(["status": .null])
  }

  private static func notifications(_ golden: GoldenServer) async throws {
    let device: JSON = ["userId": "6651177901089677312", "deviceToken": "token-1"]
    let told: [(SegmentifyRoute, String, JSON)] = [
      (.subscription, "a permission", ["type": "PERMISSION_INFO"]),
      (.subscription, "a topic", ["type": "SUBSCRIBE_TOPIC", "topic": "sale"]),
      (.subscription, "an unknown type", ["type": "DANCE"]),
      (.notification, "a tap", ["type": "CLICK", "instanceId": "scn_1"]),
      (.notification, "of which campaign is not told", ["type": "VIEW"]),
    ]
    for (call, title, more) in told {
      try await golden.ask(
        call, title, at: call.route.path + "?apiKey=" + golden.app.publishable,
        .init(body: device.and(more), key: .none))
    }
    for call in [SegmentifyRoute.subscription, .notification] {
      try await golden.ask(call, "without a key", .init(body: device, key: .none))
    }
  }
}
