import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import TestPrograms
import Testing

/// A server with an app of which each page of the dashboard has something to show, with a word so
/// long that no line of a phone holds it.
final class DashboardStory: Sendable {
  let folder: TemporaryFolder
  let keys: AppKeys
  let server: RunningServer
  private let gateway: LoopbackServer
  /// The app's part of the dashboard.
  var app: String { server.url + "/dashboard/" + keys.app }

  static let longWord = String(repeating: "Donaudampfschiff", count: 6)
  static let number = "+4915112345678"

  /// Starts it. Its gateway of text messages is too busy to take any before an hour has passed, so
  /// what is to be sent waits after the first attempt.
  init() async throws {
    folder = try TemporaryFolder()
    keys = try await AppKeys(folder)
    gateway = try LoopbackServer { _ in
      .answer(TransportResponse(status: 503, headers: ["Retry-After": "3600"]))
    }
    server = try await RunningServer(
      folder, "--sms-gateway", "kannel+http://beckon:secret@127.0.0.1:\(gateway.port)")
  }

  deinit { gateway.stop() }

  @discardableResult
  func ask(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
    let answer = try await server.ask(method, path, key: keys.secret, body)
    try #require((200...299).contains(answer.status), "\(path): \(answer.text)")
    return answer.json
  }

  /// Signs in, by the one link that the server has told.
  func signIn() throws -> [Browser.Step] {
    [.open(try server.signInLink()), .press("button"), .until("location.pathname == '/dashboard'")]
  }

  // MARK: What happens

  /// Products that are found and shown: one that was cheaper, one that is sold out.
  func fillShop() async throws {
    for (place, title) in ["Red Sneaker", "Blue Boot", Self.longWord].enumerated() {
      try await ask(
        "PUT", "/v1/products/product-\(place)",
        [
          "title": .string(title), "brand": "Acme", "price": "49.90", "currency": "EUR",
          "categories": ["Shoes > Low"], "stock": .integer(place == 2 ? 0 : 7),
        ])
    }
    try await ask("PATCH", "/v1/products/product-0", ["price": "39.90", "old_price": "49.90"])
    try await ask(
      "POST", "/v1/widgets",
      [
        "code": "home", "name": "At home", "page": ["kind": "home"],
        "static_items": ["product-1"], "methods": [["method": "new_arrivals"]],
        "experiment": ["name": "arrivals", "hold_out_percent": 20],
      ])
    try await ask("PATCH", "/v1/search/settings", ["synonyms": [["sofa", "couch"]]])
  }

  /// Ana refers Ben, who does what a rule pays for; a client told it, so the reward is held.
  /// - Returns: Ana.
  func refer() async throws -> String {
    let campaign = try await ask(
      "POST", "/v1/campaigns",
      [
        "name": .string("Friends " + Self.longWord), "goal": 1, "url": "https://shop.example/join",
        "rules": [
          [
            "name": "a buyer", "when": ["event": "buy"], "to": "recipient", "amount": 50,
            "unit": "gold", "trust": "server", "per": "event",
          ],
          [
            "name": "welcome", "when": ["referral": "confirmed"], "to": "referrer", "amount": 5,
            "unit": "gold",
          ],
        ],
      ])
    let ana = try await ask(
      "POST", "/v1/people",
      ["user_id": .string("ana" + Self.longWord), "campaign": campaign["id"] ?? .null])
    let ben = try await ask(
      "POST", "/v1/people",
      [
        "user_id": "ben", "email": "ben@shop.example", "campaign": campaign["id"] ?? .null,
        "referrer": ana["referral_code"] ?? .null,
      ])
    let event: JSON = ["id": "e1", "name": "buy", "person": ben["person"] ?? .null]
    let told = try await server.ask(
      "POST", "/v1/events", key: keys.publishable, ["events": [event]],
      headers: ["Beckon-Token": ben["token"]?.string ?? ""])
    try #require((200...299).contains(told.status), "\(told.text)")
    _ = try await server.ask(
      "POST", "/v1/events", key: keys.secret, ["events": [["name": "buy", "at": "never"]]])
    try await ask(
      "POST", "/v1/payments",
      ["id": "order-1", "amount": 500, "currency": "EUR", "person": ben["person"] ?? .null])
    return ana["person"]?.string ?? ""
  }

  /// Somebody invites a friend by text message, which waits when this returns.
  func invite(by person: String) async throws {
    try await ask(
      "PATCH", "/v1/app",
      [
        "sms": ["senders": ["Shop"], "url": "https://shop.example/get", "quiet_hours": false],
        "link_domains": ["go.shop.example"],
      ])
    try await ask(
      "POST", "/v1/invites", ["person": .string(person), "recipients": [.string(Self.number)]])
    try await waitForAttempt()
  }

  /// Waits until the gateway has answered the first message; some minutes at most.
  private func waitForAttempt() async throws {
    for _ in 0..<10_000 {
      let message = try await ask("GET", "/v1/messages")["messages"]?[0]
      if message?["answer"] != nil { return }
      // Sleeps because: another program has to come so far.
      try await Task.sleep(nanoseconds: 20_000_000)
    }
    Issue.record("the gateway was not asked within minutes")
  }

  /// A link that somebody with an iPhone has followed.
  /// - Returns: its id.
  func makeLink(_ code: String) async throws -> String {
    let link = try await ask(
      "POST", "/v1/links",
      [
        "url": "https://shop.example", "name": .string(code + Self.longWord), "code": .string(code),
        "ios": "https://apps.apple.com/app/id1",
      ])
    let agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 "
    _ = try await server.ask("GET", "/" + code, headers: ["User-Agent": agent])
    return link["id"]?.string ?? ""
  }

  /// Somebody who was sent the link says that it is bad.
  func report(_ link: String) -> [Browser.Step] {
    [
      .open(server.url + "/web/report/" + keys.app + "/" + link),
      .write("It wanted my password.", into: "textarea"), .press("button"),
      .until("document.body.innerText.includes('Thank you')"),
    ]
  }
}
