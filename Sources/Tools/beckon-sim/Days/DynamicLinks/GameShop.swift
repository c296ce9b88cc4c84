import BeckonContract
import BeckonModel

/// The game on the server: its domain, and the two rules of the guide to rewards.
struct GameShop: Sendable {
  static let host = "play.example"
  static let bundle = "com.example.game"
  static let unit = "pieces_of_eight"
  static let amount: Int64 = 50
  /// The level at which whoever invited somebody is paid.
  static let level = 5

  let app: DayApp

  /// Makes it.
  init(on server: FraudServer) async throws {
    app = try await DayApp("Game", on: server)
    let campaign = try app.ask(server, "POST", "/v1/campaigns", Self.campaign)
    _ = try app.ask(
      server, "PATCH", "/v1/app",
      [
        "link_domains": [.string(Self.host)], "allowed_targets": ["https://game.example/*"],
        "ios": [
          "bundle_id": .string(Self.bundle), "team_id": "ABCDE12345", "app_store_id": "123456789",
        ],
        "android": ["package": .string(Self.bundle)], "referrer_attribute": "referred_by",
        "default_campaign": campaign["id"] ?? .null,
      ])
  }

  private static let campaign: JSON = [
    "name": "Invitations", "goal": 1, "url": "https://game.example/",
    "rules": [
      [
        "name": "first sign-in", "when": ["attribute": "last_signin_at", "first_set": true],
        "to": "recipient", "amount": .integer(amount), "unit": .string(unit),
      ],
      [
        "name": "level", "when": ["attribute": "level", "crosses": .integer(Int64(level))],
        "to": "referrer", "amount": .integer(amount), "unit": .string(unit),
      ],
    ],
  ]

  /// Where the app goes by an invitation.
  static func deepLink(naming name: String) -> String {
    "https://game.example/?invitedby=" + PercentEncoding.encode(name)
  }

  /// A long link as clients write it.
  static func longLink(naming name: String) -> String {
    let query = [
      ("link", deepLink(naming: name)), ("ibi", bundle), ("isi", "123456789"), ("apn", bundle),
    ]
    return "https://\(host)/?"
      + query.map { $0.0 + "=" + PercentEncoding.encode($0.1) }.joined(separator: "&")
  }
}
