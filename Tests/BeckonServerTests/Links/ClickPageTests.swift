import BeckonModel
import Testing

/// What the page of a link says and offers, by who opens it; its script is tried in Chromium
/// (`EndToEndTests`).
@Suite struct ClickPageTests {
  private static let link: JSON = [
    "url": "https://shop.example/boats", "code": "SUMMER",
    "ios": ["url": "https://apps.apple.com/app/id1", "scheme": "com.example.shop"],
    "android": [
      "url": "https://play.google.com/store/apps/details?id=shop", "package": "com.example.shop",
    ],
    "social": [
      "title": "Boats", "description": "Half price",
      "image": "https://Pictures.example:8443/b.png?a;b,c",
    ],
  ]
  private static let instagram =
    " Instagram 333.0.1 (iPhone15,2; iOS 17_5_1; en_US; en; scale=3.00; 1179x2556; 602)"

  /// The page that a device gets, with more behind its agent.
  private static func page(
    _ app: TestApp, _ device: TestPhone.Device, _ more: String = "", path: String = "/SUMMER"
  ) async throws -> HTTPAnswer {
    try await app.get(
      path, as: .none,
      headers: [("User-Agent", device.agent + more), ("Accept-Language", "en")])
  }

  private static func click(in text: String) -> String {
    text.firstMatch(of: /clk_[a-z0-9]{26}/).map { String($0.output) } ?? "none"
  }

