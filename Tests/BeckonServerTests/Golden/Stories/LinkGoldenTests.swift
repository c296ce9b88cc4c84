import BeckonContract
import BeckonModel
import Testing

@testable import BeckonServer

/// Links, and what becomes of those who follow them.
@Suite struct LinkGoldenTests {
  private static let unknown = "lnk_01m7xy0021f56bnwsc72b0a39e"
  private static let iPhone = [
    ("X-Forwarded-For", "203.0.113.7"), ("User-Agent", TestPhone.Device.iPhone.agent),
    ("Accept-Language", "tr-TR,tr;q=0.9"), ("Accept", "text/html"),
  ]

  @Test func links() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      try await Self.making(golden)
      try await Self.reading(golden)
      try await Self.opening(golden)
      try await golden.askList(
        LinkRoute.listClicks, [("robots'", "kind=robot"), ("of a link that is none", "link=x")])
      try await golden.askWithoutKeys(LinkRoute.allCases)
    }
    try book.expect(LinkRoute.routes)
  }

  @Test func reports() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      let link = try await golden.app.link(["url": "https://shop.example/boats"])
      book.hide(golden.app.id.text, as: "app")
      func ask(
        _ call: LinkReportRoute, _ title: String, _ link: String, _ form: String? = nil
      ) async throws {
        try await golden.ask(
          call, title, at: call.route.path([golden.app.id.text, link]),
          .init(text: form, key: .none),
          showing: { JSON.Member("lines", GoldenExchange.lines($0.text)) })
      }
      try await ask(.ask, "the question", link.id)
      try await ask(.ask, "an unknown link", Self.unknown)
      try await ask(.send, "fraud", link.id, "reason=fraud&note=A+false+bank")
      try await ask(.send, "no reason", link.id, "note=A+false+bank")
      try await ask(.send, "an unknown link", Self.unknown, "reason=other")
    }
    try book.expect(LinkReportRoute.routes)
  }

  private static func making(_ golden: GoldenServer) async throws {
    try await golden.app.set(["allowed_targets": ["https://shop.example/*"]])
    let url: JSON = "https://shop.example/boats"
    try await golden.ask(LinkRoute.create, "a link", .init(body: ["url": url]))
    try await golden.ask(LinkRoute.create, "a short one", .init(body: ["url": url, "short": true]))
    try await golden.ask(
      LinkRoute.create, "by the app, to an allowed target",
      .init(body: ["url": url], key: .publishable))
    try await golden.ask(
      LinkRoute.create, "by the app, to any other",
      .init(body: ["url": "https://other.example/"], key: .publishable))
    let full: JSON = [
      "url": url, "code": "summer-boats", "ios": "https://apps.apple.com/app/id123456789",
      "social": ["title": "Boats", "description": "Half price"],
      "utm": ["source": "mail", "campaign": "summer"], "expires_at": "2026-06-02T09:00:00Z",
    ]
    try await golden.ask(LinkRoute.create, "with everything", .init(body: full))
    try await golden.ask(LinkRoute.create, "a code that is taken", .init(body: full))
    for (title, body) in [
      ("without a target", [:]), ("a target that is none", ["url": "javascript:alert(1)"]),
      ("a code that is none", ["url": url, "code": "a b"]),
      ("a campaign of nobody's", ["url": url, "campaign": "cmp_01m7xy000fedjbz330nex3vnr1"]),
      ("a referrer who is nobody", ["url": url, "referrer": "per_01m7xy0021f4xsry40tzfa1b7c"]),
    ] as [(String, JSON)] {
      try await golden.ask(LinkRoute.create, title, .init(body: body))
    }
  }

  private static func reading(_ golden: GoldenServer) async throws {
    let ana = try await golden.app.signUp("ana")
    let link = try await golden.app.link([
      "code": "anas", "url": "https://shop.example/boats", "referrer": .string(ana.id),
    ])
    _ = try await golden.app.call("GET", "/anas", as: .none, headers: iPhone)
    try await golden.server.wait(minutes: 1)
    for call in [LinkRoute.read, .statistics, .qrCodeSVG, .qrCodePNG] {
      let route = call.route
      try await golden.ask(call, "a link", at: route.path(link.id))
      try await golden.ask(call, "an unknown link", at: route.path(unknown))
      try await golden.ask(call, "an id that is none", at: route.path("anas"))
    }
    let change = LinkRoute.update.route.path(link.id)
    for (title, body) in [
      ("another target", ["url": "https://shop.example/sails"]),
      ("what cannot be changed", ["code": "mine"]),
      ("a target that is none", ["url": "javascript:alert(1)"]),
    ] as [(String, JSON)] {
      try await golden.ask(LinkRoute.update, title, at: change, .init(body: body))
    }
    try await golden.ask(
      LinkRoute.update, "an unknown link", at: LinkRoute.update.route.path(unknown),
      .init(body: [:]))
    try await golden.ask(LinkRoute.read, "one that was changed", at: change)
    let statistics = LinkRoute.statistics.route.path(link.id)
    try await golden.ask(
      LinkRoute.statistics, "by its owner", at: statistics,
      .init(key: .publishable, token: ana.token))
    try await golden.ask(
      LinkRoute.statistics, "by anybody", at: statistics, .init(key: .publishable))
    let first = try await golden.ask(LinkRoute.list, "the first page", at: "/v1/links?limit=2")
    try await golden.ask(
      LinkRoute.list, "the next page",
      at: "/v1/links?limit=2&cursor=" + (first.string("next") ?? ""))
    try await golden.ask(LinkRoute.list, "a limit that is none", at: "/v1/links?limit=0")
    try await golden.ask(LinkRoute.list, "a cursor that is none", at: "/v1/links?cursor=x")
  }

  private static func opening(_ golden: GoldenServer) async throws {
    let link = try await golden.app.link(["code": "gone", "url": "https://shop.example/boats"])
    for (title, url) in [
      ("a link of a person's", "https://go.example.com/anas"), ("a link", link.shortURL),
      ("somebody else's", "https://other.example/x"),
      ("a link with a campaign in its URL", link.shortURL + "?utm_source=letter"),
    ] {
      try await golden.ask(
        LinkRoute.open, title,
        .init(body: ["install_id": "phone", "url": .string(url)], key: .publishable))
    }
    let path = LinkRoute.delete.route.path(link.id)
    try await golden.ask(LinkRoute.delete, "a link", at: path)
    try await golden.ask(LinkRoute.delete, "one that is deleted already", at: path)
    try await golden.ask(
      LinkRoute.delete, "an unknown link", at: LinkRoute.delete.route.path(unknown))
    try await golden.ask(
      LinkRoute.open, "a deleted link",
      .init(body: ["install_id": "phone", "url": .string(link.shortURL)], key: .publishable))
    try await golden.ask(
      LinkRoute.open, "without an install", .init(body: ["url": "https://a.b/"], key: .publishable))
  }

  @Test func visits() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      try await golden.app.set([
        "ios": ["bundle_id": "com.example.shop", "team_id": "ABCDE12345", "app_store_id": "123"],
        "android": [
          "package": "com.example.shop",
          "sha256": [.string(String(repeating: "ab", count: 32))],
        ],
      ])
      try await Self.following(golden)
      try await Self.visitingSite(golden)
      for call in [VisitRoute.appleAppSite, .appleAppSiteLegacy, .assetLinks] {
        try await golden.ask(call, "all apps", .init(key: .none))
      }
      try await golden.ask(VisitRoute.clickScript, "the first line", .init(key: .none)) { answer in
        let line = answer.text.split(separator: "\n").first ?? ""
        return JSON.Member("lines", GoldenExchange.lines(String(line)))
      }
    }
    try book.expect(VisitRoute.routes)
  }

  private static func visitingSite(_ golden: GoldenServer) async throws {
    _ = try await golden.app.link(["code": "site", "url": "https://shop.example/boats"])
    try await golden.app.set(["origins": ["https://shop.example"]])
    let own = ("Origin", "https://shop.example")
    for (title, body, origin) in [
      ("a page of the app's own site", ["code": "site", "query": "utm_source=letter"], own),
      ("a page of another's", ["code": "site"], ("Origin", "https://evil.example")),
      ("a code that nobody has", ["code": "nobodys"], own), ("no code", [:], own),
      ("more than there is", ["code": "site", "page": "/"], own),
    ] as [(String, JSON, (String, String))] {
      try await golden.ask(
        VisitRoute.siteVisit, title, .init(body: body, key: .none, headers: [origin]))
    }
  }

  private static func following(_ golden: GoldenServer) async throws {
    let link = try await golden.app.link([
      "code": "boats", "url": "https://shop.example/boats",
      "ios": "https://apps.apple.com/app/id123", "social": ["title": "Boats & more"],
    ])
    _ = try await golden.app.link(["code": "plain", "url": "https://shop.example/boats"])
    let robot = [("User-Agent", "facebookexternalhit/1.1"), ("X-Forwarded-For", "203.0.113.8")]
    let ahead = iPhone + [("Sec-Purpose", "prefetch")]
    for (title, code, headers) in [
      ("to the page", "plain", iPhone), ("to the store, by a page", "boats", iPhone),
      ("a preview", "boats", robot), ("loaded ahead", "plain", ahead), ("unknown", "none", iPhone),
      ("unknown, by a program", "none", [("Accept", "application/json")]),
    ] {
      try await golden.ask(
        VisitRoute.follow, title, at: "/" + code, .init(key: .none, headers: headers))
    }
    try await golden.ask(
      VisitRoute.follow, "with the code in the query", at: "/promo/x?c=plain",
      .init(key: .none, headers: iPhone))
    let visit = try await golden.app.call("GET", "/boats", as: .none, headers: iPhone)
    let click = try #require(visit.text.firstRange(of: "clk_").map { visit.text[$0.lowerBound...] })
    let details: JSON = [
      "click": .string(String(click.prefix(30))), "screen": ["width": 393, "height": 852],
      "timezone": "Europe/Istanbul",
    ]
    for (title, code, body) in [
      ("screen and zone", "boats", details), ("without a click", "boats", [:]),
      ("an unknown link", "none", details),
    ] {
      try await golden.ask(
        VisitRoute.enrichClick, title, at: "/" + code, .init(body: body, key: .none))
    }
    _ = try await golden.app.call("DELETE", "/v1/links/" + link.id)
    try await golden.ask(
      VisitRoute.follow, "deleted", at: "/boats", .init(key: .none, headers: iPhone))
  }
}
