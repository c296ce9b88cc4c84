import BeckonEngine
import BeckonModel
import Testing

/// Which widgets stand on which page, and when.
@Suite struct WidgetPageTests {
  private typealias Cases = WidgetCases

  @Test(
    "An event says on which page the visitor is",
    arguments: [
      ("Home Page", WidgetPage.Kind.home), ("home page", .home), ("Category Page", .category),
      ("Basket Page", .basket), ("Search Page", .search), ("404 Page", .notFound),
      ("Sale", .custom), ("Product Page", nil), ("Checkout Page", nil),
    ] as [(String, WidgetPage.Kind?)])
  func pages(category: String, kind: WidgetPage.Kind?) throws {
    #expect(WidgetPage(of: .pageViewed(try ViewedPage(category: category)))?.kind == kind)
  }

  @Test("Products, steps of a checkout and events of the shop's own are pages too")
  func others() throws {
    #expect(WidgetPage(of: .productViewed(try ToldProduct(id: "p")))?.kind == .product)
    for (step, kind) in [
      (Checkout.Step.viewBasket, WidgetPage.Kind.basket), (.customer, .checkoutCustomer),
      (.payment, .checkoutPayment), (.purchase, .orderDone),
    ] {
      #expect(WidgetPage(of: .checkout(try Checkout(step, lines: [])))?.kind == kind)
    }
    #expect(
      WidgetPage(of: .custom(try CustomShopEvent("quiz")))
        == WidgetPage(.event, name: "quiz"))
    #expect(WidgetPage(of: .searched(try ShopSearch("x"))) == nil)
  }

  @Test("A widget stands on its page while it runs; those in test answer tests alone")
  func standing() {
    let home = WidgetPage(.home)
    let (now, widget) = (Cases.now, Cases.widget())
    #expect(widget.stands(on: home, at: now, isTest: false))
    #expect(!widget.stands(on: home, at: now, isTest: true))
    #expect(!widget.stands(on: WidgetPage(.basket), at: now, isTest: false))
    let tried = Cases.widget { $0.state = .test }
    #expect(tried.stands(on: home, at: now, isTest: true))
    #expect(!tried.stands(on: home, at: now, isTest: false))
    #expect(!Cases.widget { $0.state = .paused }.stands(on: home, at: now, isTest: false))
    let short = Cases.widget {
      $0.startsAt = .hour(1)
      $0.endsAt = .hour(2)
    }
    #expect(
      [0.9, 1, 1.9, 2].map { short.stands(on: home, at: .hour($0), isTest: false) }
        == [false, true, true, false])
    let sale = Cases.widget(page: WidgetPage(.custom, name: "Sale"))
    #expect(sale.stands(on: WidgetPage(.custom, name: "sale"), at: now, isTest: false))
    #expect(!sale.stands(on: WidgetPage(.custom, name: "Sales"), at: now, isTest: false))
    let event = Cases.widget(page: WidgetPage(.event, name: "Sale"))
    #expect(!event.stands(on: WidgetPage(.event, name: "sale"), at: now, isTest: false))
  }

  @Test("Widgets of a page come in the order of their placements, then of their age")
  func order() {
    let widgets = [
      Cases.widget(1) { $0.placement = "b" }, Cases.widget(2) { $0.placement = "a" },
      Cases.widget(3) { $0.placement = "a" }, Cases.widget(4) { $0.state = .paused },
    ]
    let standing = widgets.standing(on: WidgetPage(.home), at: Cases.now, isTest: false)
    #expect(standing.map(\.code) == ["code2", "code3", "code1"])
  }
}
