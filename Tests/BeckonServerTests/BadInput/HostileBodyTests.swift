import BeckonContract
import BeckonModel
import BeckonTesting
import TestDatabases
import Testing

/// Every route with every hostile body: never a fault of the server, always a problem of the closed
/// list.
@Suite struct HostileBodyTests {
  private static let text = String(repeating: "\u{202E}💣'\"<>;--", count: 20)

  /// Values that some field somewhere might not expect.
  private static let values: [JSON] = [
    .null, true, 0, -1, 1.5, 1e300, .number("1e999"), .number("-0"), .number("9223372036854775807"),
    .number("-9223372036854775808"), .number("18446744073709551616"), "", "x", .string(text),
    "per_00000000000000000000000000", "per_7zzzzzzzzzzzzzzzzzzzzzzzzz", "2026-06-01T09:00:00Z",
    "0000-01-01T00:00:00Z", "9999-12-31T23:59:60Z", "https://shop.example/", "%00", "referral", [],
    [[]], [:], ["a": ["b": .null]], .array(Array(repeating: 1, count: 2_000)),
  ]

  /// Every name that some body knows.
  private static let names = [
    "id", "user_id", "email", "phone", "wallet", "other_id", "install_id", "campaign", "referrer",
    "click_id", "attributes", "consent", "url", "code", "short", "ios", "android", "social", "utm",
    "expires_at", "platform", "os_version", "device_model", "screen", "language", "timezone",
    "link",
    "install_referrer", "pasteboard", "ip", "events", "sent_at", "name", "goal", "kind", "rules",
    "list_uuid", "exclusive_group", "person", "step", "amount", "unit", "decision", "reason",
    "into",
    "codes", "link_domains", "allowed_targets", "origins", "time_zone", "retention_days", "region",
    "weak_match_minutes", "click", "when", "to", "hold_days", "cap", "at", "properties",
  ]

  private static func value(_ dice: inout SeededGenerator, depth: Int = 0) -> JSON {
    switch dice.roll(depth > 3 ? 6 : 9) {
    case 0...5: values[dice.roll(values.count)]
    case 6: .array((0..<dice.roll(4)).map { _ in value(&dice, depth: depth + 1) })
    default: body(&dice, depth: depth + 1)
    }
  }

  private static func body(
    _ dice: inout SeededGenerator, depth: Int = 0, of known: [String]? = nil
  ) -> JSON {
    var members: [JSON.Member] = []
    let names = known ?? names
    for _ in 0..<dice.roll(12) {
      let name = names[dice.roll(names.count)]
      guard !members.contains(where: { $0.name == name }) else { continue }
      members.append(JSON.Member(name, value(&dice, depth: depth)))
    }
    return .object(members)
  }

  /// Bodies that are right but for one field. In a short run each field gets a third of the values,
  /// and each value comes to a third of the fields.
  private static func almostRight(_ right: JSON) -> [JSON] {
    let members = right.members ?? []
    return members.enumerated().flatMap { place, member in
      values.enumerated().filter { TestRun.isWhole || (place + $0.offset) % 3 == 0 }.map { value in
        .object(
          members.map { $0.name == member.name ? JSON.Member($0.name, value.element) : $0 })
      }
    }
  }

  fileprivate struct Place {
    let parameters: [String: String]
    let bodies: [Route: JSON]
  }

