import BeckonContract
import BeckonSDK
import BeckonTesting
import Testing

/// The app's own server does not answer who its user is, and its code does not give up.
@Suite(.timeLimit(.minutes(2))) struct SilentAppServerTests {
  let app = TestApp()
  let gate = Gate()

  private func launch() async throws -> BeckonClient {
    let gate = gate
    let client = try app.launch(identityToken: { _ in
      await gate.pass()
      return "late"
    })
    _ = try await client.identify(userID: "ana") { $0.identityToken = "in-hand" }
    app.server.decide { request in
      request.url.contains("/v1/people/") ? .problem(.tokenRequired) : .usual
    }
    return client
  }

  @Test func itIsWaitedForAsLongAsForOneAnswer() async throws {
    let client = try await launch()
    client.track("before")
    let isOver = Switch(false)
    let slow = Task {
      defer { isOver.isOn = true }
      return try await client.setAttributes(["level": 5])
    }
    await gate.untilSomebodyWaits()
    client.track("after")
    try await eventually {
      app.clock.advance(milliseconds: 30_000)
      return isOver.isOn
    }
    #expect(try await slow.value == .queued)
    #expect(app.arrived == ["before", "after"])
    await client.close()
    await gate.open()
  }

  @Test func theClientIsClosedAllTheSame() async throws {
    let client = try await launch()
    let slow = Task { try await client.setAttributes(["level": 5]) }
    await gate.untilSomebodyWaits()
    await client.close()
    #expect(try await slow.value == .queued)
    #expect(app.server.requests.filter { $0.method == "PATCH" }.count == 1)
    // It is still there for the next run.
    #expect(try app.launch().queueStatistics().events == 1)
    await gate.open()
  }
}
