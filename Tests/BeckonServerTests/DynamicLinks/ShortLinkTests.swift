import BeckonModel
import Testing

/// `POST /v1/shortLinks`: the same long link is the same short one, and its author is told of what
/// will not do what they think.
@Suite struct DynamicLinksShortLinkTests {
  private typealias Game = DynamicLinksGame
  private static let invite = "https://mygame.example.com/?invitedby=SENDER_UID"

  @Test("A long link is shortened, and the short one leads where the long one does")
  func shorten() async throws {
    try await Game.run { _, game in
      let long = Game.long(Self.invite, Game.stores)
      let answer = try await game.shorten(long)
      #expect(answer.status == 200, "\(answer.text)")
      let short = try #require(answer.string("shortLink"))
      #expect(short.hasPrefix("https://play.example/") && short.count == 21 + 4, "\(short)")
      #expect(answer.string("previewLink") == short + "?d=1")
      #expect(answer.value("warning") == nil, "\(answer.text)")
      let desktop = game.with(.desktop)
      let visit = try await desktop.visit(short)
      #expect(visit.status == 302)
      #expect(visit["Location"]?.hasPrefix(Self.invite) == true, "\(visit.text)")
    }
  }

  @Test("SHORT gives the same link whatever the order of parameters, UNGUESSABLE a new one of 17")
  func repeated() async throws {
    try await Game.run { _, game in
      let first = try await game.short(Game.long(Self.invite, Game.stores))
      let turned = try await game.short(Game.long(Self.invite, Game.stores.reversed()))
      #expect(first == turned)
      let other = try await game.short(Game.long(Self.invite, [("ibi", Game.bundle)]))
      #expect(other != first)
      let promo = try await game.short(
        Game.long(Self.invite, Game.stores, on: "play.example/promo"))
      #expect(promo.hasPrefix("https://play.example/promo/"))
      for option in ["UNGUESSABLE", "OPTION_UNSPECIFIED", nil] {
        let code = try await game.short(Game.long(Self.invite), option).split(separator: "/").last
        #expect(code?.count == 17 && code?.allSatisfy { $0.isASCII } == true, "\(code ?? "")")
      }
      let numbered = try await game.call(
        "shortLinks",
        [
          "long_dynamic_link": .string(Game.long(Self.invite, Game.stores)),
          "suffix": ["option": 2],
        ])
      #expect(numbered.string("shortLink") == first, "\(numbered.text)")
    }
  }

  @Test("A deleted link is not handed out again")
  func deleted() async throws {
    try await Game.run { server, game in
      let first = try await game.short(Game.long(Self.invite))
      let links = try await server.app.get("/v1/links").list("links")
      let id = try #require(links.first?["id"]?.string)
      #expect(try await server.app.call("DELETE", "/v1/links/\(id)").status == 204)
      let second = try await game.short(Game.long(Self.invite))
      #expect(second != first)
      #expect(try await game.visit(first).status == 410)
      #expect(try await game.short(Game.long(Self.invite)) == second)
    }
  }

  @Test("A link by its parts is the same link")
  func parts() async throws {
    try await Game.run { _, game in
      let answer = try await game.call(
        "shortLinks",
        [
          "dynamicLinkInfo": [
            "domainUriPrefix": "https://play.example", "link": .string(Self.invite),
            "androidInfo": ["androidPackageName": "com.example.android"],
            "iosInfo": ["iosBundleId": .string(Game.bundle), "iosAppStoreId": 123_456_789],
            "navigationInfo": ["enableForcedRedirect": false],
            "analyticsInfo": ["googlePlayAnalytics": ["utmSource": ""]],
          ],
          "suffix": ["option": "SHORT"],
        ])
      let short = try await game.short(Game.long(Self.invite, Game.stores))
      #expect(answer.string("shortLink") == short, "\(answer.text)")
      let older = try await game.call(
        "shortLinks",
        [
          "dynamicLinkInfo": [
            "dynamicLinkDomain": "play.example", "link": .string(Self.invite),
          ]
        ])
      #expect(older.status == 200, "\(older.text)")
    }
  }

  @Test(
    "What cannot be a link is refused in the vendor's form",
    arguments: [
      (Game.long("https://mygame.example.com/", on: "other.example"), "does not own"),
      (Game.long("https://evil.example/"), "We could not match param 'link'"),
      (Game.long("javascript:alert(1)"), "Invalid param 'link'"),
      (Game.long("file:///etc/passwd"), "Invalid param 'link'"),
      (Game.long("https://play.example/abcd"), "leads to a link of this app's"),
      (Game.long("https://play.example./abcd"), "Invalid param 'link'"),
      (Game.long("https://mygame.example.com/", [("ofl", "https://evil.example/")]), "param 'ofl'"),
      (
        Game.long("https://mygame.example.com/", [("ibi", "x"), ("isi", "666")]),
        "We could not match param 'isi'"
      ),
      ("https://play.example/?ibi=a", "parameter is missing"),
      (Game.long("https://mygame.example.com/" + String(repeating: "a", count: 10_000)), "bytes"),
      (Game.long("https://mygаme.example.com/"), "Invalid param 'link'"),
    ])
  func refusals(_ long: String, _ text: String) async throws {
    try await Game.run { _, game in
      let answer = try await game.shorten(long)
      #expect(answer.status == 400, "\(answer.text)")
      #expect(answer.value("error.code") == 400)
      #expect(answer.string("error.status") == "INVALID_ARGUMENT")
      #expect(answer.string("error.message")?.contains(text) == true, "\(answer.text)")
    }
  }

