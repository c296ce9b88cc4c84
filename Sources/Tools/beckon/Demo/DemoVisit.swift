import BeckonEngine
import BeckonModel
import BeckonSDK
import Foundation

/// Fay's visit to the pirates' shop, from its home page to her order: after each click what the
/// shop recommends to her, and why.
final class DemoVisit {
  private let server: DemoServer
  private let narrator: Narrator
  private let order = "order-of-fay"
  private var install = ""

  init(server: DemoServer, narrator: Narrator) {
    (self.server, self.narrator) = (server, narrator)
  }

  func play() async throws {
    try await open()
    let fay = try DemoPhone(of: "fay", at: "203.0.113.61", server)
    install = try await fay.sdk.start().install
    try await home(fay)
    try await look(fay)
    try await fillBasket(fay)
    try await buy(fay)
    await fay.sdk.close()
  }

  private func open() async throws {
    narrator.chapter("The pirates open a shop")
    try await DemoShop.open(on: server)
    narrator.tell(
      "\(DemoShop.products.count) products, and \(DemoShop.visitCount) visits of the last two "
        + "weeks, told by the shop's server")
    // Others' visits count once the server has read them, which it does by itself, in their order.
    for _ in 0..<100 {
      let list = try await server.ask(
        "GET", "/v1/recommendations?product=hat&method=also_viewed&out_of_stock=true")
      let known = (list["items"]?.elements ?? []).compactMap { $0["product"]?.string }
      if list["warming"] == nil, known.contains(DemoShop.lastVisited) { return }
      try await Task.sleep(nanoseconds: 100_000_000)
    }
    throw Failure("the server recommends nothing after ten seconds", "beckon doctor")
  }

  private func home(_ fay: DemoPhone) async throws {
    narrator.chapter("Fay, whom nobody knows, comes to the home page")
    fay.sdk.track("page_viewed", ["category": "Home Page"])
    let shelf = try await shelf(fay, ShopPage())
    let reasons: Set = ["trending", "popular", "best_seller", "new_arrival"]
    narrator.expect(
      !shelf.isEmpty && shelf.allSatisfy { reasons.contains($0.reason) },
      "she is shown what others look at and buy")
    narrator.expect(
      !shelf.contains { $0.id == "parrot" }, "the parrot, which many look at, is sold out")
  }

  private func look(_ fay: DemoPhone) async throws {
    narrator.chapter("She looks at the hat")
    fay.sdk.track("product_viewed", ["product_id": "hat"])
    let clothes = try await shelf(fay, ShopPage(product: "hat"))
    narrator.expect(clothes.first?.id == "boots", "who looked at the hat went on to the boots")
    narrator.chapter("She looks at the spyglass")
    fay.sdk.track("product_viewed", ["product_id": "spyglass"])
    let shelf = try await shelf(fay, ShopPage(product: "spyglass"))
    narrator.expect(
      shelf.first?.id == "compass" && shelf.first?.reason == "followed",
      "one click later the list is another one")
    narrator.tell("and below, more of the kind:")
    let kind = try await self.shelf(fay, ShopPage(product: "spyglass"), .similar)
    narrator.expect(
      kind.contains { $0.id == "astrolabe" },
      "the astrolabe is found too, though nobody has ever looked at it")
  }

  private func fillBasket(_ fay: DemoPhone) async throws {
    narrator.chapter("She puts the compass into her basket")
    fay.sdk.track("product_viewed", ["product_id": "compass"])
    fay.sdk.track("basket_changed", ["step": "add", "product_id": "compass"])
    let shelf = try await shelf(fay, ShopPage(), .boughtTogether)
    narrator.expect(
      !shelf.isEmpty && !shelf.contains { $0.id == "compass" },
      "beside the basket stands what others bought with a compass")
  }

  private func buy(_ fay: DemoPhone) async throws {
    narrator.chapter("She buys the compass and the chart, and the shop's server says so too")
    fay.sdk.track(
      "purchase",
      [
        "products": [["product_id": "compass"], ["product_id": "chart"]],
        "order_id": .init(order),
      ])
    _ = await fay.sdk.flush()
    let claimed = try await payments()
    let amount = claimed.first?["decimal"]?.string ?? "?"
    narrator.expect(
      claimed.count == 1 && claimed[0]["trust"] == "client",
      "her phone's word is one order of EUR \(amount), and a claim")
    _ = try await server.ask(
      "POST", "/v1/payments", ["id": .string(order), "amount": "36.50", "currency": "EUR"])
    let told = try await payments()
    narrator.expect(
      told.count == 1 && told[0]["trust"] == "server",
      "the server's word takes its place: still one order, now revenue")
  }

  /// What was paid on her phone.
  private func payments() async throws -> [JSON] {
    try await server.ask("GET", "/v1/payments?install=" + install)["payments"]?.elements ?? []
  }

  /// What the shop shows her now, told as a table.
  private func shelf(
    _ fay: DemoPhone, _ page: ShopPage, _ method: BeckonSDK.RecommendationMethod? = nil
  ) async throws -> [RecommendedProduct] {
    // What she has just done counts once it is sent.
    _ = await fay.sdk.flush()
    let shelf = try await fay.sdk.recommendations(on: page, by: method, limit: 4)
    narrator.table(
      ["recommended", "price", "why"],
      shelf.products.map { product in
        [
          product.title ?? product.id, "\(product.currency ?? "") \(product.price ?? "")",
          Self.why(product.reason),
        ]
      })
    return shelf.products
  }

  /// A reason in words for people.
  private static func why(_ word: String) -> String {
    switch RecommendationReason(rawValue: word) {
    case .cameBack: "visitors come back to it"
    case .followed: "others went straight on to it"
    case .similarSessions: "seen in visits like this one"
    case .oneStepFurther: "seen beside what such visits saw"
    case .alsoViewed: "who saw this saw that too"
    case .boughtTogether: "bought together"
    case .trending: "more look at it than before"
    case .popular: "many look at it"
    case .bestSeller: "many buy it"
    case .newArrival: "new in the shop"
    case .lastVisited: "seen before"
    case .priceDrop: "costs less than before"
    case .similarContent: "of the same kind"
    case nil: word
    }
  }
}
