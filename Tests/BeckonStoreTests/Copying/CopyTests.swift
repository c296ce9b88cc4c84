import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore
import Testing

/// From one driver to another, or to the same.
struct Route: Sendable, CustomTestStringConvertible {
  let from: DatabaseDriver
  let to: DatabaseDriver

  var testDescription: String { "\(from.testDescription) to \(to.testDescription)" }

  static let all = DatabaseDriver.all.flatMap { from in
    DatabaseDriver.all.map { Route(from: from, to: $0) }
  }
}

@Suite struct CopyTests {
  /// Opens a filled source and a migrated target.
  private func with(
    _ route: Route, facts: Int = 500, _ body: (any Database, any Database) async throws -> Void
  ) async throws {
    try await route.from.with([]) { source in
      try await Story.fill(source, facts: facts, clicks: 40, rolledUp: 25)
      try await empty(route.to) { try await body(source, $0) }
    }
  }

  private func empty(
    _ driver: DatabaseDriver, _ body: (any Database) async throws -> Void
  ) async throws {
    try await driver.with([]) { database in
      try await database.write {
        _ = try Migrator.migrate($0, migrations: Migration.all, now: Story.start)
      }
      try await body(database)
    }
  }

  private func tallies(_ database: any Database) async throws -> [Tally] {
    try await database.read { try Survey(of: .beckon, $0).tallies }
  }

  @discardableResult
  private func copy(
    _ source: any Database, _ target: any Database, restart: Bool = false
  ) async throws -> Copier.Copied {
    let copier = Copier(.beckon, from: source, to: target, now: Story.start)
    let copied = try await copier.run(restart: restart)
    let verification = try await copier.verify(copied, seed: 1)
    #expect(verification.problems == [])
    #expect(verification.changedTables == [])
    #expect(verification.audit.figures.map(\.name) == ["coins"])
    #expect(verification.audit.problems == [])
    #expect(verification.sampleCount > 50)
    try await copier.finish()
    return copied
  }

  @Test("There and back again gives an equal database", arguments: Route.all)
  func thereAndBack(_ route: Route) async throws {
    try await with(route) { source, target in
      try await copy(source, target)
      try await empty(route.from) { back in
        try await copy(target, back)
        #expect(try await tallies(source) == tallies(back))
      }
    }
  }

  @Test("Clicks from before and after the move are counted once each", arguments: Route.all)
  func clicks(_ route: Route) async throws {
    try await with(route) { source, target in
      // Retention may have deleted what the loop has dealt with: its position is all that is left.
      try await source.write { try $0.run("DELETE FROM facts") }
      try await copy(source, target)
      #expect(try await Story.counted(target) == 25)
      #expect(try await Story.rollUp(target, to: 40) == 40)
      try await Story.visit(target, clicks: 5, .system)
      #expect(try await Story.rollUp(target, to: 45) == 45)
    }
  }

  @Test("Numbers go on behind a loop's position, even when its rows are gone", arguments: Route.all)
  func positions(_ route: Route) async throws {
    try await with(route) { source, target in
      try await Story.rollUp(source, to: 40)
      // As of a source whose numbers are far ahead.
      try await source.write { connection in
        try connection.run("DELETE FROM clicks")
        try Loops(connection).move("click-roll-up", to: 9_000_000_000_000_000)
      }
      try await copy(source, target)
      try await Story.visit(target, clicks: 3, .system)
      #expect(try await Story.rollUp(target, to: 43) == 43)
      let app = try await target.write { connection in
        let id = try Accounts(connection).createApp(name: "Second", ambient: .system)
        return try Accounts(connection).number(of: id)
      }
      #expect(app == 2)
    }
  }

