import BeckonModel
import Testing

/// What a link says of iOS and Android beside the pages of their stores: taken, shown, kept by
/// changes, told to the app.
@Suite struct PlatformOptionTests {
  private static let ios: JSON = [
    "url": "https://apps.apple.com/app/id1", "ipad_url": "https://apps.apple.com/app/id2",
    "scheme": "com.example.shop", "minimum_version": "1.0.1",
  ]
  private static let android: JSON = [
    "url": "https://play.google.com/store/apps/details?id=shop", "package": "com.example.shop",
    "minimum_version": 12, "deep_link": "shop://android",
  ]
  private static let url: JSON = "https://shop.example/boats"

  @Test("Both objects are shown as they were given, and stay when something else is changed")
  func kept() async throws {
    try await TestServer.run { server in
      let app = server.app
      let link = try await app.link([
        "url": Self.url, "ios": Self.ios, "android": Self.android, "pasteboard": true,
      ])
      let path = "/v1/links/\(link.id)"
      let changed = try await app.patch(path, ["name": "Boats"])
      #expect(changed.status == 200, "\(changed.text)")
      for shown in [changed, try await app.get(path)] {
        #expect(shown.value("ios") == Self.ios && shown.value("android") == Self.android)
        #expect(shown.value("pasteboard") == true)
      }
      // An object is given anew as a whole.
      _ = try await app.patch(path, ["ios": "https://apps.apple.com/app/id3"])
      #expect(try await app.get(path).value("ios") == "https://apps.apple.com/app/id3")
      let history = try await app.get(path).list("history")
      #expect(history.first?["before"] == ["ios": Self.ios])
      _ = try await app.patch(path, ["android": ["package": "com.example.shop"]])
      #expect(try await app.get(path).value("android") == ["package": "com.example.shop"])
    }
  }

  @Test(
    "What is no scheme, package or version is refused with its name",
    arguments: [
      (["scheme": "javascript"], "ios.scheme"), (["scheme": "https"], "ios.scheme"),
      (["scheme": "a b"], "ios.scheme"), (["scheme": "1a"], "ios.scheme"),
      (["minimum_version": "1 0"], "ios.minimum_version"),
      (["ipad_url": "javascript:x"], "ios.ipad_url"), (["ipad": "https://a.b"], "ios.ipad"),
      ([:], "ios.url"), (["url": "file:///x"], "ios"),
    ] as [(JSON, String)])
  func refusedOnIOS(ios: JSON, field: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.app.post("/v1/links", ["url": Self.url, "ios": ios])
      #expect(answer.status == 422 && answer.string("field") == field, "\(answer.text)")
    }
  }

  @Test(
    "The same of Android",
    arguments: [
      (["package": "a;S.x=y"], "android.package"), (["package": "a-b"], "android.package"),
      (["minimum_version": -1], "android.minimum_version"),
      (["minimum_version": 2_100_000_001], "android.minimum_version"),
      (["deep_link": "javascript:x"], "android.deep_link"),
    ] as [(JSON, String)])
  func refusedOnAndroid(android: JSON, field: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.app.post("/v1/links", ["url": Self.url, "android": android])
      #expect(answer.status == 422 && answer.string("field") == field, "\(answer.text)")
    }
  }

  @Test("A publishable key may name only schemes, packages and pages that allowed_targets has")
  func allowed() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set([
        "allowed_targets": ["https://shop.example/*", "shop://*"],
        "android": ["package": "com.example.shop"],
      ])
      for (member, value, status) in [
        ("ios", ["scheme": "shop"], 201), ("ios", ["scheme": "other"], 422),
        ("ios", ["ipad_url": "https://evil.example/"], 422),
        ("android", ["package": "com.example.shop"], 201),
        ("android", ["package": "com.evil"], 422), ("android", ["deep_link": "shop://a"], 201),
      ] as [(String, JSON, Int)] {
        let body = JSON.object([JSON.Member("url", Self.url), JSON.Member(member, value)])
        let answer = try await app.post("/v1/links", body, as: .publishable)
        #expect((answer.status == 201) == (status == 201), "\(value.text): \(answer.text)")
      }
    }
  }

  @Test("The app learns which version a link needs on its platform, and where it goes there")
  func toldToTheApp() async throws {
    try await TestServer.run { server in
      let app = server.app
      let link = try await app.link([
        "url": Self.url, "ios": Self.ios, "android": Self.android,
      ])
      for (device, version, place) in [
        (TestPhone.Device.iPhone, "1.0.1", "https://shop.example/boats"),
        (.android, "12", "shop://android"),
      ] {
        let phone = try await app.phone(at: "203.0.113.7", device)
          .install(["link": .string(link.shortURL)])
        #expect(phone.launch?.string("match.minimum_version") == version)
        #expect(phone.launch?.string("match.deep_link") == place)
        let opened = try await phone.openInApp(link.shortURL)
        #expect(opened.string("minimum_version") == version)
        #expect(opened.string("deep_link") == place)
      }
      let plain = try await app.link(["url": Self.url])
      let opened = try await app.phone(at: "203.0.113.8").install().openInApp(plain.shortURL)
      #expect(opened.value("minimum_version") == nil)
    }
  }
}
