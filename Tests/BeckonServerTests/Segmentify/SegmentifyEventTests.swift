import BeckonContractSegmentify
import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonServer

/// What each event means here, with the types that clients really send: ids as numbers, amounts and
/// truth values as text.
@Suite struct SegmentifyEventTests {
  private static func translated(_ name: String, _ more: JSON) throws -> TranslatedEvent {
    var event: JSON = ["name": .string(name), "userId": 6_651_177, "sessionId": "-8975"]
    event = event.and(more)
    return try TranslatedEvent(Segmentify.Event(json: event))
  }

  /// A case: the vendor's event, the name of the fact, and what it says.
  private static let cases: [(String, JSON, String, JSON)] = [
    ("PAGE_VIEW", ["category": "Home Page"], "page_viewed", ["category": "Home Page"]),
    (
      "PAGE_VIEW", ["category": "Category Page", "subCategory": "Men > Shoes"], "page_viewed",
      ["category": "Category Page", "subcategory": "Men > Shoes"]
    ),
    ("PAGE_VIEW", [:], "page_viewed", ["category": "Other Page"]),
    (
      "PRODUCT_VIEW", ["productId": 25_799_809_929, "price": "78.50", "currency": "EUR"],
      "product_viewed",
      ["product_id": "25799809929", "price": .number("78.50"), "currency": "EUR"]
    ),
    (
      "BASKET_OPERATIONS",
      ["step": "add", "productId": "p1", "quantity": "2", "price": 358], "basket_changed",
      ["step": "add", "product_id": "p1", "quantity": 2, "price": "358"]
    ),
    (
      "BASKET_OPERATIONS", ["step": "remove", "productId": 7, "quantity": .number("2.30")],
      "basket_changed", ["step": "remove", "product_id": "7", "quantity": .number("2.3")]
    ),
    (
      "CHECKOUT", ["step": "view-basket", "totalPrice": "78", "productList": []],
      "checkout_step", ["step": "view_basket", "total": "78"]
    ),
    (
      "CHECKOUT", ["step": "basket", "productList": [["productId": "p1", "quantity": "1"]]],
      "checkout_step",
      ["step": "view_basket", "products": [["product_id": "p1", "quantity": 1]]]
    ),
    ("CHECKOUT", ["step": "customer"], "checkout_step", ["step": "customer"]),
    ("CHECKOUT", ["step": "payment"], "checkout_step", ["step": "payment"]),
    ("CHECKOUT", ["step": "payment-info"], "checkout_step", ["step": "payment"]),
    (
      "CHECKOUT",
      [
        "step": "purchase", "totalPrice": 78, "orderNo": 1234, "currency": "TRY",
        "productList": [["price": "78", "productId": 25_799_809_929]],
      ], "purchase",
      [
        "products": [["product_id": "25799809929", "quantity": 1, "price": "78"]],
        "total": "78", "order_id": "1234", "currency": "TRY",
      ]
    ),
    (
      "USER_OPERATIONS", ["step": "signup", "username": "ana", "email": "ana@example.com"],
      "shop_user_register", ["user_id": "ana", "email": "ana@example.com"]
    ),
    // Older clients write the name where the address belongs.
    (
      "USER_OPERATIONS", ["step": "login", "email": "Segmentify"], "shop_user_login",
      ["user_id": "Segmentify"]
    ),
    (
      "USER_OPERATIONS", ["step": "signin", "username": "ana", "externalId": 77],
      "shop_user_login", ["user_id": "77", "details": ["username": "ana"]]
    ),
    ("USER_OPERATIONS", ["step": "signout"], "shop_user_logout", [:]),
    (
      "USER_OPERATIONS",
      [
        "step": "update", "username": "ana", "phone": "+1 555", "age": 27, "isLogin": "true",
        "segments": ["gold"], "smsNtf": "false", "emailNtf": true,
      ], "shop_user_update",
      [
        "user_id": "ana", "phone": "+1 555",
        "details": [
          "age": "27", "segments": ["gold"], "is_logged_in": true,
          "consent": ["email": true, "sms": false],
        ],
      ]
    ),
    ("USER_OPERATIONS", ["step": "delete_last_search"], "search_forgotten", [:]),
    ("USER_CHANGE", ["oldUserId": 5], "shop_visitor_changed", [:]),
    (
      "INTERACTION", ["type": "click", "instanceId": "fcs_1|product", "interactionId": 9],
      "recommendation_interaction", ["kind": "click", "instance": "fcs_1", "interaction": "9"]
    ),
    (
      "INTERACTION", ["type": "widget-view", "instanceId": "scn_1", "interactionId": "act_1"],
      "recommendation_interaction",
      ["kind": "widget_view", "instance": "scn_1", "interaction": "act_1"]
    ),
    (
      "CUSTOM_EVENT", ["type": "test", "params": ["PRICE": "200-500"]], "test",
      ["PRICE": "200-500"]
    ),
    // The vendor's own example.
    (
      "CUSTOM_EVENT", ["type": "test", "params": "{\"field1\":\"value1\"}"], "test",
      ["field1": "value1"]
    ),
    ("SEARCH", ["query": "Dress"], "search", ["text": "Dress"]),
    (
      "SEARCH",
      [
        "query": "", "type": "faceted", "ordering": ["page": "1", "sort": "SMART_SORTING"],
        "filters": [["facet": "brand", "values": "Acme"]],
      ], "search", [:]
    ),
    (
      "BANNER_OPERATIONS", ["type": "click", "title": "Sale", "group": "Home", "order": "1"],
      "banner_interaction",
      ["kind": "click", "group": "Home", "banners": [["title": "Sale", "order": 1]]]
    ),
    (
      "INTERNAL_BANNER_GROUP",
      ["group": "Home", "banners": [["title": "Sale", "image": "a", "order": 1, "urls": ["u"]]]],
      "banner_interaction",
      [
        "kind": "group", "group": "Home",
        "banners": [["title": "Sale", "order": 1, "image": "a", "urls": ["u"]]],
      ]
    ),
    (
      "BANNER_GROUP_VIEW", ["group": "Home"], "banner_interaction",
      ["kind": "view", "group": "Home", "banners": []]
    ),
  ]

