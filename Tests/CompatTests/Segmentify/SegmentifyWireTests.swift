import BeckonBasics
import BeckonContractSegmentify
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@testable import BeckonCompatSegmentify

/// What stands on the wire, compared with the vendor's own names.
@Suite(.timeLimit(.minutes(5))) struct SegmentifyWireTests {
  /// What a model says, without what every event says.
  private func own(_ fact: Fact) -> JSON {
    let usual = Set(texts: SegmentifyObject.usualMembers.map(\.name))
    return JSON.object(fact.members.filter { !usual.contains($0.name) }).sorted
  }

  @Test("The vendor's example of a product view, member by member")
  func productView() async throws {
    let (fake, phone) = (SegmentifyFake(), SegmentifyPhone())
    let clock = ManualClock()
    phone.defaults.set("6651177901089677312", forKey: VisitorMemory.userKey)
    let session = phone.run(fake, clock: clock)
    let product = ProductModel()
    product.productId = "25799809929"
    product.name = "T-Shirt"
    product.category = ["Womenswear"]
    product.price = 78
    product.image = "https://shop.example/a.jpg"
    product.url = "https://shop.example/p/25799809929"
    product.brand = "Acme"
    product.inStock = true
    product.currency = "EUR"
    SegmentifyManager(session).tell(product.fact)
    try await eventually {
      await session.flush()
      return fake.facts.count == 1
    }
    let expected: JSON = [
      "apiKey": "key-1", "os": "ios", "device": "ios", "osversion": "17.4",
      "deviceType": "iPhone14,5", "deviceName": "iPhone", "carrier": "", "local": "en_US",
      "sdkVersion": "1.0", "firstTime": 1, "name": "PRODUCT_VIEW",
      "userId": "6651177901089677312", "sessionId": "-1", "lang": "EN", "region": "",
      "currency": "EUR", "productId": "25799809929", "title": "T-Shirt",
      "category": ["Womenswear"], "price": 78, "image": "https://shop.example/a.jpg",
      "url": "https://shop.example/p/25799809929", "brand": "Acme", "inStock": true,
      "extra": [:], "timestamp": .integer(clock.now.milliseconds),
    ]
    #expect(fake.facts[0].sorted == expected.sorted)
    let request = try #require(fake.requests.last)
    #expect(request.url == "https://go.example.com/add/events/v1.json")
    #expect(request.headers["Origin"] == "example.com")
    #expect(request.headers["X-Sfy-Api-Key"] == "key-1")
    #expect(fake.idCalls == ["count=1"])
    await session.close()
  }

  @Test func whatEveryEventCanSay() {
    let page = PageModel()
    (page.category, page.subCategory) = ("Product Page", "Men>Shoes>Sports")
    (page.sessionID, page.pageUrl, page.nextPage) = ("s1", "https://a.example/", "next")
    (page.currency, page.lang, page.region, page.testMode) = ("EUR", "FR", "north", true)
    (page.params, page.recommendIds) = (["a": 1, "b": "two"], ["1", "2"])
    let expected: JSON = [
      "category": "Product Page", "subCategory": "Men>Shoes>Sports", "sessionId": "s1",
      "pageUrl": "https://a.example/", "nextPage": "next", "currency": "EUR", "lang": "FR",
      "region": "north", "testMode": true, "params": ["a": 1, "b": "two"],
      "recommendIds": ["1", "2"], "extra": [:],
    ]
    #expect(JSON.object(page.fact.members).sorted == expected.sorted)
    #expect(page.fact.place == .event(.pageView))
  }

  @Test("A category is text or list, a quantity text or number")
  func loose() {
    let (product, basket) = (ProductModel(), BasketModel())
    product.title = "Dress"
    product.category = "Men > Shoes"
    #expect(own(product.fact) == ["category": ["Men > Shoes"], "title": "Dress"])
    product.category = ["Men", "Shoes"]
    #expect(product.fact.members.contains(JSON.Member("category", ["Men", "Shoes"])))
    (basket.step, basket.productId, basket.price) = ("add", "1", 19.9)
    basket.quantity = "2.5"
    let expected: JSON = ["price": 19.9, "productId": "1", "quantity": 2.5, "step": "add"]
    #expect(own(basket.fact) == expected)
    basket.quantity = 2
    #expect(basket.fact.members.contains(JSON.Member("quantity", 2)))
    basket.quantity = "two"
    #expect(basket.fact.members.contains(JSON.Member("quantity", "two")))
  }

  @Test func aPurchaseKeepsItsOrder() {
    let checkout = CheckoutModel()
    checkout.productList = [["productId": "1", "price": "78", "quantity": 1] as [String: Any]]
    (checkout.totalPrice, checkout.orderNo, checkout.basketId) = (78, "12313", "b1")
    checkout.cartUrl = "https://a.example/cart"
    #expect(
      own(checkout.fact(.purchase)) == [
        "basketId": "b1", "cartUrl": "https://a.example/cart", "orderNo": "12313",
        "productList": [["price": "78", "productId": "1", "quantity": 1]],
        "step": "purchase", "totalPrice": 78,
      ])
    let steps =
      [checkout.fact(.viewBasket), checkout.fact(.customer)] + [
        checkout.fact(.paymentInformation)
      ]
    #expect(
      steps.map { JSON.object($0.members)["step"] } == ["view-basket", "customer", "payment-info"])
  }

  @Test func users() {
    let user = UserModel()
    (user.username, user.externalId, user.email) = ("ana", "7", "ana@shop.example")
    (user.mobilePhone, user.fullName, user.gender) = ("+1555", "Ana", "F")
    (user.age, user.birthdate, user.memberSince) = ("27", "23.01.1980", "20.01.2014")
    (user.location, user.segments) = ("New York", ["VIP"])
    (user.isLogin, user.isRegistered) = (true, false)
    (user.emailNtf, user.smsNtf, user.whatsappNtf) = (true, false, true)
    user.lastSearchDeletedKeywords = ["dress"]
    #expect(
      own(user.fact(.update)) == [
        "age": "27", "birthdate": "23.01.1980", "email": "ana@shop.example", "emailNtf": true,
        "externalId": "7", "fullName": "Ana", "gender": "F", "isLogin": true,
        "isRegistered": false, "lastSearchDeletedKeywords": ["dress"], "location": "New York",
        "memberSince": "20.01.2014", "phone": "+1555", "segments": ["VIP"], "smsNtf": false,
        "step": "update", "username": "ana", "whatsappNtf": true,
      ])
    let words = [user.fact(.signUp), user.fact(.signIn), user.fact(.signOut)].map {
      JSON.object($0.members)["step"]?.string
    }
    #expect(words == ["signup", "signin", "signout"])
    #expect(
      user.fact(.deleteLastSearch).members.contains(
        JSON.Member("step", "delete_last_search")))
  }

  @Test func searches() {
    let (instant, faceted) = (SearchPageModel(), SearchFacetPageModel())
    #expect(own(instant.fact) == ["query": "", "type": "instant"])
    faceted.query = "dress"
    faceted.trigger = "enter"
    faceted.filters = [FacetedFilter(facet: "brand", values: ["Acme"])]
    #expect(
      own(faceted.fact) == [
        "filters": [["facet": "brand", "values": ["Acme"]]],
        "ordering": ["page": 1, "sort": "SMART_SORTING"], "query": "dress", "trigger": "enter",
        "type": "faceted",
      ])
  }

  @Test func banners() {
    let (banner, group) = (BannerOperationsModel(), BannerGroupViewModel())
    (banner.title, banner.group, banner.order) = ("Sale", "home", 2)
    (banner.productId, banner.category, banner.brand, banner.label) = ("1", "c", "b", "l")
    banner.activeBanners = [ClickedBannerObject(title: "Sale", group: "home", order: 2)]
    #expect(
      own(banner.fact(.click)) == [
        "activeBanners": [["group": "home", "order": 2, "title": "Sale"]], "brand": "b",
        "category": "c", "group": "home", "label": "l", "order": 2, "productId": "1",
        "title": "Sale", "type": "click",
      ])
    let inner = InternalBannerModel()
    (inner.title, inner.image, inner.order) = ("Sale", "https://a.example/s.png", 0)
    inner.urls = ["https://a.example/"]
    (group.group, group.banners) = ("home", [inner])
    #expect(
      own(group.fact(isView: false)) == [
        "banners": [
          [
            "image": "https://a.example/s.png", "order": 0, "title": "Sale",
            "urls": ["https://a.example/"],
          ]
        ], "group": "home",
      ])
    #expect(group.fact(isView: true).place == .event(.bannerGroupView))
  }

  @Test("A campaign in parts is tapped on by its product part")
  func interactions() async throws {
    let (fake, phone) = (SegmentifyFake(), SegmentifyPhone())
    let session = phone.run(fake, clock: ManualClock())
    let manager = SegmentifyManager(session)
    manager.sendClickView(instanceId: "fcs_1", interactionId: "9")
    manager.sendClickView(instanceId: "scn_1", interactionId: "9")
    manager.sendWidgetView(instanceId: "fcs_1", interactionId: "act_1")
    manager.sendSearchClickView(instanceId: "scn_1", interactionId: "act_1")
    manager.sendImpression(instanceId: "scn_1", interactionId: "act_1")
    try await eventually {
      await session.flush()
      return fake.facts.count == 5
    }
    #expect(
      fake.facts.map { "\($0["type"]?.string ?? "") \($0["instanceId"]?.string ?? "")" } == [
        "click fcs_1|product", "click scn_1", "widget-view fcs_1", "search scn_1",
        "impression scn_1",
      ])
    await session.close()
  }

  @Test("Notifications go to their own paths, and no server's key ever does")
  func notifications() async throws {
    let (fake, phone) = (SegmentifyFake(), SegmentifyPhone())
    let session = phone.run(fake, clock: ManualClock())
    let (manager, model) = (SegmentifyManager(session), NotificationModel())
    #expect(manager.getTrackingParameters().utm_source == nil)
    (model.deviceToken, model.firebaseServerKey) = ("t1", "secret of the server")
    (model.type, model.providerType) = (.SUBSCRIBE_TOPIC, .APNS)
    (model.topic, model.params) = ("sale", ["a": "b"])
    manager.sendNotification(segmentifyObject: model)
    let opened = NotificationModel()
    (opened.instanceId, opened.interactionId) = ("scn_push", "p1")
    manager.sendNotificationInteraction(segmentifyObject: opened)
    try await eventually {
      await session.flush()
      return fake.facts.count == 2
    }
    let paths = fake.requests.filter { $0.method == "POST" }.map(\.url)
    #expect(
      paths == [
        "https://go.example.com/native/subscription/push",
        "https://go.example.com/native/interaction/notification",
      ])
    #expect(fake.facts[0]["userId"] == "-1" && fake.facts[0]["providerType"] == "APNS")
    #expect(fake.facts[0]["os"] == "IOS" && fake.facts[0]["osVersion"] == "17.4")
    #expect(fake.facts[1]["type"] == "CLICK" && fake.facts[1]["instanceId"] == "scn_push")
    #expect(!fake.facts.contains { $0.text.has(text: "secret of the server") })
    #expect(phone.lines.withLock { $0.contains { $0.has(text: "firebaseServerKey") } })
    let utm = manager.getTrackingParameters()
    #expect(utm.utm_source == "segmentify" && utm.utm_medium == "push")
    #expect(utm.utm_campaign == "scn_push" && utm.utm_content == "p1")
    await session.close()
  }
}
