import BeckonContractSegmentify
import BeckonModel
import Testing

@testable import BeckonServer

/// Hostile and broken events are told of in the vendor's form, and harm no neighbour.
@Suite struct SegmentifyBadInputTests {
  private static let cases: [(String, JSON)] = [
    ("PAGE_LEFT", [:]), ("PRODUCT_VIEW", [:]), ("PRODUCT_VIEW", ["productId": "p", "price": -1]),
    ("PRODUCT_VIEW", ["productId": "p", "price": "19,90"]),
    ("PRODUCT_VIEW", ["productId": "p", "price": .number("1e400")]),
    ("PRODUCT_VIEW", ["productId": "p", "title": .string(String(repeating: "x", count: 1 << 20))]),
    ("PRODUCT_VIEW", ["productId": ["p"]]), ("PRODUCT_VIEW", ["productId": "p", "title": [:]]),
    ("PRODUCT_VIEW", ["productId": "p", "category": [["a": 1]]]),
    ("PRODUCT_VIEW", ["productId": "p", "inStock": "maybe"]),
    ("PRODUCT_VIEW", ["productId": "p", "activeBanners": "x"]),
    ("BASKET_OPERATIONS", ["step": "add"]), ("BASKET_OPERATIONS", ["productId": "p"]),
    ("BASKET_OPERATIONS", ["step": "drop", "productId": "p"]),
    ("BASKET_OPERATIONS", ["step": "add", "productId": "p", "quantity": "-2"]),
    ("BASKET_OPERATIONS", ["step": "add", "productId": "p", "quantity": 0]),
    ("BASKET_OPERATIONS", ["step": "add", "productId": "p", "currency": "euros"]),
    ("CHECKOUT", ["step": "purchase"]), ("CHECKOUT", ["step": 7]),
    ("CHECKOUT", ["step": "basket", "totalPrice": "-1"]),
    (
      "CHECKOUT",
      [
        "step": "purchase", "totalPrice": 1,
        "productList": .array(Array(repeating: ["productId": "p"], count: 10_000)),
      ]
    ),
    ("CHECKOUT", ["step": "purchase", "totalPrice": 1, "productList": "p"]),
    ("CHECKOUT", ["step": "purchase", "totalPrice": 1, "productList": ["p"]]),
    ("USER_OPERATIONS", [:]), ("USER_OPERATIONS", ["step": "signup"]),
    ("USER_OPERATIONS", ["step": "fly", "username": "ana"]),
    ("INTERACTION", ["type": "click"]), ("INTERACTION", ["type": 1, "instanceId": "i"]),
    ("CUSTOM_EVENT", [:]), ("CUSTOM_EVENT", ["type": "t", "params": [1]]),
    ("CUSTOM_EVENT", ["type": "t", "params": "[1]"]),
    ("CUSTOM_EVENT", ["type": "t", "params": "{'a': 1}"]),
    ("SEARCH", ["type": "magic"]), ("SEARCH", ["filters": ["a"]]),
    ("SEARCH", ["ordering": ["page": 0]]), ("BANNER_OPERATIONS", ["type": "click"]),
    ("INTERNAL_BANNER_GROUP", ["banners": []]), ("PAGE_VIEW", ["userId": ["1"]]),
    ("PAGE_VIEW", ["testMode": "perhaps"]), ("PAGE_VIEW", ["recommendIds": [[]]]),
    (
      "PAGE_VIEW",
      ["extra": ["a": .string(String(repeating: "x", count: 10_000))]]
    ),
  ]

  @Test func eachIsToldOfAndTheRestIsKept() async throws {
    try await TestServer.run { server in
      let shop = SegmentifyShop(server.app)
      for (name, more) in Self.cases {
        let fine = shop.event("PAGE_VIEW", ["category": "Home Page"])
        let answer = try await shop.send([fine, shop.event(name, more), fine])
        let told = "\(name) \(more.text.prefix(200)): \(answer.text.prefix(500))"
        #expect(answer.status == 200 && answer.string("statusCode") == "BAD_INPUT", "\(told)")
        #expect(answer.list("responses") == [[], [], []], "\(told)")
        let notes = answer.list("notes").filter { $0["statusCode"] != "SUCCESS" }
        #expect(notes.map { $0["event"] } == [1], "\(told)")
        #expect(notes.first?["message"]?.string?.utf8.count ?? 0 > 10, "\(told)")
      }
    }
  }

  @Test("A missing id of the visitor or session is that event's alone")
  func missingIDs() async throws {
    try await TestServer.run { server in
      let shop = SegmentifyShop(server.app)
      let answer = try await shop.send([
        shop.event("PAGE_VIEW", ["category": "Home Page"]),
        shop.event("PAGE_VIEW", ["sessionId": .null]), shop.event("PAGE_VIEW", ["userId": .null]),
      ])
      #expect(answer.string("statusCode") == "NO_SESSIONID", "\(answer.text)")
      #expect(
        answer.list("notes").compactMap { $0["statusCode"]?.string } == [
          "NO_SESSIONID", "NO_USERID",
        ])
    }
  }
}
