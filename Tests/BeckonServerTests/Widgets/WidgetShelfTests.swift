import BeckonModel
import Testing

/// Widgets as our own clients ask for them, by name.
@Suite struct WidgetShelfTests {
  private static let experiment: JSON = [
    "code": "offers",
    "experiment": [
      "name": "offers", "hold_out_percent": 40,
      "variants": [["name": "new", "percent": 30, "methods": [["method": "new_arrivals"]]]],
    ],
  ]

  private static func run(
    _ widget: JSON, _ body: @Sendable (TestServer, TestShop) async throws -> Void
  ) async throws {
    try await TestServer.run { server in
      let shop = TestShop(server)
      for product in ["shoe", "boot", "sock"] {
        try await shop.tell(product, ["title": .string("The " + product)])
      }
      for visitor in ["a", "b", "c"] { try await shop.visit(visitor, ["shoe", "boot"]) }
      let made = try await server.app.post("/v1/widgets", WidgetTests.home.and(widget))
      #expect(made.status == 201, "\(made.text)")
      try await server.wait()
      try await body(server, shop)
    }
  }

  private static func meet(_ app: TestApp, _ install: String) async throws {
    let event: JSON = [
      "id": .string("met " + install), "name": "recommendation_interaction",
      "install_id": .string(install),
      "properties": ["kind": "impression", "instance": "offers"],
    ]
    let answer = try await app.post("/v1/events", ["events": [event]])
    #expect(answer.string("receipts.0.status") == "accepted", "\(answer.text)")
  }

  @Test("A widget shows what its settings say, above it its title, and each product with a reason")
  func shown() async throws {
    let widget: JSON = [
      "code": "offers", "titles": ["en": "Offers", "de": "Angebote"], "static_items": ["sock"],
      "item_count": 3,
    ]
    try await Self.run(widget) { server, shop in
      let answer = try await shop.ask("widget=offers&language=de&product=shoe")
      #expect(answer.string("title") == "Angebote" && answer.string("arm") == "main")
      let items = answer.list("items")
      #expect(items.map { $0["product"] } == ["sock", "boot"], "\(answer.text)")
      #expect(items.map { $0["reason"] } == ["static_item", "popular"])
      #expect(items[0]["title"] == "The sock" && items[0]["score"] == nil)
      #expect(try await server.app.patch("/v1/widgets/offers", ["state": "test"]).status == 200)
      let hidden = try await shop.ask("widget=offers")
      #expect(hidden.list("items").isEmpty && hidden.value("arm") == nil, "\(hidden.text)")
      #expect(try await shop.products("widget=offers&test_mode=true") == ["sock", "shoe", "boot"])
    }
  }

  @Test("Who asks sees what they draw before they are known, when they meet it, and ever after")
  func drawing() async throws {
    try await Self.run(Self.experiment) { server, shop in
      var arms: [String: Int64] = [:]
      var ofVariant: String?
      for install in 0..<40 {
        let query = "widget=offers&install_id=phone-\(install)"
        let first = try await shop.ask(query)
        let arm = try #require(first.string("arm"))
        #expect(first.list("items").isEmpty == (arm == "hold_out"), "\(first.text)")
        arms[arm, default: 0] += 1
        if arm == "new" { ofVariant = query }
        try await Self.meet(server.app, "phone-\(install)")
        #expect(try await shop.ask(query).string("arm") == arm)
      }
      #expect(arms.count == 3, "40 draw of three: \(arms)")
      try await server.wait(minutes: 1)
      let report = try await server.app.get("/v1/widgets/offers/report?by=day")
      let met = report.list("arms").map { ($0["arm"]?.string ?? "", $0["visitors"]?.integer ?? 0) }
      #expect(Dictionary(uniqueKeysWithValues: met) == arms, "\(report.text)")
      // Who saw a variant that is no more draws again, and all the lots say nothing now.
      let changed: JSON = ["experiment": ["name": "offers", "hold_out_percent": 100]]
      #expect(try await server.app.patch("/v1/widgets/offers", changed).status == 200)
      #expect(try await shop.ask(#require(ofVariant)).string("arm") == "hold_out")
    }
  }

  @Test("A person sees the same on each device that is proven to be theirs")
  func person() async throws {
    try await Self.run(Self.experiment) { server, shop in
      let app = server.app
      for name in (0..<6).map({ "ana-\($0)" }) {
        var arms: [String?] = []
        for device in 0..<2 {
          let phone = try await app.phone(at: "198.51.100.\(device + 1)").install()
          let more: JSON = ["install_id": .string(phone.installID)]
          let person = try await app.signUp(name, more: more, token: phone.token)
          let path = "/v1/recommendations?widget=offers"
          let shown = [
            try await app.get(path + "&person=" + person.id),
            try await app.get(
              path + "&install_id=" + phone.installID, as: .publishable, token: phone.token),
          ]
          arms += shown.map { $0.string("arm") }
          try await Self.meet(app, phone.installID)
          arms.append(try await app.get(path + "&install_id=" + phone.installID).string("arm"))
        }
        #expect(arms.count == 6 && arms[0] != nil && Set(arms).count == 1, "\(name): \(arms)")
      }
    }
  }

  @Test("An impression of a widget that the app has not is stored, and warned of")
  func misspelt() async throws {
    try await Self.run(["code": "ofers"]) { server, _ in
      let event: JSON = [
        "id": "e1", "name": "recommendation_interaction", "install_id": "a",
        "properties": ["kind": "click", "instance": "offers", "interaction": "boot"],
      ]
      let answer = try await server.app.post("/v1/events", ["events": [event]])
      #expect(answer.string("receipts.0.status") == "accepted")
      #expect(answer.text.has(text: "the app has none 'offers'"), "\(answer.text)")
    }
  }

  @Test(
    "What the widget decides cannot be told besides, and a widget that is none is named",
    arguments: ["method=popular", "count=3", "out_of_stock=true", "test_mode=yes"])
  func refused(_ told: String) async throws {
    try await Self.run(["code": "offers"]) { server, _ in
      let answer = try await server.app.get("/v1/recommendations?widget=offers&" + told)
      #expect(answer.status == 422, "\(answer.text)")
      #expect(answer.string("field") == told.split(separator: "=").first.map(String.init))
      #expect(try await server.app.get("/v1/recommendations?widget=offer").status == 404)
      let alone = try await server.app.get("/v1/recommendations?test_mode=true")
      #expect(alone.string("field") == "test_mode", "\(alone.text)")
    }
  }
}
