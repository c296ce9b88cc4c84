import BeckonModel
import BeckonTesting

/// A visit of somebody honest to the shop: they look around, and some buy, which the shop's server
/// then tells too. Nobody signs in, so it is nobody's reward. It is the same in both shops.
struct HonestVisit {
  private let life: HonestLife
  private let round: Int
  private let seen: [String]
  private let buys: Bool
  private let putsBack: Bool

  /// `nil` when they do not come in this round.
  init?(_ life: HonestLife, _ round: Int) {
    var chance = SeededGenerator(seed: UInt64(life.plan.number * 1_000 + round))
    guard chance.hits(0.4) else { return nil }
    (self.life, self.round) = (life, round)
    seen = (0..<Int.random(in: 1...4, using: &chance)).map { _ in
      chance.pick(ShoppingTerms.products)
    }
    buys = chance.hits(0.4)
    putsBack = chance.hits(0.2)
  }

  /// What their app calls them; made by chance, so no thief knows it.
  static func visitor(_ number: Int) -> String {
    var chance = SeededGenerator(seed: UInt64(number) &+ 0x5F3E)
    return String(chance.next())
  }

  private func event(_ name: String, _ more: JSON) -> JSON {
    FraudVendor.segmentifyEvent(Self.visitor(life.plan.number), name, more)
  }

  /// What they do, in one request.
  /// - Throws: when the server is gone.
  func take() throws {
    let last = seen.last ?? ""
    var events =
      [event("PAGE_VIEW", ["category": "Home Page"])]
      + seen.map { event("PRODUCT_VIEW", ["productId": .string($0)]) }
      + [
        event(
          "INTERACTION",
          [
            "type": "click", "instanceId": .string(ShoppingTerms.popular),
            "interactionId": .string(last),
          ]),
        event("BASKET_OPERATIONS", ["step": "add", "productId": .string(last)]),
      ]
    if putsBack {
      events.append(event("BASKET_OPERATIONS", ["step": "remove", "productId": .string(last)]))
    } else if buys {
      events.append(event("CHECKOUT", order(of: last)))
    }
    events.append(event("PAGE_VIEW", ["category": "Home Page"]))
    let address = life.plan.address(.home)
    let answer = try tell(FraudVendor.segmentifyCall(life.shop, events, address: address))
    expectHonest(answer)
    guard buys, !putsBack else { return }
    var call = FraudVendor.segmentifyCall(
      life.shop, [event("CHECKOUT", order(of: last))], address: FraudNetwork.appServer)
    call.path = "/add/events/v1.json?apiKey=" + life.shop.secret
    _ = try tell(call, as: .appServer)
  }

  private func order(of product: String) -> JSON {
    [
      "step": "purchase", "orderNo": .string("shop-\(life.plan.number * 1_000 + round)"),
      "totalPrice": .string(ShoppingTerms.price(of: product)),
      "productList": [["productId": .string(product), "quantity": 1]],
    ]
  }

  private func tell(_ call: FraudCall, as actor: FraudActor? = nil) throws -> SimulatedAnswer {
    let actor = actor ?? .honest(life.plan.number)
    let answer = try life.town.ask(call, of: life.shop, by: actor, "a visit")
    if answer.json?["statusCode"] != "SUCCESS" {
      life.town.journal.violate(
        .lockedOut, "a visit to the \(life.shop.kind) shop",
        "person \(life.plan.number) was answered "
          + String(decoding: answer.body.prefix(300), as: UTF8.self))
    }
    return answer
  }

  /// What is shown is the shop's, and what they saw last is what they saw.
  private func expectHonest(_ answer: SimulatedAnswer) {
    let shown = FraudVendor.segmentifyShown(answer)
    life.town.countShown(shown.count)
    for (widget, product) in shown where !ShoppingTerms.products.contains(product) {
      life.town.journal.violate(
        .misled, "a product that the shop does not have",
        "person \(life.plan.number) was shown \(product) in \(widget)")
    }
  }
}
