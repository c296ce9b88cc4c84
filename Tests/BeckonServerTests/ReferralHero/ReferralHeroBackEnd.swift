import BeckonModel

/// A back end that scripts its campaigns by version 2 of the vendor's API.
struct ReferralHeroBackEnd: Sendable {
  let app: TestApp
  /// The campaign.
  var list = ReferralHeroShop.list(1)
  /// The key, if it is not the app's secret one.
  var key: String?

  /// Sends a call below the campaign.
  func call(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> HTTPAnswer {
    try await send(method, "/lists/\(list)\(path)", body)
  }

  /// Sends any call.
  func send(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> HTTPAnswer {
    try await app.call(
      method, "/api/v2\(path)", body: body?.bytes ?? [], as: .none,
      headers: [
        ("Authorization", "Bearer " + (key ?? app.secret)), ("Content-Type", "application/json"),
      ])
  }

  /// Adds somebody, and gives their id and code.
  func add(
    _ name: String, referrer: String? = nil, _ more: JSON = [:]
  ) async throws -> (id: String, code: String) {
    let told: JSON = .object([
      "email": .string("\(name)@example.com"), "name": .string(name),
      "referrer": referrer.map(JSON.string),
    ])
    let answer = try await call("POST", "/subscribers", told.and(more))
    return (answer.string("data.id") ?? answer.text, answer.string("data.code") ?? answer.text)
  }
}
