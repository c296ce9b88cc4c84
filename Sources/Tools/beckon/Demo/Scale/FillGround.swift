import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonSDK
import BeckonServer
import BeckonStore
import Foundation

/// Makes the scaled demo's apps with their settings, campaigns, links and products.
struct FillGround {
  let calls: FillCalls
  let plan: FillPlan
  private let transport = Transport.urlSession()

  init(calls: FillCalls, plan: FillPlan) { (self.calls, self.plan) = (calls, plan) }

  /// Makes an app in the database, before a server looks at it.
  /// - Throws: `DatabaseError`.
  static func app(
    _ theme: FillTheme, in database: any Database, _ ambient: Ambient, chance: FillChance
  ) async throws -> FilledApp {
    let made = try await database.write { connection in
      let accounts = Accounts(connection)
      let id = try accounts.createApp(name: theme.name, ambient: ambient)
      let keys = try [KeyKind.publishable, .secret].map {
        try accounts.createKey($0, app: id, ambient: ambient)?.key ?? ""
      }
      let number = try accounts.number(of: id) ?? 0
      return (id: id, keys: keys, context: try Accounts.context(of: number, connection))
    }
    guard let context = made.context else { throw Failure.noApp }
    return FilledApp(theme, made.id, context, keys: made.keys, chance: chance)
  }

  /// Says what the app has.
  func lay(_ app: FilledApp) async throws {
    for (place, campaign) in app.theme.campaigns.enumerated() {
      let made = try await ask(app, "/v1/campaigns", self.campaign(campaign.name, place, app.theme))
      let id = made["id"]?.string ?? ""
      app.campaigns.append(id)
      for channel in campaign.channels {
        let link = try await ask(
          app, "/v1/links",
          [
            "url": .string(app.theme.site + "welcome"), "name": .string(channel),
            "campaign": .string(id), "ios": .string("https://apps.apple.com/app/id1"),
            "android": .string("https://play.google.com/store/apps/details?id=example.demo"),
          ])
        guard let id = link["id"]?.string.flatMap({ LinkID($0) }) else { throw Failure.noApp }
        app.links.append(.init(id: id, campaign: place))
      }
    }
    try await settle(app)
    _ = try await ask(app, "/v1/products", products(app))
  }

  private func campaign(_ name: String, _ place: Int, _ theme: FillTheme) -> JSON {
    var members: [JSON.Member] = [
      JSON.Member("name", .string(name)), JSON.Member("goal", 2),
      JSON.Member("url", .string(theme.site + "welcome")),
    ]
    if place == 0 {
      members.append(JSON.Member("rules", theme.rules(cap: plan.total * 3 / 2)))
    }
    return .object(members)
  }

  private func products(_ app: FilledApp) -> JSON {
    let told = app.products.enumerated().map { place, id -> JSON in
      let words = id.split(separator: "-").map { $0.capitalized }
      return [
        "product": .string(id), "title": .string(words.joined(separator: " ")),
        "categories": [.string(words.last ?? "")], "brand": .string(app.theme.name),
        "price": .string("\(5 + place * 3).90"), "currency": "EUR",
        "in_stock": .bool(place % 9 != 8), "url": .string(app.theme.site + "shop/" + id),
      ]
    }
    return ["products": .array(told)]
  }

  private func ask(_ app: FilledApp, _ path: String, _ body: JSON) async throws -> JSON {
    try await calls.perform(FillCall(path: path, key: app.secretKey, body: body))
  }

  private func settle(_ app: FilledApp) async throws {
    let settings: JSON = [
      "currency": "EUR", "default_campaign": .string(app.campaigns.first ?? ""),
      "sms": [
        "senders": [.string(app.theme.sender)],
        "url": .string(app.theme.site + "get"), "quiet_hours": false, "per_day": 1_000_000,
        "per_person_day": 1_000,
      ],
    ]
    let answer = try await transport.send(
      TransportRequest(
        method: "PATCH", url: calls.url + "/v1/app",
        headers: [
          "Authorization": "Bearer " + app.secretKey, "Content-Type": "application/json",
        ], body: settings.bytes, timeoutMilliseconds: 60_000))
    guard answer.status == 200 else {
      let told = String(decoding: answer.body, as: UTF8.self)
      throw Failure("the settings of \(app.theme.name) were refused: \(told)", "beckon doctor")
    }
  }
}
