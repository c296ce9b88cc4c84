import BeckonContract
import BeckonContractDynamicLinks
import BeckonModel
import Testing

/// What Dynamic Links' clients are answered (docs/PROTOCOLS/dynamiclinks.md).
@Suite struct DynamicLinksGoldenTests {
  private static let invite = "https://mygame.example.com/?invitedby=ana"
  private static let long = DynamicLinksGame.long(
    invite, DynamicLinksGame.stores + [("imv", "1.0.1"), ("utm_source", "mail")])

  @Test func answers() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      try await golden.app.set([
        "link_domains": ["play.example"], "allowed_targets": ["https://mygame.example.com/*"],
        "ios": ["bundle_id": "com.example.ios", "app_store_id": "123456789"],
        "android": ["package": "com.example.android"],
      ])
      let short = try await Self.shortening(golden)
      try await Self.attribution(golden, short)
      try await Self.statistics(golden, short)
    }
    try book.expect(
      DynamicLinksClientRoute.routes + DynamicLinksInstallRoute.routes
        + DynamicLinksServerRoute.routes)
  }

  private static func shortening(_ golden: GoldenServer) async throws -> String {
    let call = DynamicLinksClientRoute.shorten
    let body: JSON = ["longDynamicLink": .string(long), "suffix": ["option": "SHORT"]]
    let answer = try await golden.ask(
      call, "a long link", .init(body: body, key: .publishable))
    for (title, body) in [
      ("the same once more", body),
      (
        "with warnings",
        ["longDynamicLink": .string(DynamicLinksGame.long(invite, [("ibi", "com.other")]))]
      ),
      ("nothing", [:]),
      (
        "a domain of another's",
        ["longDynamicLink": .string(DynamicLinksGame.long(invite, on: "other.example"))]
      ),
      (
        "a target that is not allowed",
        ["longDynamicLink": .string(DynamicLinksGame.long("https://evil.example/"))]
      ),
      ("no prefix", ["dynamicLinkInfo": ["link": .string(invite)]]),
    ] as [(String, JSON)] {
      try await golden.ask(call, title, .init(body: body, key: .publishable))
    }
    try await golden.ask(call, "without a key", .init(body: body, key: .none))
    let managed = DynamicLinksServerRoute.createManaged
    let own: JSON = [
      "longDynamicLink": .string(long), "name": "Summer",
      "suffix": ["option": "CUSTOM", "customSuffix": "summer"],
    ]
    for title in ["a link", "a code that is taken"] {
      try await golden.ask(managed, title, .init(body: own))
    }
    try await golden.ask(managed, "with the app's key", .init(body: own, key: .publishable))
    return try #require(answer.string("shortLink"))
  }

  private static func attribution(_ golden: GoldenServer, _ short: String) async throws {
    let reopen = DynamicLinksClientRoute.reopen
    for (title, link) in [
      ("a short link", short), ("a long link", long), ("no link", "https://play.example/none"),
    ] {
      try await golden.ask(
        reopen, title,
        .init(
          body: [
            "requestedLink": .string(link), "bundle_id": "com.example.ios",
            "sdk_version": "10.29.0",
          ], key: .publishable, headers: [("X-Ios-Bundle-Identifier", "com.example.ios")]))
    }
    try await golden.ask(reopen, "nothing", .init(body: [:], key: .publishable))
    let install = DynamicLinksInstallRoute.install
    let address = [("X-Forwarded-For", "203.0.113.7")]
    let body = JSON.object(
      (DynamicLinksGame.body.members ?? []) + [JSON.Member("appInstallationTime", 1_700_000_000)])
    try await golden.ask(
      install, "nothing led to it", .init(body: body, key: .publishable, headers: address))
    _ = try await DynamicLinksGame(app: golden.app).visit(short)
    try await golden.ask(
      install, "a click led to it", .init(body: body, key: .publishable, headers: address))
    try await golden.ask(
      install, "a time that is none",
      .init(body: ["appInstallationTime": "soon"], key: .publishable))
    try await golden.ask(
      DynamicLinksClientRoute.convertInvitation, "an invitation",
      .init(body: ["invitationId": ["id": "x"]], key: .publishable))
  }

  private static func statistics(_ golden: GoldenServer, _ short: String) async throws {
    try await golden.server.wait(minutes: 1)
    let call = DynamicLinksServerRoute.statistics
    try await golden.ask(call, "a link", at: call.route.path(short) + "?durationDays=7")
    try await golden.ask(call, "no link", at: call.route.path("https://play.example/none"))
    try await golden.ask(
      call, "days that are none", at: call.route.path(short) + "?durationDays=x")
    try await golden.ask(
      call, "with the app's key", at: call.route.path(short), .init(key: .publishable))
  }
}
