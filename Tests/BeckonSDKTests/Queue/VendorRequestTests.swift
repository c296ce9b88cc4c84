import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

/// Requests in a vendor's dialect, in the queue among the events.
@Suite(.timeLimit(.minutes(2))) struct VendorRequestTests {
  let app = TestApp()
  let settled = Locked<[String]>([])

  @Test func aRequestIsOnDiskBeforeItsFirstTry() async throws {
    let written = Locked("")
    let transport = Transport { [app] request in
      if request.url.hasSuffix("/vendor") {
        let file = try app.files(".events").first.map(app.content) ?? Data()
        written.withLock { $0 = String(decoding: file, as: UTF8.self) }
      }
      return TransportResponse(status: 200, body: Array("{}".utf8))
    }
    let client = try app.launch(transport: transport)
    let outcome = try await client.send(request(1), patienceMilliseconds: 0)
    #expect(outcome == .delivered([:]))
    #expect(written.withLock { $0.contains(#""dialect":"vendor""#) })
  }

  @Test func theKeyStaysOutOfAVendorsHeader() async throws {
    answerVendor(200)
    let client = try app.launch()
    _ = try await client.send(request(1), patienceMilliseconds: 0)
    let headers = try #require(app.server.requests.first?.headers)
    #expect(headers["Authorization"] == nil)
    #expect(headers["Beckon-Token"] == nil)
    #expect(headers["Idempotency-Key"] == Self.key(1))
  }

  @Test func orderIsKeptAmongEventsAndAcrossLaunches() async throws {
    app.server.decide { _ in .notSent }
    let first = try app.launch()
    first.track("event 1")
    #expect(try await first.send(request(2), patienceMilliseconds: 60_000) == .queued)
    first.track("event 3")
    await first.close()

    answerVendor(200)
    let second = try app.launch()
    #expect(await second.flush().delivered == 3)
    #expect(
      app.server.requests.map(\.url.pathOnly) == ["/v1/events", "/vendor", "/v1/events"])
    #expect(app.server.requests[1].body == request(2).body?.bytes)
  }

  @Test func aPoisonedRequestIsDroppedWithAReportAndTheRestGoesOn() async throws {
    app.server.decide { _ in .notSent }
    let client = try app.launch(onSettled: note)
    for number in 1...3 {
      #expect(try await client.send(request(number), patienceMilliseconds: 0) == .queued)
    }
    app.server.decide { request in
      guard request.url.hasSuffix("/vendor") else { return .usual }
      let isPoisoned = request.headers["Idempotency-Key"] == Self.key(2)
      return .status(isPoisoned ? 400 : 200, body: Array(#"{"msg":"no event_name"}"#.utf8))
    }
    let report = await client.flush()
    #expect(report.delivered == 2)
    #expect(report.dropped == 1)
    #expect(report.remaining == 0)
    #expect(settled.withLock { $0 } == ["1 delivered", "2 refused", "3 delivered"])
    let told = app.server.events.first { $0["name"] == "beckon.dropped" }
    #expect(told?["properties"] == ["count": 1, "reason": "refused"])
  }

  @Test func whoeverWaitsIsToldOfTheRefusal() async throws {
    answerVendor(400)
    let client = try app.launch()
    let outcome = try await client.send(request(1), patienceMilliseconds: 0)
    guard case .refused(let response) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(response.status == 400)
  }

  @Test func dropsAreToldInTheVendorsDialectIfItHasOne() async throws {
    let client = try app.launch(dropRequest: { report in
      DurableRequest(
        key: report.id, method: "POST", path: "/vendor/drops", body: report.properties,
        dialect: .vendor)
    })
    app.server.decide { request in
      .status(request.url.hasSuffix("drops") ? 200 : 400, body: Array("{}".utf8))
    }
    _ = try await client.send(request(1), patienceMilliseconds: 0)
    #expect(app.server.requests.map(\.url.pathOnly) == ["/vendor", "/vendor/drops"])
    #expect(app.server.requests[1].body == Array(#"{"count":1,"reason":"refused"}"#.utf8))
    #expect(try client.queueStatistics().dropsToReport.isEmpty)
  }

  @Test(arguments: [401, 403, 404, 405, 301, 408, 429, 500, 503])
  func aPageOfSomeoneElseIsNoRefusal(status: Int) async throws {
    app.server.decide { _ in .status(status, body: Array("<html>".utf8)) }
    let client = try app.launch()
    #expect(try await client.send(request(1), patienceMilliseconds: 0) == .queued)
    #expect(try client.queueStatistics().events == 1)
  }

  @Test func anAnswerThatComesWithinThePatienceIsReturned() async throws {
    answerVendor(200)
    app.server.play(.status(503), .lost)
    let client = try app.launch()
    async let outcome = client.send(request(1), patienceMilliseconds: 60_000)
    for _ in 1...2 {
      // The next try and the end of the patience.
      await app.clock.untilSomeoneSleeps(count: 2)
      await app.clock.advanceToNextWake()
    }
    #expect(try await outcome == .delivered([:]))
    #expect(Set(app.server.requests.map { $0.headers["Idempotency-Key"] }).count == 1)
  }

  @Test func whenThePatienceIsOverTheRequestIsQueued() async throws {
    app.server.decide { _ in .status(503) }
    let client = try app.launch()
    async let outcome = client.send(request(1), patienceMilliseconds: 5_000)
    // The next try and the end of the patience.
    await app.clock.untilSomeoneSleeps(count: 2)
    app.clock.advance(milliseconds: 5_000)
    #expect(try await outcome == .queued)
    await client.close()
  }

  @Test func aServerThatAsksForALongWaitIsNotWaitedFor() async throws {
    app.server.play(.status(429, headers: ["Retry-After": "120"]))
    let client = try app.launch()
    #expect(try await client.send(request(1), patienceMilliseconds: 60_000) == .queued)
  }

  @Test func aBodyThatIsTooLargeOrTooDeepIsNotStored() async throws {
    let client = try app.launch()
    let text = String(repeating: "x", count: DurableRequest.vendorBytesMax)
    var deep: JSON = 1
    for _ in 0..<40 { deep = [deep] }
    for body in [["text": .string(text)], ["deep": deep]] as [JSON] {
      await #expect(throws: BeckonError.self) {
        try await client.send(request(1, body), patienceMilliseconds: 0)
      }
    }
    #expect(try client.queueStatistics().events == 0)
  }

  private static func key(_ number: Int) -> String { "0190000-000\(number)" }

  private func request(_ number: Int, _ body: JSON? = nil) -> DurableRequest {
    DurableRequest(
      key: Self.key(number), method: "POST", path: "/vendor",
      body: body ?? ["number": .integer(number)], dialect: .vendor)
  }

  private func answerVendor(_ status: Int) {
    app.server.decide { request in
      request.url.hasSuffix("/vendor") ? .status(status, body: Array("{}".utf8)) : .usual
    }
  }

  private func note(_ request: DurableRequest, _ result: Result<DurableOutcome, BeckonError>) {
    let number = request.body?["number"]?.integer ?? 0
    let word: String
    switch result {
    case .success(.delivered): word = "delivered"
    case .success(.refused): word = "refused"
    case .success(.queued), .failure: word = "\(result)"
    }
    settled.withLock { $0.append("\(number) \(word)") }
  }
}

extension String {
  fileprivate var pathOnly: String { URL(string: self)?.path ?? self }
}