  private static func prepare(_ app: TestApp) async throws -> Place {
    let campaign = try await app.campaign(goal: 3, rules: [rule(["event": "buy"])])
    let ana = try await app.signUp("ana")
    let ben = try await app.signUp("ben", referrer: ana.code)
    try await app.event("buy", id: "first", of: ben)
    let phone = try await app.phone(at: "203.0.113.7").install()
    let link = try await app.link(["url": "https://shop.example/", "code": "a-code"])
    let transfer = try #require(try await app.transfers().first?["id"]?.string)
    let event: JSON = [
      "id": "e", "name": "buy", "person": .string(ben.id), "at": "2026-06-01T08:00:00Z",
      "properties": ["a": 1],
    ]
    return Place(
      parameters: [
        "link": link.id, "person": ben.id, "campaign": campaign.id, "transfer": transfer,
        "install": phone.installID, "pool": "spring", "code": link.code, "product": "shoe",
        "widget": try await app.post("/v1/widgets", WidgetTests.home).string("id") ?? "",
        "reminder": try await app.silentReminder(),
        "text": try await app.get("/v1/messages/texts").string("texts.0.id") ?? "",
      ],
      bodies: [
        PersonRoute.identify.route: [
          "user_id": "u", "email": "a@b.example", "install_id": "i",
          "campaign": .string(campaign.id),
          "referrer": .string(ana.id), "click_id": "c", "attributes": ["a": 1], "consent": "v",
        ],
        LinkRoute.create.route: [
          "url": "https://shop.example/", "code": "own", "campaign": .string(campaign.id),
          "ios": "x:y",
          "referrer": .string(ana.id), "social": ["title": "t"], "utm": ["source": "s"],
          "short": true,
          "expires_at": "2027-01-01T00:00:00Z",
        ],
        InstallRoute.register.route: [
          "install_id": "i2", "platform": "ios", "screen": ["width": 1, "height": 2, "scale": 3],
          "os_version": "17", "language": "tr", "timezone": "Europe/Istanbul", "link": "l",
          "click_id": "c", "install_referrer": "r", "pasteboard": "p", "ip": "203.0.113.7",
        ],
        LinkRoute.open.route: ["install_id": "i", "url": "https://go.example.com/a-code"],
        EventRoute.ingest.route: ["sent_at": "2026-06-01T09:00:00Z", "events": [event]],
        CampaignRoute.create.route: [
          "name": "n", "goal": 3, "kind": "contest", "url": "https://shop.example/",
          "list_uuid": "l",
          "exclusive_group": "g", "rules": [rule(["event": "x"])],
        ],
        CampaignRoute.update.route: [
          "name": "n", "url": "https://shop.example/", "rules": [], "goal": .null,
        ],
        CampaignRoute.convert.route: ["person": .string(ben.id), "step": 3, "id": "c"],
        RewardRoute.redeem.route: ["id": "r", "amount": 1, "unit": "pieces_of_eight"],
        RewardRoute.grant.route: [
          "id": "g", "campaign": .string(campaign.id), "amount": 1, "unit": "points", "reason": "r",
        ],
        InviteRoute.create.route: invite(by: ana, in: campaign),
        PersonRoute.update.route: ["attributes": ["level": 1], "consent": "v"],
        PersonRoute.merge.route: ["into": .string(ana.id)],
        RewardRoute.reviewTransfer.route: ["decision": "approve", "reason": "r"],
        RewardRoute.clawBackTransfer.route: ["reason": "r"],
        RewardRoute.noteFulfilment.route: ["status": "sent"],
        CampaignRoute.promote.route: ["person": .string(ben.id)],
        RewardRoute.addCoupons.route: ["codes": ["A", "B"]],
        AppRoute.update.route: [
          "link_domains": [], "allowed_targets": [], "origins": [], "region": "TR",
          "currency": "TRY",
          "time_zone": "UTC", "languages": [], "status": "s", "ios": ["bundle_id": "b"],
          "android": ["package": "p"], "retention_days": ["clicks": 1, "events": 1],
          "default_match_minutes": 1, "weak_match_minutes": 2, "match_by_device_on_ios": true,
        ],
      ].merging(catalog) { mine, _ in mine })
  }

  private static func invite(by ana: TestPerson, in campaign: TestCampaign) -> JSON {
    [
      "person": .string(ana.id), "recipients": [["phone": "+4915112345678", "name": "n"]],
      "sender": "Shop", "sender_name": "Ana", "note": "hi", "campaign": .string(campaign.id),
    ]
  }

