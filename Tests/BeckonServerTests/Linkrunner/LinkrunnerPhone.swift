import BeckonBasics
import BeckonModel
import Foundation
import Testing

/// A phone with an app that speaks Linkrunner's protocol, as the vendor's own client does
/// (docs/PROTOCOLS/linkrunner.md, Requests).
struct LinkrunnerPhone: Sendable {
  let app: TestApp
  var address = "203.0.113.7"
  var installID = UUID().uuidString
  var token: String?

  static let device: JSON = [
    "device": "iPhone", "device_name": "iPhone15,2", "system_version": "17.5.1", "brand": "Apple",
    "manufacturer": "Apple", "bundle_id": "com.example.pirates", "version": "1.2",
    "build_number": "34", "locale": "tr_TR", "language": "tr", "country": "TR",
    "timezone": "Europe/Istanbul", "timezone_offset": 180,
    "device_display": ["width": 393.0, "height": 852.0, "scale": 3.0],
    "idfv": "6D92078A-8246-4BA4-AE5B-76104861E7DC",
  ]

  /// Opens a link in the phone's browser.
  func open(_ link: String) async throws {
    let path = link.hasPrefix("/") ? link : "/" + (link.split(separator: "/").last ?? "")
    let visit = try await app.call(
      "GET", path, as: .none,
      headers: [
        ("X-Forwarded-For", address), ("User-Agent", TestPhone.Device.iPhone.agent),
        ("Accept-Language", "tr-TR,tr;q=0.9"), ("Accept", "text/html"),
      ])
    #expect(visit.status == 302)
  }

  func send(
    _ name: String, _ more: JSON = [:], headers: [(String, String)] = []
  ) async throws -> HTTPAnswer {
    try await app.call(
      "POST", "/api/client/" + name, body: body(more).bytes, as: .none,
      headers: headers + [("X-Forwarded-For", address)])
  }

  func body(_ more: JSON) -> JSON {
    let common: JSON = [
      "token": .string(token ?? app.publishable), "platform": "IOS",
      "install_instance_id": .string(installID), "device_data": Self.device,
    ]
    let names = Set((more.members ?? []).map(\.name))
    let kept = (common.members ?? []).filter { !names.contains($0.name) }
    return .object(kept + (more.members ?? []))
  }
}

extension LinkrunnerPhone {
  /// The signature as the vendor's client makes it (docs/PROTOCOLS/linkrunner.md, Signing).
  static func signature(_ body: String, _ timestamp: String, _ secret: String) -> String {
    let hash = body.isEmpty ? "" : Data(Hash.sha256(Array(body.utf8))).base64EncodedString()
    let text = Array("\(timestamp)\n\(hash)".utf8)
    return Data(Hash.hmac(text, key: Array(secret.utf8))).base64EncodedString()
  }
}
