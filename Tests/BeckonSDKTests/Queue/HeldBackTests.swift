import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

/// A vendor's calls that must not be sent now wait in their place, and all else passes them.
@Suite(.timeLimit(.minutes(2))) struct HeldBackTests {
  let app = TestApp()

  @Test func aWrongTokenHoldsBackTheVendorsCallsAlone() async throws {
    app.server.decide { _ in .notSent }
    let client = try app.launch()
    for number in [1, 3, 5] {
      client.track("event \(number)")
      _ = try await client.send(request(number + 1), patienceMilliseconds: 0)
    }
    answerVendor(401)
    let report = await client.flush()
    #expect(app.arrived == ["event 1", "event 3", "event 5"])
    #expect(report.remaining == 3)
    #expect(report.error == .unauthorized("status 401"))
    #expect(try #require(report.retryMilliseconds) >= 1_800_000)
    let told = BeckonProblem.uploadPaused("POST /vendor/2", .unauthorized("status 401"))
    #expect(await client.firstProblem() == told)

    answerVendor(200)
    await client.flush()
    #expect(vendorPaths == ["/vendor/2", "/vendor/2", "/vendor/4", "/vendor/6"])
    #expect(app.arrived.count == 3)
    #expect(try app.files(".events").isEmpty)
  }

  @Test func whatPassedIsNotSentAgainByTheNextLaunch() async throws {
    answerVendor(401)
    let first = try app.launch()
    _ = try await first.send(request(1), patienceMilliseconds: 0)
    first.track("passes")
    await first.flush()
    _ = try await first.send(request(2), patienceMilliseconds: 0)
    await first.close()
    let sent = app.server.requests.count

    answerVendor(200)
    let second = try app.launch()
    #expect(try second.queueStatistics().events == 2)
    second.track("later")
    #expect(await second.flush().delivered == 3)
    #expect(
      app.server.requests.dropFirst(sent).map(\.path) == ["/vendor/1", "/vendor/2", "/v1/events"])
  }

  @Test func thePauseEndsByItself() async throws {
    answerVendor(401)
    let client = try app.launch()
    _ = try await client.send(request(1), patienceMilliseconds: 0)
    answerVendor(200)
    // The pause, and then the timer; perhaps one before, which the call made needless.
    let clock = app.clock
    let time = Task { while !Task.isCancelled { await clock.advanceToNextWake() } }
    try await eventually { try client.queueStatistics().events == 0 }
    time.cancel()
    #expect(vendorPaths == ["/vendor/1", "/vendor/1"])
    await client.close()
  }

  @Test func aCallWhoseNamesAreNotConfiguredWaitsForThem() async throws {
    let client = try app.launch(vendor: "/other")
    _ = try await client.send(request(1), patienceMilliseconds: 0)
    client.track("passes")
    await client.flush()
    #expect(app.arrived == ["passes"])
    #expect(vendorPaths.isEmpty)
    answerVendor(200)
    _ = try app.launch()
    await client.flush()
    #expect(vendorPaths == ["/vendor/1"])
  }

  @Test func aReportOfDropsThatIsRefusedHoldsUpNothingElse() async throws {
    let client = try app.launch(
      queue: QueueLimits(events: 16),
      dropRequest: { report in
        DurableRequest(
          key: report.id, method: "POST", path: "/vendor/drops", body: report.properties,
          dialect: .vendor)
      })
    answerVendor(403)
    for number in 1...17 { client.track("event \(number)") }
    let report = await client.flush()
    #expect(report.remaining == 0)
    #expect(app.arrived.last == "event 17")
    #expect(try !client.queueStatistics().dropsToReport.isEmpty)
    answerVendor(200)
    await client.flush()
    #expect(try client.queueStatistics().dropsToReport.isEmpty)
  }

  @Test func theBoundsTakeWhatIsHeldBackFirst() async throws {
    answerVendor(401)
    let client = try app.launch(queue: QueueLimits(events: 16))
    for number in 1...4 { _ = try await client.send(request(number), patienceMilliseconds: 0) }
    for number in 1...16 { client.track("event \(number)") }
    #expect(try client.queueStatistics().dropsToReport == [.count: 4])
    await client.flush()
    #expect(app.arrived == ["beckon.dropped"] + (1...16).map { "event \($0)" })
    #expect(try client.queueStatistics().events == 0)
  }

  private var vendorPaths: [String] {
    app.server.requests.map(\.path).filter { $0.hasPrefix("/vendor/") && $0 != "/vendor/drops" }
  }

  private func request(_ number: Int) -> DurableRequest {
    DurableRequest(
      key: "0190000-000\(number)", method: "POST", path: "/vendor/\(number)", body: [:],
      dialect: .vendor)
  }

  private func answerVendor(_ status: Int) {
    app.server.decide { request in
      request.path.hasPrefix("/vendor") ? .status(status, body: Array("{}".utf8)) : .usual
    }
  }
}

extension TransportRequest {
  fileprivate var path: String { URL(string: url)?.path ?? url }
}
