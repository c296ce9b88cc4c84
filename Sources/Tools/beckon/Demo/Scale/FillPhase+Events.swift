import BeckonModel

/// What people do in an app and in its shop, told by the app's server in batches.
extension FillPhase {
  private static let eventsOfBatch = 250
  private static let names: [(name: String, share: Int)] = [
    ("screen_viewed", 42), ("session_started", 22), ("level_completed", 16),
    ("item_unlocked", 10), ("result_shared", 6), ("notification_opened", 4),
  ]

  static let events = FillPhase(
    kind: .events,
    calls: { app, count, now in
      let claims = (0..<count).filter { _ in app.chance.happens(3) }.count
      return batches(app, count - claims, now, key: app.secretKey) { event($0, $1, named: nil) }
        + batches(app, claims, now, key: app.publishableKey) {
          event($0, $1, named: FillTheme.teamJoined)
        }
    }, take: refuseRejected)

  static let shopVisits = FillPhase(
    kind: .shopVisits,
    calls: { app, count, now in batches(app, count, now, key: app.secretKey, shopEvent) },
    take: refuseRejected)

  @Sendable private static func refuseRejected(_ app: FilledApp, _ answers: [JSON]) throws {
    let receipts = answers.flatMap { $0["receipts"]?.elements ?? [] }
    guard let rejected = receipts.first(where: { $0["status"] != "accepted" }) else { return }
    throw Failure("an event of the demo was rejected: \(rejected.text)", "beckon doctor")
  }

  private static func batches(
    _ app: FilledApp, _ count: Int, _ now: Instant, key: String,
    _ event: (FilledApp, Instant) -> JSON
  ) -> [FillCall] {
    stride(from: 0, to: count, by: eventsOfBatch).map { start in
      let told = (start..<min(start + eventsOfBatch, count)).map { place in
        event(app, now.adding(milliseconds: Int64(place - count) * 1_000))
      }
      return FillCall(path: "/v1/events", key: key, body: ["events": .array(told)])
    }
  }

  private static func event(_ app: FilledApp, _ at: Instant, named name: JSON?) -> JSON {
    var left = Int.random(in: 0..<100, using: &app.chance)
    let drawn = names.first { kind in
      left -= kind.share
      return left < 0
    }
    let level = Int.random(in: 1...40, using: &app.chance)
    return told(
      app, at, name ?? .string(drawn?.name ?? "screen_viewed"), ["level": .integer(Int64(level))])
  }

  private static func shopEvent(_ app: FilledApp, _ at: Instant) -> JSON {
    let products = app.products
    let product: JSON = .string(products[app.chance.place(below: products.count)])
    switch Int.random(in: 0..<100, using: &app.chance) {
    case 0..<82: return told(app, at, "product_viewed", ["product_id": product])
    case 82..<92:
      return told(app, at, "basket_changed", ["step": "add", "product_id": product])
    case 92..<97:
      let searched = app.chance.pick(app.theme.kinds).lowercased()
      return told(app, at, "search", ["text": .string(searched)])
    default:
      return told(
        app, at, "purchase",
        [
          "products": [["product_id": product]],
          "order_id": .string("shop-\(app.number(of: .shopVisits))"),
        ])
    }
  }

  /// An event of somebody who has signed up, or of a phone on which nobody has yet.
  private static func told(
    _ app: FilledApp, _ at: Instant, _ name: JSON, _ properties: JSON
  ) -> JSON {
    let who: JSON.Member =
      if let member = app.anyMember() {
        JSON.Member("user_id", .string(member.userID))
      } else {
        JSON.Member("install_id", .string("visitor"))
      }
    return .object([
      JSON.Member("id", .string("event-\(app.number(of: .events))")), JSON.Member("name", name),
      who, JSON.Member("at", .instant(at)),
      JSON.Member("properties", properties),
    ])
  }
}