  @Test(arguments: cases.indices)
  func meaning(_ index: Int) throws {
    let (name, more, fact, properties) = Self.cases[index]
    let translated = try Self.translated(name, more)
    let event = try #require(translated.events.first, "\(name) \(more.text)")
    #expect(translated.events.count == 1)
    #expect(event.factName(isSure: false) == fact)
    #expect(event.properties.text == properties.text, "\(name) \(more.text)")
  }

  @Test func everyEventIsShown() {
    #expect(Set(Self.cases.map(\.0)) == Set(Segmentify.Event.Name.allCases.map(\.rawValue)))
  }

  @Test("What our own client writes is read as it was meant", arguments: cases.indices)
  func thereAndBack(_ index: Int) throws {
    let (name, more, _, _) = Self.cases[index]
    let head: JSON = ["name": .string(name), "userId": "1", "sessionId": "2", "testMode": "true"]
    let event = try Segmentify.Event(json: head.and(more))
    #expect(event.visit.isTest)
    #expect(try Segmentify.Event(json: event.json) == event)
  }

  @Test func aViewTellsOfTheProduct() throws {
    let translated = try Self.translated(
      "PRODUCT_VIEW",
      [
        "productId": "p1", "title": "Dress", "category": "Women > Dresses",
        "categories": ["Women > Dresses", "Sale"], "price": 578, "oldPrice": "600.10",
        "inStock": "false", "noUpdate": "true", "mUrl": "https://m.shop.example/p1",
        "imageXS": "xs.jpg", "colors": "red", "sizes": ["S", 38], "lang": "EN",
        "params": ["season": "summer"],
      ])
    guard case .productViewed(let product)? = translated.events.first else {
      Issue.record("no view")
      return
    }
    let expected: JSON = [
      "title": "Dress", "mobile_url": "https://m.shop.example/p1", "images": ["xs": "xs.jpg"],
      "categories": ["Women > Dresses", "Sale"], "price": 578, "old_price": .number("600.10"),
      "language": "EN", "in_stock": false, "colors": ["red"], "sizes": ["S", "38"],
      "params": ["season": "summer"],
    ]
    #expect(product.id == "p1" && product.isOnlyView)
    #expect(product.details.text == expected.text)
  }
}
