import BeckonBasics
import BeckonContract
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct UploadTests {
  let app = TestApp()

  @Test func aPoisonedEventDoesNotBlockTheRest() async throws {
    let client = try app.launch()
    for number in 1...500 {
      client.track(number == 321 ? "poison" : "event \(number)")
    }
    refuse(batchesWith: "poison", .invalidField)
    let report = await client.flush()

    #expect(report.delivered >= 499)
    #expect(report.remaining == 0)
    #expect(
      app.arrived.filter { $0 != "beckon.dropped" }
        == (1...500).filter { $0 != 321 }.map { "event \($0)" })
    guard case .eventRejected(_, "poison", _) = await client.firstProblem() else {
      Issue.record("nobody was told")
      return
    }
    #expect(app.server.requests.count < 40)
    let told = app.server.events.first { $0["name"] == "beckon.dropped" }
    #expect(told?["properties"] == ["count": 1, "reason": "refused"])
  }

  @Test func theServersWarningOfAnEventIsTold() async throws {
    let client = try app.launch()
    app.server.decide { request in
      guard let event = (try? JSONReader.read(request.body))?["events"]?.elements?.first,
        let id = event["id"]
      else { return .usual }
      let warning: JSON = ["code": "not_a_number", "detail": "'properties.total' is text."]
      let newer: JSON = ["code": "of_a_newer_server", "detail": "What nobody here knows."]
      let receipt: JSON = ["id": id, "status": "accepted", "warnings": [newer, warning]]
      return .status(200, body: (["receipts": [receipt]] as JSON).bytes)
    }
    client.track("buy", ["total": "20,00"])
    #expect(await client.flush().delivered == 1)
    guard case .eventDoubtful(_, "buy", "'properties.total' is text.") = await client.firstProblem()
    else {
      Issue.record("nobody was told")
      return
    }
  }

  @Test func aBatchThatIsTooLargeIsSplit() async throws {
    let client = try app.launch()
    for number in 1...100 { client.track("event \(number)") }
    app.server.decide { request in
      request.body.count > 3_000 ? .status(413, body: Array("<html>nginx".utf8)) : .usual
    }
    let report = await client.flush()
    #expect(report.delivered == 100)
    #expect(app.arrived == (1...100).map { "event \($0)" })
  }

  @Test func anEventThatIsTooLargeAloneIsDroppedWithACount() async throws {
    let client = try app.launch()
    client.track("small")
    client.track("large", ["text": String(repeating: "x", count: 5_000)])
    client.track("small")
    app.server.decide { $0.body.count > 3_000 ? .problem(.bodyTooLarge) : .usual }
    _ = await client.flush()
    let told = app.server.events.first { $0["name"] == "beckon.dropped" }
    #expect(told?["properties"] == ["count": 1, "reason": "too_large"])
    #expect(app.arrived.filter { $0 == "small" }.count == 2)
  }

  @Test func retryAfterInSecondsIsHonoured() async throws {
    try await expectWait(ofSeconds: 120, after: ["Retry-After": "120"])
  }

  @Test func retryAfterAsADateIsHonoured() async throws {
    let due = app.clock.now.adding(milliseconds: 120_000)
    try await expectWait(ofSeconds: 120, after: ["Retry-After": BoundsTests.date(due)])
  }

  private func expectWait(ofSeconds seconds: Int64, after headers: [String: String]) async throws {
    let client = try app.launch()
    client.track("event")
    app.server.play(.status(503, headers: headers))
    let report = await client.flush()
    #expect(report.error == .serverUnavailable(status: 503, retryAfterSeconds: Int(seconds)))
    app.clock.advance(milliseconds: seconds * 1_000 - 1)
    _ = await client.flush()
    #expect(app.server.requests.count == 1)
    app.clock.advance(milliseconds: seconds * 100 + 1)
    _ = await client.flush()
    #expect(app.arrived == ["event"])
  }

  @Test func aServerThatIsDownForADayLosesNothing() async throws {
    // A day has some hundred tries, and the disk of a busy machine is slow.
    var files = FileAccess.system
    files.synchronize = { _ in 0 }
    let client = try app.launch(flushEvents: 1, files: files)
    app.server.decide { _ in .status(502) }
    for hour in 0..<24 {
      client.track("hour \(hour)")
      let end = app.clock.now.adding(milliseconds: Span.hourMilliseconds)
      while app.clock.now < end {
        try Task.checkCancellation()
        await app.clock.advanceToNextWake(notAfter: end)
      }
    }
    #expect((50...700).contains(app.server.requests.count))
    app.server.decide { _ in .usual }
    _ = await client.flush()
    #expect(app.arrived == (0..<24).map { "hour \($0)" })
  }

  @Test func aClockThatJumpsBackAndForthKeepsOrderAndLosesNothing() async throws {
    let client = try app.launch()
    let start = app.clock.now
    for number in 1...20 {
      let days = Int64(number % 2 == 0 ? -number * 4 : number * 4)
      app.clock.jump(to: start.adding(milliseconds: days * Span.dayMilliseconds))
      client.track("event \(number)")
      app.server.play(.status(500, headers: ["Date": BoundsTests.date(start)]))
      _ = await client.flush()
    }
    app.clock.jump(to: start)
    _ = await client.flush()
    #expect(app.arrived == (1...20).map { "event \($0)" })
  }

  @Test func theTimerUploadsWithoutBeingAsked() async throws {
    let client = try app.launch()
    client.track("event")
    await app.clock.untilSomeoneSleeps()
    app.clock.advance(milliseconds: 15_000)
    try await eventually { !app.arrived.isEmpty }
    #expect(app.arrived == ["event"])
    await client.close()
  }

  @Test func enoughEventsUploadAtOnce() async throws {
    let client = try app.launch(flushEvents: 3)
    for number in 1...3 { client.track("event \(number)") }
    try await eventually { app.arrived.count >= 3 }
    #expect(app.server.requests.count == 1)
    await client.close()
  }

  @Test func aNetworkThatWantsALogInIsNoDelivery() async throws {
    let client = try app.launch()
    client.track("event")
    let page = Array("<html>Welcome to our café".utf8)
    for status in [200, 302, 400, 403, 511] {
      app.server.play(.status(status, headers: ["Content-Type": "text/html"], body: page))
      let report = await client.flush()
      #expect(report.remaining == 1, "status \(status)")
    }
    _ = await client.flush()
    #expect(app.arrived == ["event"])
  }

  @Test func aWrongKeyKeepsTheQueue() async throws {
    let client = try app.launch()
    client.track("event")
    app.server.play(.problem(.unauthorized, detail: "The key was revoked"))
    let report = await client.flush()
    #expect(report.error == .unauthorized("The key was revoked"))
    #expect(report.remaining == 1)
    #expect(try #require(report.retryMilliseconds) >= 1_800_000)
  }

  @Test func aLostAnswerCountsOnce() async throws {
    let client = try app.launch()
    client.track("event")
    app.server.play(.lost)
    #expect(await client.flush().delivered == 0)
    #expect(await client.flush().delivered == 1)
    #expect(app.arrived == ["event"])
    let first = try JSONReader.read(app.server.requests[0].body)
    #expect(first["sent_at"] == .instant(app.clock.now))
  }

  @Test func batchesStayWithinEventsAndBytes() async throws {
    let client = try app.launch()
    let text = String(repeating: "x", count: 2_000)
    for _ in 1...600 { client.track("large", ["text": text]) }
    for _ in 1...1_200 { client.track("small") }
    _ = await client.flush()
    #expect(app.server.events.count == 1_800)
    for request in app.server.requests {
      #expect(request.body.count < 512 * 1_024)
      #expect(try JSONReader.read(request.body)["events"]?.elements?.count ?? 0 <= 500)
    }
  }

  private func refuse(batchesWith name: String, _ code: ErrorCode) {
    app.server.decide { request in
      let text = String(decoding: request.body, as: UTF8.self)
      return text.contains("\"name\":\"\(name)\"") ? .problem(code) : .usual
    }
  }
}
