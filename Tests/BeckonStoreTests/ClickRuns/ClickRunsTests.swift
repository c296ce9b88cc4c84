import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonTesting
import TestDatabases
import Testing

@testable import BeckonStore

/// Clicks are found by network wherever they stand: in runs, in memory, or in neither.
@Suite struct ClickRunsTests {
  @Test(
    "Whatever was written and learned before, a look-up finds what the clicks themselves say",
    arguments: DatabaseDriver.all)
  func model(_ driver: DatabaseDriver) async throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    var random = SeededGenerator(seed: seed)
    try await NetworkClicks.with(driver) { clicks in
      let servers = [RecentClicks(runMin: 30, fewMax: 5), RecentClicks(runMin: 50)]
      var (written, now) = (0, NetworkClicks.start)
      for step in 0..<80 {
        now = now.adding(milliseconds: .random(in: 0...Span.hourMilliseconds, using: &random))
        let count = Int.random(in: 0...20, using: &random)
        let networks = (0..<count).map { _ in Int.random(in: -1..<4, using: &random) }
        try await clicks.store(from: networks, at: now)
        let server = try #require(servers.randomElement(using: &random))
        if Bool.random(using: &random) { try await clicks.learn(server) }
        if Int.random(in: 0..<3, using: &random) == 0 {
          let isFinished = Int.random(in: 0..<4, using: &random) > 0
          written += try await clicks.writeRun(of: server, at: now, isFinished: isFinished)
        }
        if step == 40 { try await clicks.retain(at: now) }
        for recent in [nil, servers[0], servers[1]] {
          let (found, expected) = try await clicks.look(recent, at: now)
          #expect(found == expected, "seed \(seed), step \(step)")
        }
        let generation = try await clicks.catchUp(server)
        #expect(generation != nil, "seed \(seed), step \(step)")
        if Int.random(in: 0..<8, using: &random) == 0 { server.forget() }
        let (found, expected) = try await clicks.look(server, caughtUp: generation, at: now)
        #expect(found == expected, "seed \(seed), step \(step), caught up")
      }
      #expect(written > 3, "seed \(seed)")
    }
  }

  @Test("Of a network of many clicks the newest are found", arguments: DatabaseDriver.all)
  func many(_ driver: DatabaseDriver) async throws {
    try await NetworkClicks.with(driver) { clicks in
      let recent = RecentClicks(runMin: 100)
      for part in 0..<6 {
        let at = NetworkClicks.start.adding(milliseconds: Int64(part))
        try await clicks.store(from: Array(repeating: 1, count: 150), at: at)
        try await clicks.learn(recent)
        // The last part stays outside of any run.
        guard part < 5 else { continue }
        let written = try await clicks.writeRun(of: recent, at: at)
        #expect(written == 1)
      }
      let (found, expected) = try await clicks.look(recent, at: NetworkClicks.start)
      #expect(found == expected)
      #expect(found[1].count == ClickCandidates.countMax)
    }
  }

  @Test("Of two servers that write a run at once, one does", arguments: DatabaseDriver.all)
  func race(_ driver: DatabaseDriver) async throws {
    try await NetworkClicks.with(driver) { clicks in
      let servers = [RecentClicks(runMin: 10), RecentClicks(runMin: 10)]
      try await clicks.store(from: Array(repeating: 1, count: 10), at: NetworkClicks.start)
      try await clicks.learn(servers[0])
      try await clicks.store(from: [1, 2], at: NetworkClicks.start)
      try await clicks.learn(servers[1])
      let runs = try servers.map { try #require($0.nextRun(at: NetworkClicks.start)) }
      #expect(runs[0].last < runs[1].last)
      try await clicks.database.write { (connection: any Connection) throws in
        for run in runs { #expect(try ClickRuns(connection).add(run.clicks[...], of: run)) }
        #expect(try ClickRuns(connection).finish(runs[0]))
        #expect(try !ClickRuns(connection).finish(runs[1]))
        #expect(try !ClickRuns(connection).add(runs[1].clicks[...], of: runs[1]))
        #expect(try ClickRuns(connection).all().map(\.last) == [runs[0].last])
        // What the second had written by then.
        #expect(try ClickRuns(connection).clear() == 12)
      }
      for recent in [nil, servers[0], servers[1]] {
        let (found, expected) = try await clicks.look(recent, at: NetworkClicks.start)
        #expect(found == expected)
      }
    }
  }

  @Test("What a slower server had written goes in time", arguments: DatabaseDriver.all)
  func slower(_ driver: DatabaseDriver) async throws {
    try await NetworkClicks.with(driver) { clicks in
      let servers = [RecentClicks(runMin: 2), RecentClicks(runMin: 2)]
      try await clicks.store(from: [1, 2], at: NetworkClicks.start)
      try await clicks.learn(servers[0])
      try await clicks.store(from: [1], at: NetworkClicks.start)
      try await clicks.learn(servers[1])
      let runs = try servers.map { try #require($0.nextRun(at: NetworkClicks.start)) }
      try await clicks.database.write { (connection: any Connection) throws in
        for run in runs { #expect(try ClickRuns(connection).add(run.clicks[...], of: run)) }
        #expect(try ClickRuns(connection).finish(runs[1]))
        #expect(try ClickRuns(connection).clear() == 0)
      }
      #expect(try await clicks.rowCount() == 5)
      let (found, expected) = try await clicks.look(nil, at: NetworkClicks.start)
      #expect(found == expected)
      try await clicks.retain(at: NetworkClicks.start)
      #expect(try await clicks.rowCount() == 3)
    }
  }

  @Test(
    "A run of which another server has taken a part does not count", arguments: DatabaseDriver.all)
  func robbed(_ driver: DatabaseDriver) async throws {
    try await NetworkClicks.with(driver) { clicks in
      let recent = RecentClicks(runMin: 2)
      try await clicks.store(from: [1, 2], at: NetworkClicks.start)
      try await clicks.learn(recent)
      let run = try #require(recent.nextRun(at: NetworkClicks.start))
      try await clicks.database.write { (connection: any Connection) throws in
        #expect(try ClickRuns(connection).add(run.clicks[...], of: run))
        #expect(try ClickRuns(connection).clear() == 2)
        #expect(try !ClickRuns(connection).finish(run))
        #expect(try ClickRuns(connection).all().isEmpty)
      }
      let written = try await clicks.writeRun(of: recent, at: NetworkClicks.start)
      #expect(written == 1)
    }
  }

  @Test("Nothing is left of runs that nobody asks", arguments: DatabaseDriver.all)
  func retained(_ driver: DatabaseDriver) async throws {
    try await NetworkClicks.with(driver) { clicks in
      let recent = RecentClicks(runMin: 2)
      for hours in [0, 1] as [Int64] {
        let at = NetworkClicks.start.adding(milliseconds: hours * Span.hourMilliseconds)
        try await clicks.store(from: [1, 2], at: at)
        try await clicks.learn(recent)
        let written = try await clicks.writeRun(of: recent, at: at)
        #expect(written == 1)
      }
      try await clicks.learn(recent)
      #expect(recent.runs.entries.map { $0.place != nil } == [true, true])
      // A clock that is ahead takes nothing away.
      let later = NetworkClicks.start.adding(milliseconds: 3 * Span.dayMilliseconds)
      try await clicks.retain(at: later)
      #expect(try await clicks.rowCount() == 4)
      // Clicks that are as old when they are sorted are not written at all.
      try await clicks.store(from: [1, 1], at: NetworkClicks.start)
      try await clicks.store(from: [2], at: later)
      try await clicks.learn(recent)
      let written = try await clicks.writeRun(of: recent, at: later)
      #expect(written == 1)
      try await clicks.retain(at: later)
      try await clicks.learn(recent)
      #expect(recent.runs.entries.map(\.run.count) == [1])
      #expect(recent.runs.entries[0].place != nil)
      #expect(try await clicks.rowCount() == 1)
    }
  }

  @Test("A run of a clock that was ahead keeps no other run", arguments: DatabaseDriver.all)
  func ahead(_ driver: DatabaseDriver) async throws {
    try await NetworkClicks.with(driver) { clicks in
      let recent = RecentClicks(runMin: 1)
      for days in [0, 365, 0, 4] as [Int64] {
        let at = NetworkClicks.start.adding(milliseconds: days * Span.dayMilliseconds)
        try await clicks.store(from: [1], at: at)
        try await clicks.learn(recent)
        let written = try await clicks.writeRun(of: recent, at: at)
        #expect(written == 1)
      }
      let now = NetworkClicks.start.adding(milliseconds: 4 * Span.dayMilliseconds)
      try await clicks.retain(at: now)
      let left = try await clicks.database.read { try ClickRuns($0).all().count }
      #expect(left == 2)
      #expect(try await clicks.rowCount() == 2)
    }
  }

  @Test(
    "Many clicks that a transaction does not see hide none that it sees",
    arguments: DatabaseDriver.all, [3, 250])
  func unseen(_ driver: DatabaseDriver, seen: Int) async throws {
    try await NetworkClicks.with(driver) { clicks in
      let recent = RecentClicks()
      try await clicks.store(from: Array(repeating: 1, count: seen), at: NetworkClicks.start)
      try await clicks.onOlderSnapshot {
        let later = Array(repeating: 1, count: 2 * ClickCandidates.countMax)
        try await clicks.store(from: later, at: NetworkClicks.start)
        try await clicks.learn(recent)
        return try await clicks.catchUp(recent)
      } then: { old, generation in
        #expect(generation != nil)
        let (found, expected) = try clicks.look(
          recent, caughtUp: generation, at: NetworkClicks.start, in: old)
        #expect(found == expected)
        #expect(found[1].count == min(seen, ClickCandidates.countMax))
      }
    }
  }

  @Test(
    "A reader that sees an older newest run takes nothing away", arguments: DatabaseDriver.all)
  func olderSnapshot(_ driver: DatabaseDriver) async throws {
    try await NetworkClicks.with(driver) { clicks in
      let recent = RecentClicks(runMin: 1)
      try await clicks.store(from: [1], at: NetworkClicks.start)
      try await clicks.learn(recent)
      try await clicks.onOlderSnapshot {
        _ = try await clicks.writeRun(of: recent, at: NetworkClicks.start)
        try await clicks.store(from: [2], at: NetworkClicks.start)
        return try await clicks.catchUp(recent)
      } then: { (old: any Connection, generation) throws in
        #expect(try recent.catchUp(old) == nil)
        let run = recent.find([], behind: .max, limit: 1, caughtUp: generation)
        #expect(run != nil && run?.last == nil)
      }
    }
  }

  @Test("Visits that are no clicks become runs too, without rows", arguments: DatabaseDriver.all)
  func previews(_ driver: DatabaseDriver) async throws {
    try await NetworkClicks.with(driver) { clicks in
      let recent = RecentClicks(runMin: 3)
      try await clicks.store(from: [-1, -2, -1], at: NetworkClicks.start)
      try await clicks.learn(recent)
      let written = try await clicks.writeRun(of: recent, at: NetworkClicks.start)
      #expect(written == 1)
      #expect(try await clicks.rowCount() == 0)
    }
  }

  @Test(
    "Clicks of two days before the step that makes runs are in one", arguments: DatabaseDriver.all)
  func migrated(_ driver: DatabaseDriver) async throws {
    try await NetworkClicks.with(driver, migrations: { $0 < Migration.clickRuns.number }) {
      clicks in
      let day = Span.dayMilliseconds
      for days in [-4, -3, -1, 0] as [Int64] {
        let at = NetworkClicks.start.adding(milliseconds: days * day)
        try await clicks.store(from: [1, 2, 1], at: at)
      }
      try await clicks.migrate()
      let counts = try await clicks.database.read { try ClickRuns($0).all().map(\.count) }
      // What another test's transaction keeps unsettled is left to the loop.
      let isWhole = counts == [6]
      #expect(isWhole || driver.testDescription == "PostgreSQL" && counts.reduce(0, +) < 6)
      try await clicks.store(from: [2], at: NetworkClicks.start)
      let recent = RecentClicks()
      try await clicks.learn(recent)
      for recent in [nil, recent] {
        let (found, expected) = try await clicks.look(recent, at: NetworkClicks.start)
        #expect(found == expected)
        #expect(found.map(\.count) == [0, 4, 3, 0])
      }
    }
  }
}
