import BeckonContractSegmentify
import BeckonModel
import Testing

@testable import BeckonServer

/// What the vendor's clients are shown after their events, from what visitors did and what the
/// app's widgets say (docs/WIDGETS.md).
@Suite struct SegmentifyShowingTests {
  /// A server whose shop has four products, of which three visitors have seen the first two.
  private static func run(
    _ widgets: [JSON], _ body: @Sendable (TestServer) async throws -> Void
  ) async throws {
    try await TestServer.run { server in
      let shop = TestShop(server)
      for (product, words) in [
        ("shoe", ["title": "Shoe"]), ("sock", ["title": "Sock"]), ("lace", ["title": "Lace"]),
        ("cream", ["title": "Cream", "in_stock": false]),
      ] as [(String, JSON)] { try await shop.tell(product, words) }
      for visitor in 1...3 { try await shop.visit("\(visitor)", ["shoe", "sock", "cream"]) }
      try await shop.visit("4", ["shoe"])
      for widget in widgets {
        let made = try await server.app.post("/v1/widgets", widget)
        #expect(made.status == 201, "\(made.text)")
      }
      try await server.wait()
      try await body(server)
    }
  }

  private static func widget(_ code: String, _ page: String, _ method: String) -> JSON {
    [
      "name": .string(code), "code": .string(code), "page": ["kind": .string(page)],
      "methods": [["method": .string(method)]],
    ]
  }

  private static func home(_ shop: SegmentifyShop) -> JSON {
    shop.event("PAGE_VIEW", ["category": "Home Page"])
  }

  /// The widgets of an answer's only event, each with the products that stand in it.
  private static func shown(_ answer: HTTPAnswer) -> [[String]] {
    #expect(answer.string("statusCode") == "SUCCESS", "\(answer.text)")
    let lists = answer.list("responses").first?.elements ?? []
    return lists.map { list in
      let products = list["params"]?["recommendedProducts"]?.members ?? []
      return [list["params"]?["instanceId"]?.string ?? ""]
        + products.flatMap { $0.value.elements ?? [] }.compactMap { $0["productId"]?.string }
    }
  }

  @Test("Widgets of the page are shown, and no product twice, nor one that cannot be bought")
  func page() async throws {
    try await Self.run([
      Self.widget("fcs_first", "home", "popular").and(["item_count": 1, "placement": "1"]),
      Self.widget("fcs_second", "home", "popular").and(["placement": "2"]),
      Self.widget("scn_other", "basket", "popular"),
    ]) { server in
      let shop = SegmentifyShop(server.app)
      let answer = try await shop.send(Self.home(shop))
      #expect(Self.shown(answer) == [["fcs_first", "shoe"], ["fcs_second", "sock"]])
      let two = try await shop.send([
        Self.home(shop), shop.event("PAGE_VIEW", ["category": "Basket Page"]),
        shop.event("INTERACTION", ["type": "click", "instanceId": "x", "interactionId": "shoe"]),
      ])
      #expect(two.list("responses").map { $0.elements?.count } == [2, 1, 0], "\(two.text)")
    }
  }

  @Test("The last click counts at once, and the page's product is not among what is shown")
  func lastClick() async throws {
    try await Self.run([
      Self.widget("fcs_also", "product", "also_viewed"),
      Self.widget("fcs_last", "home", "last_visited"),
    ]) { server in
      let shop = SegmentifyShop(server.app)
      #expect(Self.shown(try await shop.send(Self.home(shop))) == [])
      let viewed = try await shop.send(shop.event("PRODUCT_VIEW", ["productId": "shoe"]))
      #expect(Self.shown(viewed) == [["fcs_also", "sock"]])
      #expect(Self.shown(try await shop.send(Self.home(shop))) == [["fcs_last", "shoe"]])
      var other = shop
      other.visitor = "1"
      #expect(Self.shown(try await other.send(Self.home(other))) == [], "another's history")
    }
  }

