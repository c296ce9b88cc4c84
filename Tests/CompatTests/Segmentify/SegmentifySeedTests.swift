import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import TestPrograms
import Testing

@testable import BeckonCompatSegmentify

/// The guide's own code, block by block, through the vendor's one instance, with the real server.
@Suite(.serialized, .timeLimit(.minutes(5))) struct SegmentifySeedTests {
  /// The key of the guide.
  static let key = "XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"

  /// The real `beckon serve` with a shop, whose shipped apps have the guide's key.
  private struct Shop: Sendable {
    let server: RunningServer
    let keys: AppKeys

    /// Where the guide's pages and images are.
    private static let hosts: [JSON] = [
      "https://segmentify-shop.myshopify.com/*", "https://cdn.shopify.com/*",
    ]

    init() async throws {
      let folder = try TemporaryFolder()
      keys = try await AppKeys(folder)
      let alias = try await BeckonProgram.run(
        "app", "alias", "--app", keys.app, "--vendor", "segmentify", "--key",
        SegmentifySeedTests.key, "--as", "publishable", "--database", folder.database())
      try #require(alias.status == 0, "\(alias.errors)")
      server = try await RunningServer(folder)
      let made = try await server.ask(
        "PATCH", "/v1/app", key: keys.secret,
        ["currency": "USD", "allowed_targets": .array(Self.hosts)])
      try #require(made.status == 200, "\(made.text)")
      let dress = try await server.ask(
        "PUT", "/v1/products/dress-1", key: keys.secret, ["title": "Summer Dress"])
      try #require(dress.status == 201, "\(dress.text)")
      let (server, secret) = (server, keys.secret)
      try await eventually {
        try await server.get("/v1/search?q=dress", key: secret).json["total"] == 1
      }
    }

    /// Gives it products that others have looked at, and a widget for each page of a visit.
    func fill() async throws {
      let products: [JSON] = ["25799860937", "25800400265", "belt"]
      let told = try await server.ask(
        "POST", "/v1/products", key: keys.secret,
        ["products": .array(products.map { ["product": $0, "title": "Black"] })])
      try #require(told.status == 200, "\(told.text)")
      let start = Instant(milliseconds: Int64(Date().timeIntervalSince1970) * 1_000)
      let views = [3, 3, 3, 2, 1].enumerated().flatMap { visitor, count in
        products.prefix(count).enumerated().map { place, product -> JSON in
          [
            "id": .string("view \(visitor) \(place)"), "name": "product_viewed",
            "install_id": .string("other \(visitor)"), "properties": ["product_id": product],
            "at": .instant(start.adding(milliseconds: Int64(place - 9) * 60_000)),
          ]
        }
      }
      let seen = try await server.ask(
        "POST", "/v1/events", key: keys.secret, ["events": .array(views)])
      try #require(seen.status == 200, "\(seen.text)")
      for (page, method) in [
        ("home", "popular"), ("product", "also_viewed"), ("basket", "popular"),
        ("order_done", "popular"),
      ] {
        let made = try await server.ask(
          "POST", "/v1/widgets", key: keys.secret,
          [
            "name": .string(page), "page": ["kind": .string(page)],
            "methods": [["method": .string(method)]],
          ])
        try #require(made.status == 201, "\(made.text)")
      }
      let (server, secret) = (server, keys.secret)
      try await eventually {
        try await server.get("/v1/recommendations?method=popular", key: secret)
          .json["items"]?.elements?.compactMap { $0["product"] } == products
      }
    }

    /// How often each event is stored.
    func counts() async throws -> [String: Int] {
      let answer = try await server.get("/v1/events?limit=100", key: keys.secret)
      try #require(answer.status == 200, "\(answer.text)")
      let names = answer.json["events"]?.elements?.compactMap { $0["name"]?.string } ?? []
      return names.filter { !$0.hasPrefix("beckon.") }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
  }

  /// From now on the vendor's instance is that of a phone.
  private func pickUp(_ phone: SegmentifyPhone) {
    var surroundings = phone.surroundings(.urlSession())
    surroundings.device = DeviceDescription(
      platform: .ios, osVersion: "17.4", deviceModel: "iPhone14,5")
    SegmentifySession.shared.replace(surroundings, defaults: phone.defaults)
  }

  @Test("Every block of the guide, from the start of the app to the purchase")
  @MainActor func story() async throws {
    let (shop, phone) = (try await Shop(), SegmentifyPhone())
    pickUp(phone)
    let (start, pages) = (SegmentifyStart(), SegmentifyPages())
    start.start(dataCenterUrl: shop.server.url)
    start.setNewConfigs(
      newApiKey: Self.key, newDataCenterUrl: shop.server.url, newDomain: "example.com")
    let home = PageModel()
    home.category = "Home Page"
    start.basicResponse(
      obj: home, appKey: Self.key, dataCenterUrl: shop.server.url, subDomain: "example.com")
    pages.pageView()
    pages.pageViewWithParameters()
    pages.searchView()
    try await eventually { start.answers == 1 && pages.answers == 3 }
    #expect(pages.response?.errorString == nil && pages.response?.instanceId == "SEARCH")
    #expect(pages.response?.products?.map(\.productId) == ["dress-1"])

    let (products, basket, checkout) = (
      SegmentifyProducts(), SegmentifyBasket(), SegmentifyCheckout()
    )
    products.productView()
    products.productViewWithParameters()
    basket.add()
    basket.addWithParameters()
    basket.remove()
    basket.removeWithParameters()
    try await eventually { products.answers == 4 }
    let steps = [
      checkout.viewBasket, checkout.viewBasketWithParameters, checkout.customer,
      checkout.customerWithParameters, checkout.payment, checkout.paymentWithParameters,
      checkout.purchase, checkout.purchaseWithParameters,
    ]
    for step in steps { step() }
    try await eventually { checkout.answers == 16 }
    try await visitor(shop, phone)
    await SegmentifySession.shared.close()
  }

  @Test("A visit by the guide's blocks is recommended what others looked at, up to the purchase")
  @MainActor func visit() async throws {
    let (shop, phone) = (try await Shop(), SegmentifyPhone())
    try await shop.fill()
    pickUp(phone)
    SegmentifyStart().start(dataCenterUrl: shop.server.url)
    let (pages, products) = (SegmentifyPages(), SegmentifyProducts())
    pages.pageView()
    try await eventually { pages.answers == 1 }
    #expect(Self.shown(pages) == ["25799860937", "25800400265", "belt"])
    products.productView()
    try await eventually { products.answers == 2 }
    #expect(Self.shown(products) == ["25800400265", "belt"], "what others went on to")
    let checkout = SegmentifyCheckout()
    SegmentifyBasket().add()
    checkout.viewBasket()
    try await eventually { checkout.answers == 2 }
    #expect(Self.shown(checkout) == ["25799860937", "belt"], "without what is in the basket")
    checkout.purchase()
    try await eventually { checkout.answers == 4 }
    #expect(Self.shown(checkout) == ["25799860937", "belt"])
    await SegmentifySession.shared.close()
  }

  /// The products of the only campaign that a page was given.
  @MainActor private static func shown(_ screen: SegmentifyScreen) -> [String?]? {
    #expect(screen.recommendations.count == 1)
    return screen.recommendations.first?.products?.map(\.productId)
  }

  @Test("With Info.plist's key the install is registered, and the vendor's address is left alone")
  @MainActor func registered() async throws {
    let (shop, phone) = (try await Shop(), SegmentifyPhone())
    var surroundings = phone.surroundings(
      .urlSession(),
      information: ["BeckonURL": shop.server.url, "BeckonKey": shop.keys.publishable])
    surroundings.device = DeviceDescription(
      platform: .ios, osVersion: "17.4", deviceModel: "iPhone14,5")
    let session = SegmentifySession(surroundings, defaults: phone.defaults)
    session.configure { configuration in
      (configuration.key, configuration.domain) = (Self.key, "example.com")
      configuration.dataCenterURL = "https://dce1.segmentify.com"
    }
    let client = try session.client()
    _ = try await client.start()
    let heard = Heard<[RecommendationModel]>()
    SegmentifyManager(session).sendPageView(category: "Home Page", subCategory: nil) {
      heard.add($0)
    }
    try await eventually { heard.all.count == 1 }
    #expect(try await shop.counts() == ["page_viewed": 1])
    await session.close()
  }

  /// The blocks about users and interactions, and then what is stored of all.
  @MainActor private func visitor(_ shop: Shop, _ phone: SegmentifyPhone) async throws {
    let (users, interactions) = (SegmentifyUsers(), SegmentifyInteractions())
    users.register()
    users.registerWithParameters()
    users.login()
    users.loginWithParameters()
    users.logout()
    users.logoutWithParameters()
    users.update()
    users.updateWithParameters()
    let recommended = RecommendationModel()
    (recommended.instanceId, recommended.interactionId) = (
      "scn_61869cb94553e000", "act_6185c1e624ab0000"
    )
    interactions.widgetView(recObj: recommended)
    interactions.click(productID: "25803234569")
    interactions.searchClick()
    Constant.segmentifyApiKey = Self.key
    Constant.segmentifyDataCenterUrl = shop.server.url
    Constant.segmentifySubDomain = "example.com"
    interactions.custom()
    try await eventually { interactions.answers == 1 }
    let id = try #require(SegmentifySession.shared.memory.userID)
    users.change()
    #expect(id != "XXXXXXXXXXX" && SegmentifySession.shared.memory.userID == "XXXXXXXXXXX")
    await SegmentifySession.shared.flush()

    let counts = try await shop.counts()
    #expect(
      counts == [
        "page_viewed": 13, "search": 1, "product_viewed": 2, "basket_changed": 4,
        "checkout_step": 5, "purchase": 2, "shop_user_register": 3, "shop_user_login": 2,
        "shop_user_logout": 2, "shop_user_update": 1, "shop_visitor_changed": 1,
        "recommendation_interaction": 5, "test": 1, "payment": 2,
      ])
    // The guide's pages before the checkout have no category, it buys the order 1234 twice, and it
    // changes a visitor who has logged in. Of all that the log tells.
    let told = ["no 'category'", "counts once", "nothing was moved"]
    let lines = phone.lines.withLock { $0 }
    #expect(told.allSatisfy { one in lines.contains { $0.has(text: one) } }, "\(lines)")
    let others = lines.filter { line in !told.contains { line.has(text: $0) } }
    #expect(others.isEmpty, "\(others)")
  }
}
