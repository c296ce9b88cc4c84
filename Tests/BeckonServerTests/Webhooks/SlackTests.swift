import BeckonModel
import BeckonSDK
import Testing

/// Facts as messages in a channel of Slack.
@Suite struct SlackTests {
  @Test("A fact becomes a message; what people typed in makes no link and calls nobody")
  func message() async throws {
    try await TestServer.run { server in
      let receiver = try Receiver()
      let webhook = try await server.app.webhook(receiver.url, ["event:buy"], form: "slack")
      let ana = try await server.app.signUp("ana")
      try await server.app.event(
        "buy", id: "o1", of: ana, ["item": "<!channel> <https://evil.example|rum> & more"])
      _ = try await server.app.post(webhook.path + "/test", [:])
      try await server.wait()
      let title = "buy · shop"
      let bought = try #require(receiver.bodies.first { $0["text"] == .string(title) })
      #expect(bought["blocks"]?[0]?["text"] == ["type": "mrkdwn", "text": .string("*\(title)*")])
      let fields = bought["blocks"]?[1]?["fields"]?.elements?.compactMap { $0["text"]?.string }
      #expect((1...10).contains(fields?.count ?? 0))
      #expect(fields?.contains("*id*\no1") == true)
      let item = "*item*\n&lt;!channel&gt; &lt;https://evil.example|rum&gt; &amp; more"
      #expect(fields?.contains(item) == true, "\(fields ?? [])")
      #expect(bought["blocks"]?[2]?["type"] == "context")
      #expect(receiver.bodies.count == 2)
      #expect(receiver.received.allSatisfy { $0.headers["beckon-signature"] == nil })
    }
  }

  @Test("A URL of Slack's gets Slack's form, whatever is asked for, and no other can become one")
  func url() async throws {
    try await TestServer.run { server in
      let slack = "https://hooks.slack.com/services/T0/B0/secret"
      for form in ["native", "linkrunner", "slack"] {
        let made = try await server.app.post(
          "/v1/webhooks", ["url": .string(slack), "facts": ["signup"], "form": .string(form)])
        #expect(made.status == 201)
        #expect(made.string("form") == "slack")
      }
      let other = try await server.app.webhook("https://a.example", ["signup"])
      let changed = try await server.app.patch(other.path, ["url": .string(slack)])
      #expect(changed.code == "invalid_field" && changed.string("field") == "url")
    }
  }
}