  @Test("Those of the hold-out are shown nothing and are counted; trials see what is in test")
  func holdOut() async throws {
    let nothing: JSON = ["experiment": ["name": "e", "hold_out_percent": 100]]
    try await Self.run([
      Self.widget("fcs_held", "home", "popular").and(nothing),
      Self.widget("fcs_test", "home", "popular").and(["state": "test"]),
    ]) { server in
      let shop = SegmentifyShop(server.app)
      let answer = try await shop.send(Self.home(shop))
      #expect(answer.value("responses")?.text == "[[]]", "\(answer.text)")
      let trial = try await shop.send(Self.home(shop).and(["testMode": true]))
      #expect(Self.shown(trial) == [["fcs_test", "shoe", "sock"]])
      try await server.wait(minutes: 1)
      let report = try await server.app.get("/v1/widgets/fcs_held/report")
      let arms = report.list("arms").map { [$0["arm"], $0["visitors"]] }
      #expect(arms == [["main", 0], ["hold_out", 1]], "\(report.text)")
    }
  }

  @Test("Of a long queue the last five events have lists; what comes again is stored without them")
  func bounds() async throws {
    try await Self.run([Self.widget("fcs_home", "home", "popular")]) { server in
      let shop = SegmentifyShop(server.app)
      let login = shop.event("USER_OPERATIONS", ["step": "signin", "externalId": "ana"])
      let queue = JSON.array([login] + Array(repeating: Self.home(shop), count: 7))
      func ask() async throws -> [Int?] {
        let answer = try await shop.send(queue, headers: [("Idempotency-Key", "one")])
        #expect(answer.string("statusCode") == "SUCCESS", "\(answer.text)")
        return answer.list("responses").map { $0.elements?.count }
      }
      #expect(try await ask() == [0, 0, 0, 1, 1, 1, 1, 1])
      #expect(try await ask() == Array(repeating: 0, count: 8))
      let stored = try await server.number("SELECT MAX(LENGTH(body)) FROM idempotency")
      #expect(stored < 1_000)
    }
  }

  @Test("Methods behind those of which an answer computes lists give nothing")
  func lists() async throws {
    // Of somebody who has seen nothing nobody can tell what comes next.
    let empty = (100..<140).map { neighbours -> JSON in
      let method: JSON = ["method": "for_you", "settings": ["neighbours": .integer(neighbours)]]
      return [
        "name": "empty", "code": .string("fcs_\(neighbours)"), "page": ["kind": "home"],
        "placement": "1", "methods": [method],
      ]
    }
    let late = Self.widget("fcs_late", "home", "popular")
      .and(["placement": "2", "static_items": ["lace"]])
    try await Self.run(empty + [late]) { server in
      let shop = SegmentifyShop(server.app)
      #expect(Self.shown(try await shop.send(Self.home(shop))) == [["fcs_late", "lace"]])
      for place in [100, 101] {
        let paused = try await server.app.patch(
          "/v1/widgets/fcs_\(place)", ["state": "paused"])
        #expect(paused.status == 200, "\(paused.text)")
      }
      let answer = try await shop.send(Self.home(shop))
      #expect(Self.shown(answer) == [["fcs_late", "shoe", "sock", "lace"]])
    }
  }

  @Test("Who claims an order that the server has told of changes no report")
  func claims() async throws {
    try await Self.run([Self.widget("fcs_home", "home", "popular")]) { server in
      let payment: JSON = [
        "id": "S1", "amount": 1000, "currency": "EUR", "user_id": "ana",
      ]
      let paid = try await server.app.post("/v1/payments", payment)
      #expect(paid.status < 300, "\(paid.text)")
      let thief = SegmentifyShop(server.app)
      let answer = try await thief.send([
        thief.event(
          "INTERACTION", ["type": "click", "instanceId": "fcs_home", "interactionId": "shoe"]),
        thief.event(
          "CHECKOUT",
          ["step": "purchase", "orderNo": "S1", "currency": "EUR", "totalPrice": 999_999]),
      ])
      #expect(answer.string("statusCode") == "SUCCESS", "\(answer.text)")
      try await server.wait(minutes: 1)
      let report = try await server.app.get("/v1/widgets/fcs_home/report")
      #expect(report.list("arms").first?["clicks"] == 1, "\(report.text)")
      #expect(report.list("arms").first?["conversions"] == 0, "\(report.text)")
    }
  }
}
