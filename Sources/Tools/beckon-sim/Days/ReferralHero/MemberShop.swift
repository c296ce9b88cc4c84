import BeckonModel

/// The campaign on the server: three conversion events, and a point for both when the last comes.
struct MemberShop: Sendable {
  static let list = "MFaa11bb22cc"
  static let unit = "points"

  let app: DayApp

  /// Makes it.
  init(on server: FraudServer) async throws {
    app = try await DayApp("Shop", on: server)
    _ = try app.ask(server, "PATCH", "/v1/app", ["currency": "EUR"])
    _ = try app.ask(
      server, "POST", "/v1/campaigns",
      [
        "name": "Friends", "goal": 3, "list_uuid": .string(Self.list),
        "url": "https://shop.example/join",
        "rules": [
          [
            "name": "thanks", "when": ["referral": "confirmed"], "to": "both", "amount": 1,
            "unit": .string(Self.unit),
          ]
        ],
      ])
  }
}
