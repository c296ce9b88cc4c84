import BeckonModel
import Foundation
import Testing

/// A phone of a test: it opens links in its browser, installs the app, and its owner signs up.
struct TestPhone: Sendable {
  /// A kind of phone, as its browser and the app describe it.
  struct Device: Sendable {
    let agent: String
    let language: String
    let facts: JSON

    static let iPhone = Device(
      agent: "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 "
        + "(KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
      language: "tr-TR,tr;q=0.9",
      facts: [
        "platform": "ios", "os_version": "17.5.1", "device_model": "iPhone15,2",
        "screen": ["width": 393, "height": 852, "scale": 3], "language": "tr-TR",
        "timezone": "Europe/Istanbul", "app_version": "1.0",
      ])
    static let android = Device(
      agent: "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
        + "Chrome/125.0.0.0 Mobile Safari/537.36",
      language: "de-DE,de;q=0.9",
      facts: [
        "platform": "android", "os_version": "14", "device_model": "Pixel 8",
        "language": "de-DE", "timezone": "Europe/Berlin", "app_version": "1.0",
      ])
    static let desktop = Device(
      agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
        + "Chrome/125.0.0.0 Safari/537.36",
      language: "en-GB", facts: ["platform": "windows"])
  }

  let app: TestApp
  let address: String
  let device: Device
  /// The app's own id of its install on this phone.
  var installID = "phone-\(UUID().uuidString)"
  /// The token of the install.
  var token: String?
  /// What came of the last visit of a link.
  var visit: HTTPAnswer?
  /// What came of the first launch.
  var launch: HTTPAnswer?

  /// `unique`, `default`, `weak` or `none`.
  var match: String? { launch?.string("match.type") }
  var reason: String? { launch?.string("match.reason") }
  /// The click's id, as the redirect hands it on.
  var click: String? {
    guard let target = visit?["Location"], let start = target.range(of: "beckon_click=") else {
      return nil
    }
    return String(target[start.upperBound...].prefix { $0 != "&" && $0 != "#" })
  }

  private var headers: [(String, String)] {
    [
      ("X-Forwarded-For", address), ("User-Agent", device.agent),
      ("Accept-Language", device.language), ("Accept", "text/html"),
    ]
  }

  /// Opens a link, given whole or as a path.
  func open(_ link: String?) async throws -> TestPhone {
    let link = try #require(link)
    var phone = self
    let path = link.hasPrefix("/") ? link : "/" + (link.split(separator: "/").last ?? "")
    phone.visit = try await app.call("GET", path, as: .none, headers: headers)
    return phone
  }

  /// The app's first launch; `more` is what it knows beside the device.
  func install(
    _ more: JSON = [:], as key: TestApp.Key = .publishable, token shown: String? = nil
  ) async throws -> TestPhone {
    var phone = self
    let body = [JSON.Member("install_id", .string(installID))] + (device.facts.members ?? [])
    phone.launch = try await app.post(
      "/v1/installs", .object(body + (more.members ?? [])), as: key, token: shown,
      headers: [("X-Forwarded-For", address)])
    phone.token = phone.launch?.string("token") ?? token
    return phone
  }

  /// Its owner signs up in the app.
  func signUp(_ name: String, _ more: JSON = [:]) async throws -> TestPerson {
    let body: JSON = ["user_id": .string(name), "install_id": .string(installID)]
    return try await app.signUpInApp(
      .object((body.members ?? []) + (more.members ?? [])), token: token)
  }

  /// The app is used before its owner signs up.
  func useAnonymously() async throws -> TestPerson {
    try await app.signUpInApp(["install_id": .string(installID)], token: token)
  }

  /// The system hands a link to the app, which is there already.
  func openInApp(_ link: String?) async throws -> HTTPAnswer {
    try await app.post(
      "/v1/opens",
      ["install_id": .string(installID), "url": .string(try #require(link))], as: .publishable)
  }
}
