import BeckonModel
import Foundation
import Testing

/// A game whose old versions speak Dynamic Links' protocol, on a domain of its own
/// (docs/PROTOCOLS/dynamiclinks.md).
struct DynamicLinksGame: Sendable {
  static let domain = "play.example"
  static let bundle = "com.example.ios"

  let app: TestApp
  var address = "203.0.113.7"
  var device = TestPhone.Device.iPhone

  /// Sets the app up as one that has moved here.
  static func run(
    _ body: (TestServer, DynamicLinksGame) async throws -> Void
  ) async throws {
    try await TestServer.run { server in
      try await server.app.set([
        "link_domains": [.string(domain), "play.example/promo"],
        "allowed_targets": ["https://mygame.example.com/*", "https://help.example.com/*"],
        "ios": [
          "bundle_id": .string(bundle), "team_id": "ABCDE12345", "app_store_id": "123456789",
        ],
        "android": ["package": "com.example.android"],
      ])
      try await body(server, DynamicLinksGame(app: server.app))
    }
  }

  /// A long link to a page of the game, as the client for iOS writes it: every character that is no
  /// letter or digit encoded.
  static func long(
    _ link: String, _ parameters: [(String, String)] = [], on prefix: String = domain
  ) -> String {
    let query = ([("link", link)] + parameters).map { $0 + "=" + encoded($1) }
    return "https://" + prefix + "/?" + query.joined(separator: "&")
  }

  static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  static let stores = [
    ("ibi", bundle), ("isi", "123456789"), ("apn", "com.example.android"),
  ]

  /// The same with another phone, or at another address.
  func with(_ device: TestPhone.Device? = nil, at address: String? = nil) -> DynamicLinksGame {
    DynamicLinksGame(app: app, address: address ?? self.address, device: device ?? self.device)
  }

  // MARK: What clients send

  func call(_ path: String, _ body: JSON, key: String? = nil) async throws -> HTTPAnswer {
    try await app.post(
      "/v1/\(path)?key=\(key ?? app.publishable)", body, as: .none,
      headers: [
        ("X-Ios-Bundle-Identifier", Self.bundle), ("X-Forwarded-For", address),
        ("Content-Type", "application/json; charset=utf-8"),
      ])
  }

  /// Shortens a long link as the client for iOS does.
  func shorten(_ long: String, _ option: String? = "SHORT") async throws -> HTTPAnswer {
    let suffix = option.map { ["option": .string($0)] as JSON }
    return try await call(
      "shortLinks", .object(["longDynamicLink": .string(long), "suffix": suffix]))
  }

  /// The short link of a long one.
  func short(_ long: String, _ option: String? = "SHORT") async throws -> String {
    let answer = try await shorten(long, option)
    return try #require(answer.string("shortLink"), "\(answer.text)")
  }

  func reopen(_ link: String) async throws -> HTTPAnswer {
    try await call(
      "reopenAttribution",
      [
        "requestedLink": .string(link), "bundle_id": .string(Self.bundle),
        "sdk_version": "10.29.0",
      ])
  }

  static let body: JSON = [
    "bundleId": .string(bundle),
    "device": [
      "screenResolutionHeight": 852, "screenResolutionWidth": 393, "languageCode": "tr-TR",
      "languageCodeRaw": "tr_TR", "languageCodeFromWebview": "tr-TR",
      "timezone": "Europe/Istanbul", "deviceModelName": "iPhone15,2",
    ],
    "iosVersion": "17.5.1", "sdkVersion": "10.29.0", "visualStyle": 0, "retrievalMethod": 1,
  ]

  /// The question after a first launch.
  func install(
    copied: String? = nil, installedAt: Int64? = 1_700_000_000
  ) async throws -> HTTPAnswer {
    let more = JSON.object([
      "uniqueMatchLinkToCheck": copied.map(JSON.string),
      "appInstallationTime": installedAt.map(JSON.integer),
    ])
    return try await call(
      "installAttribution", .object((Self.body.members ?? []) + (more.members ?? [])))
  }

  /// Opens a link in the phone's browser.
  func visit(_ link: String) async throws -> HTTPAnswer {
    let parts = link.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    let rest = try #require(parts.last).split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    return try await app.call(
      "GET", "/" + (rest.count > 1 ? rest[1] : ""), as: .none,
      headers: [
        ("Host", String(rest[0])), ("X-Forwarded-For", address), ("User-Agent", device.agent),
        ("Accept-Language", device.language), ("Accept", "text/html"),
      ])
  }
}