  @Test("Neither, both, none of two prefixes, an unknown name and a wrong key are refused")
  func malformed() async throws {
    try await Game.run { _, game in
      let long = JSON.string(Game.long(Self.invite))
      let info: JSON = ["link": .string(Self.invite), "domainUriPrefix": "https://play.example"]
      for (body, text) in [
        ([:], "exactly one of"),
        (["longDynamicLink": long, "dynamicLinkInfo": info], "exactly one of"),
        (["dynamicLinkInfo": ["link": .string(Self.invite)]], "Expecting exactly one"),
        (["dynamicLinkInfo": ["domainUriPrefix": "https://play.example"]], "'link'"),
        (["longDynamicLink": long, "sufix": ["option": "SHORT"]], "Did you mean 'suffix'?"),
        (["longDynamicLink": long, "suffix": ["option": "CUSTOM"]], "managed"),
        (["longDynamicLink": long, "suffix": ["option": "TINY"]], "must be one of"),
      ] as [(JSON, String)] {
        let answer = try await game.call("shortLinks", body)
        #expect(answer.status == 400, "\(answer.text)")
        #expect(answer.string("error.message")?.contains(text) == true, "\(answer.text)")
      }
      let stranger = try await game.call("shortLinks", ["longDynamicLink": long], key: "AIzaNobody")
      #expect(stranger.status == 401)
      #expect(stranger.string("error.status") == "UNAUTHENTICATED")
    }
  }

  @Test(
    "What works but not as its author thinks is warned of",
    arguments: [
      ([("ibi", "com.other")], "NOT_IN_PROJECT_IOS_BUNDLE_ID"),
      ([("apn", "com.example.android"), ("amv", "x")], "NOT_INTEGER_ANDROID_PACKAGE_MIN_VERSION"),
      ([("amv", "12")], "UNNECESSARY_ANDROID_PACKAGE_MIN_VERSION"),
      ([("al", "https://mygame.example.com/a")], "UNNECESSARY_ANDROID_LINK"),
      ([("isi", "12x"), ("ibi", Game.bundle)], "NOT_NUMERIC_IOS_APP_STORE_ID"),
      ([("isi", "123456789")], "UNNECESSARY_IOS_APP_STORE_ID"),
      ([("ius", "mygame")], "UNNECESSARY_IOS_URL_SCHEME"),
      ([("ipbi", "com.other")], "NOT_IN_PROJECT_IPAD_BUNDLE_ID"),
      ([("ifl", "nonsense")], "NOT_URI_IOS_FALLBACK_LINK"),
      ([("afl", "javascript:alert(1)")], "BAD_URI_SCHEME_ANDROID_FALLBACK_LINK"),
      ([("si", "data:text/html,x")], "BAD_URI_SCHEME_SOCIAL_IMAGE_LINK"),
      ([("efr", "yes")], "BAD_AD_PARAM"),
      ([("gclid", "x")], "DEPRECATED_PARAM"),
      ([("utm_sourse", "x")], "UNRECOGNIZED_PARAM"),
      ([("st", String(repeating: "a", count: 600))], "TOO_LONG_PARAM"),
      ([("sd", String(repeating: "a", count: 2_100))], "LINK_LENGTH_TOO_LONG"),
      ([("ius", "1bad"), ("ibi", Game.bundle)], "CODE_UNSPECIFIED"),
      ([("imv", "1.0")], "CODE_UNSPECIFIED"),
      ([("imv", String(repeating: "1", count: 101)), ("ibi", Game.bundle)], "TOO_LONG_PARAM"),
      ([("afl", "https://mygame.example.com/a")], "CODE_UNSPECIFIED"),
      ([("si", "picture.png")], "NOT_URI_SOCIAL_IMAGE_LINK"),
      ([("si", "http")], "NOT_URI_SOCIAL_IMAGE_LINK"),
      ([("si", "http://mygame.example.com/a.png")], "BAD_URI_SCHEME_SOCIAL_IMAGE_LINK"),
    ] as [([(String, String)], String)])
  func warnings(_ parameters: [(String, String)], _ code: String) async throws {
    try await Game.run { _, game in
      let answer = try await game.shorten(Game.long(Self.invite, parameters))
      #expect(answer.status == 200, "\(answer.text)")
      let codes = answer.list("warning").compactMap { $0["warningCode"]?.string }
      #expect(codes.contains(code), "\(answer.text)")
      #expect(answer.list("warning").allSatisfy { $0["warningMessage"]?.string != nil })
    }
  }

  @Test("A managed link has a name and a code of one's own, for the app's server only")
  func managed() async throws {
    try await Game.run { server, game in
      let body: JSON = [
        "longDynamicLink": .string(Game.long(Self.invite)), "name": "Summer",
        "suffix": ["option": "CUSTOM", "customSuffix": "summer"],
      ]
      let made = try await server.app.post("/v1/managedShortLinks:create", body)
      #expect(made.string("managedShortLink.link") == "https://play.example/summer", "\(made.text)")
      #expect(made.string("managedShortLink.linkName") == "Summer")
      let promo: JSON = [
        "longDynamicLink": .string(Game.long(Self.invite)),
        "suffix": ["option": "CUSTOM", "customSuffix": "promo"],
      ]
      let prefix = try await server.app.post("/v1/managedShortLinks:create", promo)
      #expect(prefix.status == 400, "\(prefix.text)")
      #expect(prefix.string("error.message")?.contains("path of one of the app's link_") == true)
      let native = try await server.app.post(
        "/v1/links", ["url": "https://mygame.example.com/", "code": "promo"])
      #expect(native.status == 422 && native.string("field") == "code", "\(native.text)")
      let again = try await server.app.post("/v1/managedShortLinks:create", body)
      #expect(again.status == 409 && again.string("error.status") == "ABORTED")
      let client = try await game.call("managedShortLinks:create", body)
      #expect(client.status == 403 && client.string("error.status") == "PERMISSION_DENIED")
    }
  }
}
