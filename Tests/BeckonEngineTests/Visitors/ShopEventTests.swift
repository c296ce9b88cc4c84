import BeckonModel
import Testing

@testable import BeckonEngine

/// Events of shops as our own clients tell them.
@Suite struct ShopEventTests {
  @Test(
    "What is read of an event is what its fact says",
    arguments: [
      ("page_viewed", ["category": "Home Page", "subcategory": "Men > Shoes"]),
      ("product_viewed", ["product_id": "p1", "price": 19.90, "currency": "EUR"]),
      ("basket_changed", ["step": "add", "product_id": "p1", "quantity": 2.3, "price": "5"]),
      (
        "checkout_step",
        ["step": "customer", "products": [["product_id": "p1", "quantity": 1]], "total": "5.00"]
      ),
      (
        "purchase",
        ["products": [["product_id": "p1", "quantity": 1]], "total": "5.00", "order_id": "1234"]
      ),
      ("search", ["text": "dress"]),
      (
        "recommendation_interaction",
        ["kind": "click", "instance": "scn_1", "interaction": "act_1"]
      ),
      (
        "banner_interaction",
        ["kind": "group", "group": "top", "banners": [["title": "Sale", "order": 1]]]
      ),
      ("notification_interaction", ["kind": "view", "instance": "n1"]),
    ] as [(String, JSON)])
  func reading(name: String, properties: JSON) throws {
    let event = try #require(try ShopEvent(name: name, properties: properties))
    #expect(event.factName(isSure: false) == name)
    let again = try #require(
      try ShopEvent(name: name, properties: event.properties))
    #expect(again == event)
  }

  @Test("A number is an order's id, too, and one product is the quantity of which nothing is said")
  func leniency() throws {
    let event = try ShopEvent(
      name: "purchase", properties: ["order_id": 1234, "products": [["product_id": 7]]])
    guard case .checkout(let checkout) = event else {
      Issue.record("it is no checkout")
      return
    }
    #expect(checkout.order == "1234")
    #expect(checkout.lines == [try BasketLine(product: "7")])
  }

  @Test(
    "What is wrong is named",
    arguments: [
      ("product_viewed", [:], "properties.product_id"),
      ("product_viewed", ["product_id": "p", "price": -1], "price"),
      ("basket_changed", ["product_id": "p"], "properties.step"),
      (
        "basket_changed", ["product_id": "p", "step": "add", "quantity": 0],
        "properties.quantity"
      ),
      ("purchase", ["order_id": "1"], "properties.products"),
      ("page_viewed", ["category": 7], "properties.category"),
    ] as [(String, JSON, String)])
  func refusal(name: String, properties: JSON, path: String) {
    let error = #expect(throws: FieldError.self) {
      try ShopEvent(name: name, properties: properties)
    }
    #expect(error?.path == path)
  }

  @Test("An app's own purchase, search and anything else are no events of a shop, nor is a test")
  func others() throws {
    #expect(try ShopEvent(name: "purchase", properties: ["amount": 5]) == nil)
    #expect(try ShopEvent(name: "search", properties: ["query": "x"]) == nil)
    #expect(try ShopEvent(name: "level_up", properties: ["product_id": "p"]) == nil)
    let test: JSON = ["product_id": "p", "test_mode": true]
    #expect(try ShopEvent(name: "product_viewed", properties: test) == nil)
  }

  @Test("An order that nobody knows is no purchase for rules until the server says so")
  func unconfirmed() throws {
    let event = ShopEvent.checkout(try Checkout(.purchase, lines: [BasketLine(product: "p")]))
    #expect(event.factName(isSure: false) == "purchase_unconfirmed")
    #expect(event.factName(isSure: true) == "purchase")
  }

  @Test(
    "Quantities are exact decimals",
    arguments: [
      ("1", "1"), ("2.30", "2.3"), ("0.000001", "0.000001"), ("1e3", "1000"), ("0", nil),
      ("-1", nil), ("0.0000001", nil), ("1000001", nil), ("x", nil),
    ])
  func quantity(text: String, decimal: String?) {
    #expect(Quantity(decimal: text)?.decimal == decimal)
  }
}
