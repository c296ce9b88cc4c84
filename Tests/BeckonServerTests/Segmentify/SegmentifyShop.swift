import BeckonModel

/// A shop's app in which the vendor's client for iOS runs (docs/PROTOCOLS/segmentify.md).
struct SegmentifyShop: Sendable {
  let app: TestApp
  var visitor = "6651177901089677312"
  var session = "-897541074991628287"

  init(_ app: TestApp) {
    self.app = app
  }

  /// What every event says, and what this one says.
  func event(_ name: String, _ more: JSON = [:]) -> JSON {
    let common: JSON = [
      "os": "ios", "device": "ios", "osversion": "17.4", "deviceType": "iPhone14,5",
      "deviceName": "iPhone", "carrier": "", "local": "en_US", "sdkVersion": "1.0",
      "firstTime": 1, "name": .string(name), "userId": .string(visitor),
      "sessionId": .string(session), "lang": "EN", "region": "", "extra": [:],
    ]
    let names = Set(texts: (more.members ?? []).map(\.name))
    let kept = (common.members ?? []).filter { !names.contains(TextKey($0.name)) }
    return .object(kept + (more.members ?? []).filter { $0.value != .null })
  }

  /// Sends a body to the events, with the app's publishable key in the query.
  func send(
    _ body: JSON, key: String? = nil, headers: [(String, String)] = []
  ) async throws -> HTTPAnswer {
    try await app.call(
      "POST", "/add/events/v1.json?apiKey=\(key ?? app.publishable)", body: body.bytes, as: .none,
      headers: headers)
  }

  /// A product's view, as the seed's first example has it.
  var productView: JSON {
    event(
      "PRODUCT_VIEW",
      [
        "productId": "25799809929", "title": "T-Shirt", "category": ["Womenswear"], "price": 78,
        "currency": "EUR", "image": "https://shop.example/a.jpg", "brand": "Acme",
        "url": "https://shop.example/p/25799809929", "inStock": true,
      ])
  }
}
