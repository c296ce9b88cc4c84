import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// How Linkrunner's receivers expect webhooks.
@Suite struct LinkrunnerWebhookTests {
  @Test("The first retries come after 1, 2 and 4 seconds, the next as ours")
  func retries() {
    let begun = Instant(milliseconds: 1_790_000_000_000)
    let delays = (1...4).map { attempt -> Int64? in
      let verdict = DeliveryVerdict(
        of: DeliveryAttempt(at: begun, milliseconds: 5, status: 500),
        DeliveryVerdict.Standing(
          attempt: attempt, begun: begun, failingSince: nil,
          retries: WebhookForm.linkrunner.retries), now: begun, chance: 0)
      guard case .retry(let at) = verdict.delivery else { return nil }
      return at.milliseconds(since: begun)
    }
    #expect(delays == [800, 1_600, 3_200, 24_000])
  }

  @Test("Of what it cannot tell nobody is promised to hear")
  func facts() async throws {
    try await TestServer.run { server in
      for facts: [JSON] in [["reward"], ["event:*"], ["install", "event:buy"]] {
        let answer = try await server.app.post(
          "/v1/webhooks",
          ["url": "http://127.0.0.1:1", "facts": .array(facts), "form": "linkrunner"])
        #expect(answer.status == 422 && answer.string("field") == "facts", "\(answer.text)")
        #expect(answer.text.contains("install, signup or * in the form linkrunner"))
      }
    }
  }

  @Test("A form that nobody knows is refused with those that are")
  func unknown() async throws {
    try await TestServer.run { server in
      let answer = try await server.app.post(
        "/v1/webhooks", ["url": "http://127.0.0.1:1", "facts": ["*"], "form": "smoke"])
      #expect(answer.status == 422 && answer.string("field") == "form", "\(answer.text)")
      #expect(answer.text.contains("must be one of native, slack, "))
    }
  }
}
