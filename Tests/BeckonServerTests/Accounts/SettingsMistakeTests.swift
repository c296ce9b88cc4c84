import BeckonModel
import Testing

@testable import BeckonServer

/// Settings that would be stored, and then do nothing, are refused where they are made.
@Suite struct SettingsMistakeTests {
  @Test(
    "What could never work is refused, with what to write",
    arguments: [
      ("cart_url", "/cart", "must begin with https://"),
      ("cart_url", "http://shop.example/cart", "must begin with https://"),
      ("cart_url", "javascript:alert(1)", "must begin with https://"),
      ("currency", "EUX", "is no currency (ISO 4217)"),
      ("languages", ["german"], "write codes such as en or pt-BR"),
      (
        "sms", ["senders": ["Shop"], "url": "https://shop.example", "countries": ["Germany"]],
        "is no country (ISO 3166): write DE"
      ),
      ("reminders", ["quiet_hours": false], "must be an object such as"),
    ] as [(String, JSON, String)])
  func refused(name: String, value: JSON, advice: String) async throws {
    try await TestServer.run { server in
      let body = JSON.object([JSON.Member(name, value)])
      let answer = try await server.app.send("PATCH", "/v1/app", body)
      #expect(answer.status == 422 && answer.text.contains(advice), "\(answer.text)")
    }
  }

  @Test("A shop is searched by languages that have codes")
  func searchLanguages() async throws {
    try await TestServer.run { server in
      for language in ["german", "deutsch"] {
        let body: JSON = ["languages": [.string(language)]]
        let answer = try await server.app.send("PATCH", "/v1/search/settings", body)
        #expect(answer.status == 422 && answer.text.contains("en or pt-BR"), "\(answer.text)")
      }
      let german: JSON = ["languages": ["de", "en-US", "zh-Hant-TW"]]
      #expect(try await server.app.send("PATCH", "/v1/search/settings", german).status == 200)
    }
  }
}
