import BeckonModel
import Testing

@testable import BeckonServer

/// Where Linkrunner's campaigns lead phones: to the app's store pages, unless they say otherwise.
@Suite struct LinkrunnerStorePageTests {
  private static let settings: JSON = [
    "ios": ["bundle_id": "com.example.pirates", "app_store_id": "525463029"],
    "android": ["package": "com.example.pirates"],
  ]
  private static let appStore = "https://apps.apple.com/app/id525463029"
  private static let play =
    "https://play.google.com/store/apps/details?id=com.example.pirates&referrer=beckon_click"

  /// What a visitor of a campaign is shown or where they are sent.
  private static func visit(
    _ code: String, _ app: TestApp, _ device: TestPhone.Device
  ) async throws -> String {
    let visit = try await app.call(
      "GET", "/" + code, as: .none,
      headers: [("User-Agent", device.agent), ("Accept", "text/html")])
    return visit["Location"] ?? visit.text
  }

  @Test("A campaign with no more than a name leads everybody to the store, Play with the click")
  func nameOnly() async throws {
    try await TestServer.run { server in
      try await server.app.set(Self.settings)
      let made = try await LinkrunnerBackend(app: server.app).call(
        "POST", "create-campaign", ["name": "OnlyName"])
      #expect(made.status == 201, "\(made.text)")
      let code = try #require(made.string("data.display_id"))
      let (iPhone, android, desktop) = (
        try await Self.visit(code, server.app, .iPhone),
        try await Self.visit(code, server.app, .android),
        try await Self.visit(code, server.app, .desktop)
      )
      #expect(iPhone.contains("href=\"\(Self.appStore)\""), "\(iPhone)")
      #expect(android.contains(HTML.escaped(Self.play)), "\(android)")
      #expect(desktop == Self.appStore)

      // The app is told of no place in it.
      var phone = LinkrunnerPhone(app: server.app)
      phone.address = "203.0.113.9"
      let told = try await phone.send(
        "attribution-data", ["link": made.value("data.link") ?? .null])
      #expect(told.string("data.campaign_data.id") == code, "\(told.text)")
      #expect(told.value("data.deeplink") == .null, "\(told.text)")
    }
  }

  @Test("A link for desktop users is for those; a redirect takes the store's place")
  func desktop() async throws {
    try await TestServer.run { server in
      try await server.app.set(Self.settings)
      let backend = LinkrunnerBackend(app: server.app)
      _ = try await backend.call(
        "POST", "create-campaign",
        [
          "name": "A", "custom_display_id": "one",
          "link_for_desktop_users": "https://example.com/d",
          "android_web_redirect": "https://example.com/a",
        ])
      func visit(_ device: TestPhone.Device) async throws -> String {
        try await Self.visit("one", server.app, device)
      }
      #expect(try await visit(.iPhone).contains("href=\"\(Self.appStore)\""))
      #expect(try await visit(.android).contains("href=\"https://example.com/a?beckon_click="))
      #expect(try await visit(.desktop).hasPrefix("https://example.com/d?beckon_click="))
      _ = try await backend.call(
        "PATCH", "campaigns/one", ["ios_web_redirect": "https://example.com/i"])
      #expect(try await visit(.iPhone).contains("href=\"https://example.com/i?beckon_click="))
    }
  }

  @Test("A deep link that is changed takes its own place only, not that of another page")
  func deepLink() async throws {
    try await TestServer.run { server in
      let backend = LinkrunnerBackend(app: server.app)
      let (old, new) = ("https://example.com/old", "https://example.com/new")
      let bodies: [(JSON, String)] = [
        (["deeplink": .string(old)], new),
        (
          ["deeplink": .string(old), "link_for_desktop_users": "https://example.com/d"],
          "https://example.com/d"
        ),
        (["link_for_desktop_users": "https://example.com/d"], "https://example.com/d"),
      ]
      for (body, page) in bodies {
        let named = JSON.object((body.members ?? []) + [JSON.Member("name", "A")])
        let made = try await backend.call("POST", "create-campaign", named)
        let code = try #require(made.string("data.display_id"))
        _ = try await backend.call("PATCH", "campaigns/" + code, ["deeplink": .string(new)])
        let visit = try await Self.visit(code, server.app, .desktop)
        #expect(visit.hasPrefix(page + "?"), "\(body.text)")
      }
    }
  }

  @Test("Settings that come or change later count from then on")
  func later() async throws {
    try await TestServer.run { server in
      _ = try await LinkrunnerBackend(app: server.app).call(
        "POST", "create-campaign",
        [
          "name": "A", "custom_display_id": "one",
          "link_for_desktop_users": "https://example.com/d",
        ])
      func visit() async throws -> String { try await Self.visit("one", server.app, .iPhone) }
      #expect(try await visit().hasPrefix("https://example.com/d"))
      try await server.app.set(Self.settings)
      #expect(try await visit().contains("href=\"\(Self.appStore)\""))
      try await server.app.set(["ios": ["bundle_id": "com.example.pirates", "app_store_id": "7"]])
      #expect(try await visit().contains("href=\"https://apps.apple.com/app/id7\""))
    }
  }

  @Test("A campaign that would lead nowhere is refused, with what to set")
  func nowhere() async throws {
    try await TestServer.run { server in
      let backend = LinkrunnerBackend(app: server.app)
      for body: JSON in [["name": "A"], ["name": "A", "deeplink": "pirates://treasure"]] {
        let made = try await backend.call("POST", "create-campaign", body)
        #expect(made.status == 400)
        #expect(made.string("msg")?.contains("app_store_id") == true, "\(made.text)")
      }
    }
  }
}
