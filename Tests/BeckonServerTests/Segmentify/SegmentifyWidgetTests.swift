import BeckonContractSegmentify
import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonServer

/// What a widget shows, as this vendor's clients are answered
/// (docs/PROTOCOLS/segmentify.md, Recommendations).
@Suite struct SegmentifyWidgetTests {
  private static let now = Instant(milliseconds: 1_790_000_000_000)
  private static let showing = Identifier(high: 0, low: 7)

  private static func product(
    _ id: String, _ fields: [(ProductKey, ProductValue)] = []
  ) -> BeckonEngine.Product {
    var product = BeckonEngine.Product(id: id, at: now)
    for (key, value) in fields {
      product.told[key] = .init(value, by: .server, at: now)
    }
    return product
  }

  private static let shoe = product(
    "shoe",
    [
      (ProductKey(.title), .text("Shoe")), (ProductKey(.title, "tr"), .text("Ayakkabı")),
      (ProductKey(.language), .text("en")), (ProductKey(.price), .number(1_990)),
      (ProductKey(.oldPrice), .number(2_990)), (ProductKey(.price, "TRY"), .number(70_000)),
      (ProductKey(.currency), .text("EUR")), (ProductKey(.categories), .texts(["Men > Shoes"])),
      (ProductKey(.image), .text("https://shop.example/1.jpg")), (ProductKey(.stock), .number(3)),
      (ProductKey(.url), .text("https://shop.example/shoe")),
      (ProductKey(.params), .map([JSON.Member("sole", "gum")])),
    ])

  /// What a widget with these methods shows of products, each of which each method proposes.
  private static func shown(
    methods: [WidgetMethod], _ products: [BeckonEngine.Product], staticItems: [String] = [],
    arm: WidgetArm = .main, language: String? = nil, currency: String? = nil
  ) -> Segmentify.Recommendation? {
    var settings = WidgetSettings(
      name: "For you", page: WidgetPage(.home), methods: methods)
    settings.staticItems = staticItems
    settings.titles = [WidgetTitle(language: "en", text: "You may also like")]
    let widget = Widget(
      id: WidgetID(Identifier(high: 0, low: 1)), code: "scn_ad75948b1e000", settings)
    let candidates = products.map { WidgetCandidate($0.id, score: 1, .popular) }
    var rule = WidgetRule(
      candidates: Dictionary(methods.map { ($0.source, candidates) }) { first, _ in first },
      products: Dictionary(products.map { (TextKey($0.id), $0) }) { first, _ in first })
    var visit = WidgetVisit(WidgetPage(.home), at: now)
    (visit.language, visit.currency) = (language, currency.flatMap(Currency.init))
    return Segmentify.Recommendation.json(
      of: rule.decide(widget, arm: arm, on: visit), showing: showing
    ).flatMap(Segmentify.Recommendation.init(json:))
  }

