import BeckonContractSegmentify
import BeckonModel
import Testing

@testable import BeckonServer

/// The shapes that the vendor's clients need, to the type: one wrong type stops an app.
@Suite struct SegmentifyAnswerTests {
  private var recommendation: Segmentify.Recommendation {
    var shirt = Segmentify.Product(id: "25799809929")
    shirt.texts = [.name: "T-Shirt", .url: "https://shop.example/p", .priceText: "78.50 €"]
    shirt.lists = [.category: ["Womenswear"]]
    shirt.numbers = [.price: "78.50", .lastUpdateTime: "1700000000000"]
    shirt.isInStock = true
    let item = Segmentify.Recommendation.DynamicItem(
      source: "RECOMMENDATION_SMART_OFFERS", timeFrame: "TODAY", score: "NONE", itemCount: 10)
    return Segmentify.Recommendation(
      title: "You may also like", instanceID: "scn_1", actionID: "act_1", dynamicItems: [item],
      products: [(item.key, [shirt])])
  }

  @Test func aRecommendation() throws {
    let expected: JSON = [
      "type": "recommendProducts",
      "params": [
        "notificationTitle": "You may also like", "instanceId": "scn_1", "actionId": "act_1",
        "staticItems": "[]",
        "dynamicItems": .string(
          "[{\"recommendationSource\":\"RECOMMENDATION_SMART_OFFERS\",\"timeFrame\":\"TODAY\","
            + "\"score\":\"NONE\",\"itemCount\":\"10\"}]"),
        "recommendedProducts": [
          "RECOMMENDATION_SMART_OFFERS|TODAY|NONE": [
            [
              "productId": "25799809929", "name": "T-Shirt", "url": "https://shop.example/p",
              "priceText": "78.50 €", "category": ["Womenswear"], "price": .number("78.50"),
              "lastUpdateTime": 1_700_000_000_000, "inStock": true,
            ]
          ],
          "RECOMMENDATION_SOURCE_STATIC_ITEMS": [],
        ],
      ],
    ]
    #expect(recommendation.json.text == expected.text)
    #expect(Segmentify.Recommendation(json: recommendation.json) == recommendation)
  }

  @Test func theEnvelope() throws {
    let at = Instant(milliseconds: 1_700_000_000_000)
    var answer = Segmentify.Answer([[recommendation], []], at: at)
    answer.notes = [.init(1, .success, "It has no 'oldUserId', so nothing changes.")]
    #expect(Segmentify.Answer(json: answer.json) == answer)
    #expect(
      Segmentify.Answer([], at: at).json.text
        == "{\"responses\":[[]],\"search\":[],\"campaigns\":[],\"coupons\":[],\"experiments\":[],"
        + "\"statusCode\":\"SUCCESS\",\"timestamp\":1700000000000}")
    #expect(Segmentify.Answer(json: [:])?.statusCode == .serverError)
    #expect(Segmentify.Answer(json: "no") == nil)
  }

  @Test("The score counts behind a time frame only, as clients look for it")
  func keys() {
    func key(_ frame: String?, _ score: String?) -> String {
      Segmentify.Recommendation.DynamicItem(
        source: "S", timeFrame: frame, score: score, itemCount: 1
      ).key
    }
    #expect(key("TODAY", "NONE") == "S|TODAY|NONE" && key("TODAY", nil) == "S|TODAY")
    #expect(key(nil, "NONE") == "S" && key(nil, nil) == "S")
  }

  @Test func partsOfCampaigns() {
    #expect(Segmentify.tapped("fcs_1") == "fcs_1|product")
    #expect(Segmentify.tapped("fcs_1|product") == "fcs_1|product")
    #expect(Segmentify.tapped("scn_1") == "scn_1")
    #expect(Segmentify.campaign(of: "fcs_1|product") == "fcs_1")
    #expect(Segmentify.campaign(of: "scn_1|x") == "scn_1|x")
  }

  @Test("Static items without a dynamic list would stop the client for iOS")
  func staticItemsNeedAList() {
    let only = Segmentify.Recommendation(
      title: "t", instanceID: "i", actionID: "a", dynamicItems: [], staticItems: ["p"],
      products: [])
    #expect(only.json["params"]?["staticItems"] == "[]")
  }

  @Test("A search gets its place, and a page of results an object that clients can read")
  func searches() async throws {
    try await TestServer.run { server in
      let shop = SegmentifyShop(server.app)
      let instant = try await shop.send(shop.event("SEARCH", ["query": "Dress"]))
      #expect(instant.json["search"]?[0]?[0]?["campaign"]?["instanceId"] == "SEARCH")
      #expect(instant.list("responses") == [[]])
      let both = try await shop.send([
        shop.event("PAGE_VIEW"), shop.event("SEARCH", ["type": "faceted", "query": "x"]),
      ])
      #expect(both.list("search").first == [], "\(both.text)")
      #expect(both.json["search"]?[1]?[0]?["products"] == [], "\(both.text)")
      let none = try await shop.send(shop.productView)
      #expect(none.list("search").isEmpty && none.list("responses") == [[]])
    }
  }
}