  @Test("Title, text and picture are shown, and the policy lets in the picture's host only")
  func preview() async throws {
    try await TestServer.run { server in
      _ = try await server.app.link(Self.link)
      let page = try await Self.page(server.app, .iPhone)
      #expect(page.text.contains("<h1>Boats</h1>") && page.text.contains("<p>Half price</p>"))
      #expect(
        page.text.contains("<img src=\"https://Pictures.example:8443/b.png?a;b,c\" alt=\"\""))
      let policy = page["Content-Security-Policy"] ?? ""
      #expect(policy.contains("; img-src https://pictures.example:8443;"))
      #expect(page.body.count < 10_000)
      for image: JSON in ["http://pictures.example/b.png", "javascript:x", "https://a b/"] {
        _ = try await server.app.patch(
          "/v1/links/" + (try await server.app.get("/v1/links").string("links.0.id") ?? ""),
          ["social": ["image": image]])
        let bare = try await Self.page(server.app, .iPhone)
        #expect(!bare.text.contains("<img"))
        #expect(bare["Content-Security-Policy"]?.contains("img-src") == false)
      }
    }
  }

  @Test("In a browser of its own it goes on to the store; inside another app it offers the app")
  func inApp() async throws {
    try await TestServer.run { server in
      _ = try await server.app.link(Self.link)
      let safari = try await Self.page(server.app, .iPhone)
      #expect(safari.text.contains("http-equiv=\"refresh\""))
      #expect(!safari.text.contains("data-stays") && !safari.text.contains("menu (⋯)"))
      let inside = try await Self.page(server.app, .iPhone, Self.instagram)
      let opening =
        "com.example.shop://open?beckon_click=\(Self.click(in: inside.text))"
        + "&amp;url=https%3A%2F%2Fshop.example%2Fboats"
      #expect(
        inside.text.contains("<a class=\"button\" href=\"\(opening)\">Open in the app</a>"))
      #expect(inside.text.contains("data-stays") && !inside.text.contains("http-equiv=\"refresh\""))
      #expect(inside.text.contains("menu (⋯)"))
    }
  }

  @Test("On Android an intent opens the app, and leads to the store with the click without it")
  func intent() async throws {
    try await TestServer.run { server in
      _ = try await server.app.link(Self.link)
      for more in ["", " wv Instagram 333.0.0"] {
        let page = try await Self.page(server.app, .android, more)
        let click = Self.click(in: page.text)
        let fallback = PercentEncoding.encode(
          "https://play.google.com/store/apps/details?id=shop&referrer=beckon_click%3D\(click)")
        #expect(
          page.text.contains(
            "/SUMMER?beckon_click=\(click)#Intent;scheme=http;package=com.example.shop;"
              + "S.browser_fallback_url=\(fallback);end"), "\(page.text)")
        #expect(page.text.contains("data-stays") == !more.isEmpty)
      }
    }
  }

  @Test("An iPad goes to its own page")
  func iPad() async throws {
    try await TestServer.run { server in
      _ = try await server.app.link([
        "url": "https://shop.example/", "code": "SUMMER",
        "ios": ["url": "https://apps.apple.com/app/id1", "ipad_url": "https://shop.example/ipad"],
      ])
      let agent =
        "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 "
        + "(KHTML, like Gecko) CriOS/125.0 Mobile/15E148 Safari/604.1"
      let page = try await server.app.get("/SUMMER", as: .none, headers: [("User-Agent", agent)])
      #expect(page.text.contains("href=\"https://shop.example/ipad?beckon_click=clk_"))
    }
  }

  @Test("Where the pasteboard is to be filled, it waits on iOS, and the copied link is unique")
  func pasteboard() async throws {
    try await TestServer.run { server in
      let app = server.app
      let link = try await app.link(Self.link)
      try await app.set(["fill_pasteboard": true])
      let page = try await Self.page(app, .iPhone)
      #expect(page.text.contains("data-stays") && !page.text.contains("http-equiv=\"refresh\""))
      // Without scripts nothing is copied, and nothing says so.
      #expect(page.text.contains("<p class=\"note\" id=\"copies\" hidden>"))
      let attribute = try #require(page.text.firstMatch(of: /data-copy="([^"]*)"/)?.output.1)
      let copied = String(attribute).replacing("&amp;", with: "&")
      #expect(copied == link.shortURL + "?beckon_click=\(Self.click(in: page.text))&_icp=1")
      let phone = try await app.phone(at: "198.51.100.9").install(["pasteboard": .string(copied)])
      #expect(phone.match == "unique" && phone.reason == "pasteboard_link")

      #expect(!(try await Self.page(app, .android).text.contains("data-copy")))
      _ = try await app.patch("/v1/links/\(link.id)", ["pasteboard": false])
      #expect(!(try await Self.page(app, .iPhone).text.contains("data-copy")))
      try await app.set(["fill_pasteboard": .null])
      _ = try await app.patch("/v1/links/\(link.id)", ["pasteboard": true])
      #expect(try await Self.page(app, .iPhone).text.contains("data-copy"))
    }
  }

  @Test("d=1 draws what a link does, is no click, names nobody, and holds text as text")
  func flow() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await app.signUp("ana")
      let hostile = "<script>alert('1')</script>"
      let link = try await app.link([
        "url": "https://shop.example/?a='b'", "referrer": .string(ana.id),
        "social": ["title": .string(hostile)], "utm": ["source": .string(hostile)],
        "ios": ["url": "https://apps.apple.com/app/id1", "minimum_version": "1.0.1"],
      ])
      for query in ["?d=1", "?x=2&d=1"] {
        for device in [TestPhone.Device.iPhone, .desktop] {
          let page = try await Self.page(app, device, path: link.path + query)
          #expect(page.status == 200 && page.text.contains("What this link does"))
          #expect(page.text.contains("apps.apple.com/app/id1") && page.text.contains("1.0.1"))
          #expect(!page.text.contains(ana.id) && !page.text.contains("<script"))
          #expect(page.text.contains("&lt;script&gt;") && page.body.count < 16_000)
        }
      }
      #expect(try await Self.page(app, .desktop, path: link.path + "?d=2").status == 302)
      try await server.wait()
      #expect(try await link.counts().integer("clicks") == 1)
      #expect(try await link.counts().integer("robots") == 0)
      #expect(try await Self.page(app, .desktop, path: "/none?d=1").status == 404)
    }
  }
}
