import BeckonModel
import BeckonTesting
import Foundation
import Testing

@testable import BeckonSDK

@Suite(.timeLimit(.minutes(2))) struct BoundsTests {
  let app = TestApp()

  @Test func theOldestGoesFirstAndTheServerIsToldHowMany() async throws {
    let client = try app.launch(queue: QueueLimits(events: 100))
    for number in 1...250 { client.track("event \(number)") }
    let waiting = try client.queueStatistics()
    let dropped = try #require(waiting.dropsToReport[.count])
    #expect(waiting.events <= 100)
    #expect(waiting.events + dropped == 250)
    #expect(await client.firstProblem() == .eventsDropped(count: 7, .count))
    _ = await client.flush()

    let report = try #require(app.server.events.first)
    #expect(report["name"] == "beckon.dropped")
    #expect(report["properties"] == ["count": .integer(dropped), "reason": "count"])
    #expect(app.arrived.dropFirst().elementsEqual((dropped + 1...250).map { "event \($0)" }))
    #expect(try client.queueStatistics().dropsToReport.isEmpty)
  }

  @Test func theFilesStayWithinTheirBytes() async throws {
    let client = try app.launch(queue: QueueLimits(bytes: 65_536))
    let text = String(repeating: "x", count: 1_000)
    for _ in 1...300 { client.track("large", ["text": text]) }
    let size = try app.files(".events").map { try app.content($0).count }.reduce(0, +)
    let waiting = try client.queueStatistics()
    #expect(waiting.bytes <= 65_536)
    #expect(size <= 65_536 + 2 * 8_192)
    #expect(waiting.events + (waiting.dropsToReport[.bytes] ?? 0) == 300)
  }

  @Test func aReportOfDropsSurvivesARestartAndALostAnswer() async throws {
    let first = try app.launch(queue: QueueLimits(events: 16))
    for number in 1...17 { first.track("event \(number)") }
    await first.close()

    let second = try app.launch(queue: QueueLimits(events: 16))
    app.server.play(.lost)
    _ = await second.flush()
    for number in 18...40 { second.track("event \(number)") }
    await second.close()
    let third = try app.launch(queue: QueueLimits(events: 16))
    _ = await third.flush()

    let reports = app.server.events.filter { $0["name"] == "beckon.dropped" }
    let counts = reports.compactMap { $0["properties"]?["count"]?.integer }
    let events = app.server.events.count - reports.count
    #expect(Int(counts.reduce(0, +)) + events == 40)
    #expect(reports.count == 2)
  }

  @Test func whatIsTooOldByBothClocksIsDropped() async throws {
    let client = try app.launch(queue: QueueLimits(ageDays: 30))
    client.track("old")
    app.clock.advance(milliseconds: 31 * Span.dayMilliseconds)
    client.track("new")
    app.server.play(.status(500, headers: ["Date": Self.date(app.clock.now)]))
    _ = await client.flush()
    _ = await client.flush()

    #expect(app.arrived == ["beckon.dropped", "new"])
    #expect(app.server.events[0]["properties"] == ["count": 1, "reason": "age"])
  }

  @Test func aClockThatJumpsAYearAheadDeletesNothing() async throws {
    let client = try app.launch(queue: QueueLimits(ageDays: 30))
    let real = app.clock.now
    client.track("before the jump")
    app.clock.jump(to: real.adding(milliseconds: 365 * Span.dayMilliseconds))
    app.server.play(.status(500, headers: ["Date": Self.date(real)]))
    _ = await client.flush()
    _ = await client.flush()
    #expect(app.arrived == ["before the jump"])
  }

  @Test func aClockSetForwardAfterTheServerWasHeardDeletesNothing() async throws {
    let client = try app.launch(queue: QueueLimits(ageDays: 30))
    client.track("before the jump")
    app.server.play(.status(500, headers: ["Date": Self.date(app.clock.now)]))
    await client.flush()
    app.clock.jump(to: app.clock.now.adding(milliseconds: 365 * Span.dayMilliseconds))
    await client.flush()
    #expect(app.arrived == ["before the jump"])
  }

  @Test func whatABoundDropsWhileItIsBeingSentCountsOnlyIfItDidNotArrive() async throws {
    for isLost in [false, true] {
      let app = TestApp()
      let gate = Gate()
      let client = try app.launch(
        queue: QueueLimits(events: 16),
        transport: Transport { request in
          await gate.pass()
          if isLost { throw TransportError.notSent("no network") }
          return try app.server.respond(request)
        })
      for number in 1...16 { client.track("event \(number)") }
      let upload = Task { await client.flush() }
      await gate.untilSomebodyWaits()
      for number in 17...26 { client.track("event \(number)") }
      await gate.open()
      _ = await upload.value

      let waiting = try client.queueStatistics()
      let dropped = waiting.dropsToReport.values.reduce(0, +)
      #expect(waiting.events + dropped + app.server.events.count == 26, "lost: \(isLost)")
    }
  }

  /// The header field `Date`, with the weekday that nobody reads.
  static func date(_ instant: Instant) -> String {
    let day = CivilDate(
      daysSince1970: instant.milliseconds / Span.dayMilliseconds)
    let months = "JanFebMarAprMayJunJulAugSepOctNovDec"
    let month = months.dropFirst(Int(day.month - 1) * 3).prefix(3)
    let time = instant.text.dropFirst(11).prefix(8)
    return "Mon, \(day.day) \(month) \(day.year) \(time) GMT"
  }
}

/// Holds whoever passes until it is opened.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watchers: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    guard !isOpen else { return }
    for watcher in watchers { watcher.resume() }
    watchers = []
    await withCheckedContinuation { waiting.append($0) }
  }

  func untilSomebodyWaits() async {
    guard waiting.isEmpty else { return }
    await withCheckedContinuation { watchers.append($0) }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
