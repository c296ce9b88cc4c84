import BeckonContract
import BeckonModel
import Testing

/// The operator's calls, and the app's own settings.
@Suite struct OperationGoldenTests {
  @Test func operations() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      try await golden.server.wait(minutes: 1)
      try await golden.ask(OperationRoute.health, "well", .init(key: .none)) { answer in
        JSON.Member(
          "body", answer.json.hiding(["version", "uptime_seconds", "last_success", "lag"]))
      }
      try await golden.ask(OperationRoute.metrics, "the names", .init(key: .none)) { answer in
        let names = answer.text.split(separator: "\n").filter { $0.hasPrefix("# TYPE beckon_") }
        return JSON.Member("lines", .array(names.map { .string(String($0)) }))
      }
      try await golden.ask(OperationRoute.openAPI, "the first lines", .init(key: .none)) { answer in
        let lines = answer.text.split(separator: "\n").prefix(3).joined(separator: "\n")
        return JSON.Member("lines", GoldenExchange.lines(lines))
      }
    }
    try book.expect(OperationRoute.routes)
  }

  @Test func app() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      try await golden.ask(AppRoute.read, "a new app")
      try await golden.ask(
        AppRoute.update, "some settings",
        .init(body: [
          "region": "TR", "currency": "EUR", "time_zone": "Europe/Istanbul",
          "origins": ["https://shop.example"], "link_domains": ["go.shop.example"],
          "ios": ["bundle_id": "example.shop", "team_id": "A1B2C3D4E5", "app_store_id": "123"],
          "android": ["package": "example.shop"], "languages": ["tr", "en"],
          "request_signing": ["required": true, "keys": ["k1": "secret"]],
          "meta_install_referrer_key": .string(String(repeating: "0a", count: 32)),
        ]))
      for (title, body) in [
        ("a zone that is none", ["time_zone": "Nowhere"]),
        ("the server's own domain", ["link_domains": ["go.example.com"]]),
        ("of another type", ["origins": "https://shop.example"]),
        ("a list", []),
      ] as [(String, JSON)] {
        try await golden.ask(AppRoute.update, title, .init(body: body))
      }
      try await golden.ask(AppRoute.update, "not JSON", .init(text: "{"))
      try await golden.askWithoutKeys(AppRoute.allCases)
      try await golden.ask(AppRoute.read, "with an unknown key", .init(key: .text("sk_wrong")))
      try await golden.ask(
        AppRoute.read, "a page's call", .init(headers: [("Origin", "https://shop.example")]))
    }
    try book.expect(AppRoute.routes)
  }
}