  private static let catalog: [Route: JSON] = [
    MessageTextRoute.create.route: ["text": "Hi <>", "placeholder": "<>"],
    MessageTextRoute.replace.route: ["text": "Hi {link}", "placeholder": "{link}"],
    VisitRoute.enrichClick.route: [
      "click": "clk_00000000000000000000000000", "timezone": "UTC",
      "screen": ["width": 1, "height": 2],
    ],
    SearchRoute.updateSettings.route: search,
    WidgetRoute.create.route: widget, WidgetRoute.update.route: widget,
    CatalogRoute.put.route: product, CatalogRoute.update.route: product,
    CatalogRoute.tell.route: ["products": [["product": "a"]]],
    CatalogRoute.tellStock.route: ["stock": [["product": "a", "stock": 1]]],
  ]

  private static let search: JSON = [
    "languages": ["en"], "shows_out_of_stock": true, "delay_milliseconds": 1,
    "min_characters": 1, "item_count": 1, "page_count": 1, "url_prefix": "/s",
    "texts": ["en": ["popular": "p", "cancel": "c", "not_found": "n"]],
    "synonyms": [["a", "b"]], "redirects": [["query": "q", "url": "https://shop.example/"]],
    "banners": [
      [
        "name": "n", "image": "https://shop.example/", "url": "https://shop.example/",
        "position": "p", "width": "1", "height": "2", "new_tab": true, "queries": ["q"],
      ]
    ],
  ]

  private static let widget: JSON = [
    "name": "n", "page": ["kind": "event", "name": "e"], "placement": "p",
    "titles": ["en": "t"], "static_items": ["shoe"], "item_count": 3, "state": "test",
    "filter": ["brands": ["b"], "price": ["from": "1", "currency": "EUR"], "bought_days": 3],
    "methods": [["method": "popular", "window": "week", "count": 2]],
    "experiment": [
      "name": "e", "hold_out_percent": 5,
      "variants": [["name": "v", "percent": 5, "methods": [["method": "similar"]]]],
    ],
    "starts_at": "2026-06-01T09:00:00Z", "ends_at": "2026-07-01T09:00:00Z",
  ]

  private static let product: JSON = [
    "title": "t", "description": "d", "url": "https://shop.example/", "price": "1",
    "old_price": 2, "currency": "EUR", "language": "tr", "in_stock": true, "stock": 1,
    "gender": "M", "labels": ["a"], "categories": ["a > b"], "hidden": false,
    "published_at": "2026-06-01T09:00:00Z", "params": ["a": "b"], "combine": ["a"],
    "languages": ["en": ["title": "t"]], "currencies": ["USD": ["price": "1"]],
    "additional_images": ["https://shop.example/1.jpg"],
  ]

  private static func expectFine(_ answer: HTTPAnswer, _ what: String) {
    #expect(answer.status < 500, "\(what): \(answer.status) \(answer.text)")
    guard answer.status >= 400 else { return }
    // What a mail's link leads to is for people, also when the link is none.
    if answer["Content-Type"]?.hasPrefix("text/html") == true {
      return #expect(answer.text.contains("<h1>"), "\(what): \(answer.text)")
    }
    #expect(answer.isProblem, "\(what): \(answer.text)")
    let code = answer.code.flatMap(ErrorCode.init(rawValue:))
    #expect(code?.status == answer.status, "\(what): \(answer.text)")
    #expect(answer.string("detail")?.isEmpty == false)
  }

  @Test("Bodies that are right but for one field")
  func almostRight() async throws {
    try await TestServer.run { server in
      let place = try await Self.prepare(server.app)
      for (route, right) in place.bodies {
        var statuses: Set<Int> = []
        for body in Self.almostRight(right) {
          let answer = try await server.app.send(
            route.method, route.path(place), body,
            as: route.access == .open ? .none : .secret)
          Self.expectFine(answer, "\(route.method) \(route.path) \(body.text.prefix(300))")
          statuses.insert(answer.status)
        }
        // The bodies come as far as the endpoint, and some are acceptable.
        #expect(statuses.contains(422), "\(route.method) \(route.path): \(statuses)")
      }
      #expect(try await server.app.get("/health").status == 200)
    }
  }

