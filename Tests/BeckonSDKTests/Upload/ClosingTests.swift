import BeckonModel
import BeckonTesting
import Testing

@testable import BeckonSDK

@Suite(.timeLimit(.minutes(1))) struct ClosingTests {
  @Test func aCallThatIsMadeWhileTheClientClosesWaitsForNobody() async throws {
    let app = TestApp()
    let client = try app.launch()
    await client.uploader.close()
    let call = DurableRequest(key: "k", method: "POST", path: "/vendor", dialect: .vendor)
    #expect(try await client.send(call, patienceMilliseconds: 60_000) == .queued)
  }
}
