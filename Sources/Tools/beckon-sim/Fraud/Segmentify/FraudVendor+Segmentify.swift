import BeckonContract
import BeckonContractSegmentify
import BeckonModel

extension FraudVendor {
  /// Segmentify's protocol, whose key stands in every app, and in which nobody proves who they are.
  static let segmentify: FraudVendor = FraudVendor(
    vendor: .segmentify, routes: SegmentifyKeyRoute.routes + SegmentifyRoute.routes,
    moves: ThiefMove.segmentify + ThiefMove.segmentifyOthers,
    shopping: Shopping(
      open: { shop, server in try ShoppingTerms.open(shop, server) },
      visit: { life, round in try HonestVisit(life, round)?.take() },
      audit: { town in try ShoppingAudit(town).check() }))

  /// A call with events, as a client sends it.
  static func segmentifyCall(_ shop: FraudShop, _ events: [JSON], address: String) -> FraudCall {
    FraudCall(
      path: "/add/events/v1.json?apiKey=" + segmentify.key(in: shop), key: .none,
      body: .array(events), address: address)
  }

  /// An event of a visitor.
  static func segmentifyEvent(_ visitor: String, _ name: String, _ more: JSON = [:]) -> JSON {
    let usual: JSON = [
      "name": .string(name), "userId": .string(visitor), "sessionId": "1", "os": "ios",
      "lang": "EN", "currency": .string(ShoppingTerms.currency),
    ]
    return .object((usual.members ?? []) + (more.members ?? []))
  }

  /// Ids of the products that an answer shows, by the widget that shows them.
  static func segmentifyShown(_ answer: SimulatedAnswer) -> [(widget: String, product: String)] {
    let lists = (answer.json?["responses"]?.elements ?? []).flatMap { $0.elements ?? [] }
    return lists.flatMap { list in
      let params = list["params"]
      let products = (params?["recommendedProducts"]?.members ?? []).flatMap {
        $0.value.elements ?? []
      }
      let widget = params?["instanceId"]?.string ?? ""
      return products.compactMap { $0["productId"]?.string.map { (widget, $0) } }
    }
  }
}