  @Test("Rules that are right but for one field")
  func almostRightRules() async throws {
    try await TestServer.run { server in
      let whens: [JSON] = [
        ["event": "buy", "filter": ["a": ["gte": 1]]], ["attribute": "a", "crosses": 5],
        ["attribute": "a", "first_set": true], ["referral": "confirmed"],
        ["referrals": 3, "state": "confirmed", "every": true],
      ]
      let full: JSON = [
        "name": "n", "when": whens[0], "to": "referrer", "amount": 1, "unit": "u",
        "coupon_pool": "p", "level": 2, "hold_days": 0.5,
        "cap": ["per_person": 1, "per_day": 1, "total": 1], "min_match": "weak", "trust": "server",
        "organic": true, "per": "event",
      ]
      let rules = Self.almostRight(full) + whens.flatMap(Self.almostRight).map { rule($0) }
      let app = server.app
      for rule in rules {
        let body: JSON = [
          "name": "n", "goal": 1, "url": "https://shop.example/", "rules": [rule],
        ]
        let answer = try await app.post("/v1/campaigns", body)
        Self.expectFine(answer, rule.text)
        // What was accepted can be read back.
        if answer.status == 201, let id = answer.string("id") {
          #expect(try await app.get("/v1/campaigns/\(id)").value("rules") == answer.value("rules"))
        }
      }
      // And the rules that were accepted can be applied.
      let ana = try await app.signUp("ana")
      for value in Self.values {
        Self.expectFine(try await ana.set(["a": value]), value.text)
        try await app.event("buy", id: "b-\(value.text.hashValue)", of: ana, ["a": value])
      }
    }
  }

  @Test("Bodies by chance on every route", arguments: [1, UInt64.random(in: 2 ... .max)])
  func byChance(seed: UInt64) async throws {
    try await TestServer.run { server in
      var dice = SeededGenerator(seed: seed)
      let place = try await Self.prepare(server.app)
      for round in 1...(TestRun.isWhole ? 12 : 4) {
        for route in Route.native {
          // Of all names few are known to a route, and one that is not is refused at once.
          let known = place.bodies[route]?.members?.map(\.name)
          let names = dice.roll(4) == 0 ? nil : known
          let body = dice.roll(10) == 0 ? Self.value(&dice) : Self.body(&dice, of: names)
          let key: TestApp.Key = round % 3 == 0 ? .publishable : .secret
          let answer = try await server.app.send(
            route.method, route.path(place), body, as: key, token: round % 2 == 0 ? "tok" : nil)
          Self.expectFine(answer, "seed \(seed): \(route.method) \(route.path) \(body.text)")
        }
      }
    }
  }

  @Test("Broken bytes by chance on every route", arguments: [2, UInt64.random(in: 3 ... .max)])
  func brokenBytes(seed: UInt64) async throws {
    try await TestServer.run { server in
      var dice = SeededGenerator(seed: seed)
      let place = try await Self.prepare(server.app)
      for _ in 1...(TestRun.isWhole ? 6 : 3) {
        for route in Route.native where route.method != "GET" {
          var bytes = (place.bodies[route] ?? Self.body(&dice)).bytes
          for _ in 0...dice.roll(3) where !bytes.isEmpty {
            bytes[dice.roll(bytes.count)] = UInt8(dice.roll(256))
          }
          let answer = try await server.app.call(route.method, route.path(place), body: bytes)
          Self.expectFine(answer, "seed \(seed): \(route.method) \(route.path) \(bytes)")
        }
      }
    }
  }

}

extension SeededGenerator {
  fileprivate mutating func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &self) }
}

extension Route {
  fileprivate func path(_ place: HostileBodyTests.Place) -> String {
    path.replacing(/\{([a-z]+)\}/) { place.parameters[String($0.output.1)] ?? "x" }
  }
}