  @Test("A list has its source, its count as text, and its products under its key")
  func list() throws {
    let shown = try #require(
      Self.shown(methods: [WidgetMethod(.recommended, window: .day)], [Self.product("a")]))
    #expect(
      shown.json == [
        "type": "recommendProducts",
        "params": [
          "notificationTitle": "You may also like", "instanceId": "scn_ad75948b1e000",
          "actionId": "act_00000000000000000000000007", "staticItems": "[]",
          "dynamicItems": .string(
            #"[{"recommendationSource":"RECOMMENDATION_SMART_OFFERS","timeFrame":"TODAY","#
              + #""score":"NONE","itemCount":"1"}]"#),
          "recommendedProducts": [
            "RECOMMENDATION_SMART_OFFERS|TODAY|NONE": [
              [
                "productId": "a", "category": [],
                "lastUpdateTime": .integer(Self.now.milliseconds), "inStock": true,
              ]
            ],
            "RECOMMENDATION_SOURCE_STATIC_ITEMS": [],
          ],
        ],
      ])
    #expect(Segmentify.Recommendation(json: shown.json) == shown)
  }

  @Test("A product is told in the visitor's language and currency, prices as numbers and as text")
  func product() throws {
    let turkish = Segmentify.Product(Self.shoe, language: "TR", Currency("TRY"))
    #expect(
      turkish.json == [
        "productId": "shoe", "name": "Ayakkabı", "url": "https://shop.example/shoe",
        "image": "https://shop.example/1.jpg", "mainCategory": "Men > Shoes",
        "priceText": "700.00 TRY", "language": "TR", "currency": "TRY",
        "category": ["Men > Shoes"], "categories": ["Men > Shoes"], "price": .number("700.00"),
        "stockCount": 3, "lastUpdateTime": .integer(Self.now.milliseconds), "inStock": true,
        "params": ["sole": "gum"],
      ], "\(turkish.json.text)")
    // A price in a currency that it has not is told in its own, the older one too.
    let own = Segmentify.Product(Self.shoe, language: nil, Currency("USD"))
    #expect(own.numbers[.price] == "19.90" && own.numbers[.oldPrice] == "29.90")
    #expect(own.texts[.currency] == "EUR" && own.texts[.name] == "Shoe")
  }

  @Test("What was chosen by hand stands beside a list, and is one itself where there is none")
  func staticItems() throws {
    let products = ["a", "b"].map { Self.product($0) }
    let beside = try #require(
      Self.shown(methods: [WidgetMethod(.popular)], products, staticItems: ["b"]))
    #expect(beside.staticItems == ["b"])
    #expect(beside.dynamicItems.map(\.key) == ["RECOMMENDATION_SOURCE_MOST_POPULAR"])
    #expect(beside.products(of: "RECOMMENDATION_SOURCE_MOST_POPULAR").map(\.id) == ["a"])
    #expect(beside.products(of: Segmentify.Recommendation.staticItemsKey).map(\.id) == ["b"])
    let alone = try #require(Self.shown(methods: [], products, staticItems: ["b", "a"]))
    #expect(alone.staticItems == [])
    #expect(alone.dynamicItems.map(\.key) == [Segmentify.Recommendation.staticItemsKey])
    #expect(alone.dynamicItems.map(\.itemCount) == [2])
    #expect(alone.products(of: Segmentify.Recommendation.staticItemsKey).map(\.id) == ["b", "a"])
  }

  @Test("Two methods of one source are one list, since clients find lists by their source")
  func oneSource() throws {
    let products = ["a", "b", "c"].map { Self.product($0) }
    let shown = try #require(
      Self.shown(
        methods: [
          WidgetMethod(.popular, count: 1), WidgetMethod(.lastVisited, window: .week, count: 1),
          WidgetMethod(.popular, count: 1),
        ], products))
    #expect(
      shown.dynamicItems.map(\.key) == [
        "RECOMMENDATION_SOURCE_MOST_POPULAR", "RECOMMENDATION_SOURCE_LAST_VISITED|THIS_WEEK|NONE",
      ])
    #expect(shown.dynamicItems.map(\.itemCount) == [2, 1])
    #expect(shown.products(of: shown.dynamicItems[0].key).map(\.id) == ["a", "c"])
  }

  @Test("Who is shown nothing gets an empty list, and so does who has nothing to see")
  func nothing() {
    let methods = [WidgetMethod(.popular)]
    let holdOut = Self.shown(methods: methods, [Self.product("a")], arm: .holdOut)
    #expect(holdOut == nil)
    #expect(Self.shown(methods: methods, []) == nil)
    let answer = Segmentify.Answer([[holdOut].compactMap { $0 }], at: Self.now)
    #expect(answer.json["responses"] == [[]])
  }

  @Test("What a client tells of a widget with those ids is read back to it")
  func readBack() throws {
    let shown = try #require(
      Self.shown(methods: [WidgetMethod(.popular)], [Self.product("a")]))
    let widget = Widget(
      id: WidgetID(Identifier(high: 0, low: 1)), code: "fcs_home",
      WidgetSettings(name: "n", page: WidgetPage(.home)))
    for (type, interaction, product) in [
      ("impression", shown.actionID, nil), ("click", "a", "a"),
    ] as [(String, String, String?)] {
      let told: JSON = [
        "name": "INTERACTION", "userId": "1", "sessionId": "2", "type": .string(type),
        "instanceId": .string(Segmentify.tapped(widget.code)),
        "interactionId": .string(interaction),
      ]
      let event = try Segmentify.Event(json: told)
      let touches = try TranslatedEvent(event).events.flatMap { $0.touches(of: [widget]) }
      #expect(touches.map(\.widget.code) == ["fcs_home"])
      #expect(touches.map(\.product) == [product])
    }
  }
}