  @Test("A copy that was ended goes on where it stood", arguments: Route.all)
  func resume(_ route: Route) async throws {
    try await with(route, facts: 9_000) { source, target in
      let half = Failing(target, after: 8)
      await #expect(throws: DatabaseError.full) {
        try await Copier(.beckon, from: source, to: half, now: Story.start).run()
      }
      #expect(try await UnfinishedCopy.isThere(in: target))
      let copied = try await copy(source, target)
      #expect(copied.earlierRows > 0 && copied.earlierRows < copied.rows)
      #expect(try await !UnfinishedCopy.isThere(in: target))
    }
  }

  @Test("What was copied may not change before the copy goes on", arguments: Route.all)
  func changed(_ route: Route) async throws {
    try await with(route, facts: 3_000) { source, target in
      await #expect(throws: DatabaseError.full) {
        try await Copier(.beckon, from: source, to: Failing(target, after: 5), now: Story.start)
          .run()
      }
      try await source.write { try $0.run("UPDATE apps SET name = 'Other'") }
      await #expect(throws: CopyError.changedSource(table: "apps")) {
        try await Copier(.beckon, from: source, to: target, now: Story.start).run()
      }
      #expect(try await copy(source, target, restart: true).earlierRows == 0)
    }
  }

  @Test("A source that is written to meanwhile is told, and the record stays", arguments: Route.all)
  func busySource(_ route: Route) async throws {
    try await with(route) { source, target in
      let copier = Copier(.beckon, from: source, to: target, now: Story.start)
      let copied = try await copier.run()
      try await source.write {
        try $0.run("UPDATE people SET attributes = '{\"level\":5}'")
      }
      let verification = try await copier.verify(copied, seed: 1)
      #expect(verification.changedTables == ["people"])
      #expect(verification.problems == [])
      #expect(!verification.isSound)
      // A source that goes on serving is not asked.
      #expect(try await copier.verify(copied, seed: 1, isServing: true).isSound)
    }
  }

  @Test("A row that went wrong on its way is found", arguments: Route.all)
  func damage(_ route: Route) async throws {
    try await with(route) { source, target in
      let copier = Copier(.beckon, from: source, to: target, now: Story.start)
      let copied = try await copier.run()
      try await target.write { connection in
        try connection.run(
          """
          UPDATE balances SET posted = 51
          WHERE person = (SELECT person FROM balances ORDER BY person LIMIT 1)
          """)
      }
      let problems = try await copier.verify(copied, seed: 1).problems
      #expect(problems.contains("balances: the rows are not those that were copied"))
      #expect(problems.contains("the accounts of coins sum up to 1, not 0"))
      #expect(problems.contains("1 balances are not the sums of their transfers"))
    }
  }

  @Test("A database in use is never written to, nor an unfinished one read", arguments: Route.all)
  func refusals(_ route: Route) async throws {
    try await with(route) { source, target in
      try await Story.fill(target, facts: 1, clicks: 0, rolledUp: 0)
      for restart in [false, true] {
        await #expect(throws: CopyError.occupied(table: "apps")) {
          try await Copier(.beckon, from: source, to: target, now: Story.start).run(
            restart: restart)
        }
      }
      try await empty(route.to) { unfinished in
        _ = try await Copier(.beckon, from: source, to: unfinished, now: Story.start).run()
        try await empty(route.from) { other in
          await #expect(throws: CopyError.unfinishedSource) {
            try await Copier(.beckon, from: unfinished, to: other, now: Story.start).run()
          }
        }
      }
      try await route.from.with([]) { nothing in
        await #expect(throws: CopyError.emptySource) {
          try await Copier(.beckon, from: nothing, to: target, now: Story.start).run()
        }
      }
    }
  }
}

/// A database whose disk is full after so many writes.
private final class Failing: Database {
  private let database: any Database
  private let left: Locked<Int>

  init(_ database: any Database, after writes: Int) {
    self.database = database
    left = Locked(writes)
  }

  @discardableResult
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any Connection) throws -> Value
  ) async throws -> Value {
    let isFull = left.withLock { left in
      left -= 1
      return left < 0
    }
    guard !isFull else { throw DatabaseError.full }
    return try await database.write(body)
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any Connection) throws -> Value
  ) async throws -> Value { try await database.read(body) }

  func outsideChanges() async throws -> Int64 { try await database.outsideChanges() }
  func close() async { await database.close() }
}
