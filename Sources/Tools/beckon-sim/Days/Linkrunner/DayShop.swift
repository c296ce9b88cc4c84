import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonModel
import BeckonStore
import Foundation

/// The app on the server, with its campaign links and conversion values.
struct DayShop: Sendable {
  static let zone = "Europe/Berlin"

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
      let app = try accounts.createApp(name: "Day", ambient: ambient)
      return try [KeyKind.publishable, .secret].map {
        try accounts.createKey($0, app: app, ambient: ambient)?.key ?? ""
      }
    }
    (publishable, secret) = (keys[0], keys[1])
    _ = try ask(
      server, "PATCH", "/v1/app",
      [
        "currency": "EUR", "time_zone": .string(Self.zone),
        "ios": ["bundle_id": "com.example.shop", "team_id": "A1B2C3D4E5", "app_store_id": "123"],
        "android": ["package": "com.example.shop"],
      ])
    _ = try ask(server, "PUT", "/v1/postback-schema", ["rules": Self.rules])
    for link in 0..<DayPlan.links {
      _ = try ask(
        server, "POST", "/api/v1/create-campaign",
        [
          "name": .string("Day \(link)"), "custom_display_id": .string(Self.code(link)),
          "link_for_desktop_users": "https://shop.example/",
        ])
    }
  }

  private static let rules: JSON = [
    ["name": "signed up", "when": ["sign_up": true], "fine": 5],
    ["name": "tapped", "when": ["event": "tap"], "fine": 7],
    ["name": "tapped thrice", "when": ["event": "tap", "count": 3], "fine": 12],
    ["name": "paid", "when": ["payment": true], "fine": 20],
    [
      "name": "paid well", "when": ["revenue": ["at_least": 30, "currency": "EUR"]], "fine": 30,
    ],
  ]

  static func code(_ link: Int) -> String { "day-\(link)" }

  /// The click that a redirect names, `beckon_click=clk_…`.
  static func click(in answer: SimulatedAnswer) -> String? {
    guard let text = answer.headers["location"], let start = text.range(of: "clk_") else {
      return nil
    }
    return String(text[start.lowerBound...].prefix { $0 == "_" || $0.isLetter || $0.isNumber })
  }

  /// Asks something with the secret key, in whichever header it is looked for.
  /// - Throws: `Refusal`.
  func ask(
    _ server: FraudServer, _ method: String, _ path: String, _ body: JSON? = nil
  ) throws -> JSON {
    let answer = try server.ask(
      SimulatedRequest(
        method: method, path: path, key: secret, headers: [("linkrunner-key", secret)],
        body: body?.bytes ?? []))
    guard answer.isSuccess, let json = answer.json else {
      let text = String(decoding: answer.body, as: UTF8.self)
      throw Refusal(description: "\(method) \(path): \(answer.status) \(text)")
    }
    return json
  }
}
