import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonModel
import BeckonStore

/// The game on the server: its domain, and the two rules of the guide to rewards.
struct GameShop: Sendable {
  static let host = "play.example"
  static let bundle = "com.example.game"
  static let unit = "pieces_of_eight"
  static let amount: Int64 = 50
  /// The level at which whoever invited somebody is paid.
  static let level = 5

  let publishable: String
  let secret: String

  /// The server did not do what the simulation needs.
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// Makes it.
  init(on server: FraudServer) async throws {
    let ambient = server.ambient
    let keys = try await server.database.write { connection in
      let accounts = Accounts(connection)
      let app = try accounts.createApp(name: "Game", ambient: ambient)
      return try [KeyKind.publishable, .secret].map {
        try accounts.createKey($0, app: app, ambient: ambient)?.key ?? ""
      }
    }
    (publishable, secret) = (keys[0], keys[1])
    let campaign = try ask(server, "POST", "/v1/campaigns", Self.campaign)
    _ = try ask(
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

  /// Asks something with the secret key.
  /// - Throws: `Refusal`.
  func ask(
    _ server: FraudServer, _ method: String, _ path: String, _ body: JSON? = nil
  ) throws -> JSON {
    let answer = try server.ask(
      SimulatedRequest(method: method, path: path, key: secret, body: body?.bytes ?? []))
    guard answer.isSuccess, let json = answer.json else {
      let text = String(decoding: answer.body, as: UTF8.self)
      throw Refusal(description: "\(method) \(path): \(answer.status) \(text)")
    }
    return json
  }
}
