import BeckonContract
import BeckonModel
import Testing

/// Webhooks, as their owner sees them.
@Suite struct WebhookGoldenTests {
  private static let unknown = "whk_01m7xy000fedjbz330nex3vnr1"

  @Test func webhooks() async throws {
    let book = GoldenBook()
    let receiver = try Receiver()
    defer { receiver.stop() }
    book.hide(receiver.url, as: "receiver")
    try await book.run { golden in
      let path = try await Self.making(golden, receiver.url)
      try await Self.deliveries(golden, path)
      try await Self.changing(golden, path)
      try await golden.askWithoutKeys(WebhookRoute.allCases)
    }
    try book.expect(WebhookRoute.routes)
  }

  private static func making(_ golden: GoldenServer, _ url: String) async throws -> String {
    let (url, facts): (JSON, JSON) = (.string(url), ["signup", "event:buy"])
    let made = try await golden.ask(
      WebhookRoute.create, "a webhook", .init(body: ["url": url, "facts": facts]))
    for (title, body) in [
      (
        "in Linkrunner's form, with a secret",
        [
          "url": url, "facts": ["install"], "form": "linkrunner", "secret": "0123456789abcdef",
        ]
      ),
      ("in Slack's form", ["url": "https://hooks.slack.com/services/x", "facts": ["event:moon"]]),
      ("without a URL", ["facts": facts]), ("a URL that is none", ["url": "x", "facts": facts]),
      ("not encrypted", ["url": "http://shop.example/", "facts": facts]),
      ("without facts", ["url": url, "facts": []]),
      ("a fact that is none", ["url": url, "facts": ["moon"]]),
      (
        "a fact that Linkrunner's form has not",
        [
          "url": url, "facts": ["reward"], "form": "linkrunner",
        ]
      ),
      ("a secret too short", ["url": url, "facts": facts, "secret": "x"]),
    ] as [(String, JSON)] {
      try await golden.ask(WebhookRoute.create, title, .init(body: body))
    }
    return WebhookRoute.read.route.path(try #require(made.string("id")))
  }

  private static func deliveries(_ golden: GoldenServer, _ path: String) async throws {
    _ = try await golden.app.signUp("ana")
    try await golden.server.wait(minutes: 1)
    func hidden(_ answer: HTTPAnswer) -> JSON.Member? {
      JSON.Member("body", answer.json.hiding(["milliseconds"]))
    }
    let list = try await golden.ask(
      WebhookRoute.listDeliveries, "all", at: path + "/deliveries", showing: hidden)
    try await golden.ask(
      WebhookRoute.listDeliveries, "a state that is none", at: path + "/deliveries?state=x")
    let delivery = try #require(list.string("deliveries.0.id"))
    let replay = path + "/deliveries/" + delivery + "/replay"
    try await golden.ask(WebhookRoute.replayDelivery, "once more", at: replay, showing: hidden)
    try await golden.ask(
      WebhookRoute.replayDelivery, "an unknown delivery",
      at: path + "/deliveries/dlv_01m7xy000fedjbz330nex3vnr1/replay")
    try await golden.ask(WebhookRoute.test, "a ping", at: path + "/test")
    for call in [
      WebhookRoute.read, .update, .delete, .listDeliveries, .replayDelivery, .test,
    ] {
      let place = call.route.path(unknown, "dlv_01m7xy000fedjbz330nex3vnr1")
      try await golden.ask(call, "an unknown webhook", at: place, .init(body: [:]))
    }
    try await golden.server.wait(minutes: 1)
  }

  private static func changing(_ golden: GoldenServer, _ path: String) async throws {
    try await golden.ask(WebhookRoute.read, "a webhook", at: path)
    try await golden.ask(WebhookRoute.list, "the first page", at: "/v1/webhooks?limit=2")
    for (title, body) in [
      ("other facts", ["facts": ["*"]]), ("a new secret", ["rotate_secret": true]),
      ("switched off", ["state": "disabled"]), ("a state that is none", ["state": "x"]),
      ("Slack's URL", ["url": "https://hooks.slack.com/services/x"]),
    ] as [(String, JSON)] {
      try await golden.ask(WebhookRoute.update, title, at: path, .init(body: body))
    }
    try await golden.ask(WebhookRoute.test, "one that is disabled", at: path + "/test")
    try await golden.ask(WebhookRoute.delete, "a webhook", at: path)
    try await golden.ask(WebhookRoute.delete, "once more", at: path)
  }
}
