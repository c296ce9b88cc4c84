import BeckonBasics
import BeckonModel

/// Moves the whole content of one schema from one database to another, of whatever kind.
///
/// One thread reads the source on one snapshot, table by table in the order of the key; each page
/// is written to the target together with the record of how far the copy has come. So a copy that
/// was ended goes on where it stood. It reads again what it has copied, without writing, and
/// compares: only if all of that is unchanged is the result, as a whole, the new snapshot.
public struct Copier: Sendable {
  let schema: Schema
  let source: any Database
  let target: any Database
  private let now: Instant
  let report: @Sendable (CopyProgress) -> Void

  /// Pages that wait between reader and writer.
  private static let pagesWaiting = 4

  /// Copies what `schema` tells of from `source` to `target`, whose schema must be up to date.
  /// `report` is called from any thread, for each page.
  public init(
    _ schema: Schema, from source: any Database, to target: any Database, now: Instant,
    report: @escaping @Sendable (CopyProgress) -> Void = { _ in }
  ) {
    self.schema = schema
    self.source = source
    self.target = target
    self.now = now
    self.report = report
  }

  /// What was copied.
  public struct Copied: Sendable {
    /// Number and digest of each table's rows, in the order of the schema.
    public let tallies: [Tally]
    /// Rows that earlier runs had copied.
    public let earlierRows: Int64

    /// Rows in all.
    public var rows: Int64 { tallies.reduce(0) { $0 + $1.count } }
  }

  /// Some rows of a table on their way, and the record before and after them.
  private struct Part: Sendable {
    let table: CopiedTable
    let rows: [[DatabaseValue]]
    let before: Tally
    let after: Tally
  }

  /// Copies everything, or what an earlier run has not; with `restart`, an unfinished copy in the
  /// target is thrown away first. The target cannot be served before `finish`.
  /// - Throws: `CopyError`, `DatabaseError`; after either, the same call goes on.
  public func run(restart: Bool = false) async throws -> Copied {
    let oldest = try await inspectSource()
    let known = try await begin(restart: restart, oldest: oldest)
    let channel = PageChannel<Part>(depth: Self.pagesWaiting)
    async let reading = read(known, into: channel)
    do {
      while let part = await channel.next() { try await store(part) }
    } catch {
      channel.abandon()
      _ = try? await reading
      throw error
    }
    let tallies = try await reading
    try await continueNumbers()
    return Copied(tallies: tallies, earlierRows: known.values.reduce(0) { $0 + $1.count })
  }

  /// Ends the record: the target may be used.
  /// - Throws: `DatabaseError`.
  public func finish() async throws { try await target.write { try UnfinishedCopy.end($0) } }

  // MARK: Source

  /// Checks that the source can be copied.
  /// - Returns: about when the first row of the tables that are split by time was stored.
  private func inspectSource() async throws -> Instant? {
    guard try await !UnfinishedCopy.isThere(in: source) else { throw CopyError.unfinishedSource }
    let last = schema.version
    let version = try await Migrator.version(of: source)
    guard version > 0 else { throw CopyError.emptySource }
    guard version <= last else { throw DatabaseError.newerSchema(found: version, known: last) }
    guard version == last else { throw CopyError.olderSchema(found: version, known: last) }
    return try await source.read { [schema] connection in
      try schema.tables.compactMap { try $0.oldestTime(connection) }.min()
    }
  }

  /// Reads everything on one snapshot and hands over what is not copied yet.
  private func read(
    _ known: [String: Tally], into channel: PageChannel<Part>
  ) async throws -> [Tally] {
    defer { channel.close() }
    // A body may be run again on another snapshot; once a page has left, it must not.
    let hasBegun = Locked(false)
    return try await source.read { [schema, report] connection in
      guard !hasBegun.withLock({ $0 }) else { throw CopyError.sourceLost }
      let total = try schema.tables.reduce(0) { $0 + (try $1.rowCount(connection)) }
      var done: Int64 = 0
      var phase = CopyProgress.Phase.copying
      if known.values.contains(where: { $0.count > 0 }) { phase = .checking }
      return try schema.tables.map { table in
        let tally = try Self.read(table, known[table.name] ?? Tally(), connection) { part in
          if !part.rows.isEmpty { phase = .copying }
          report(
            CopyProgress(
              phase: phase, table: table.name, tableRows: part.after.count,
              rows: done + part.after.count, rowsTotal: total, isTableDone: false))
          guard !part.rows.isEmpty else { return }
          hasBegun.withLock { $0 = true }
          try channel.send(part)
        }
        done += tally.count
        report(
          CopyProgress(
            phase: phase, table: table.name, tableRows: tally.count, rows: done,
            rowsTotal: total, isTableDone: true))
        return tally
      }
    }
  }

  /// Reads a table: compares its first rows with what is known of them, and hands over the rest.
  private static func read(
    _ table: CopiedTable, _ known: Tally, _ connection: any Connection,
    _ give: (Part) throws -> Void
  ) throws -> Tally {
    var tally = Tally()
    try table.pages(connection) { page in
      let old = min(page.count, Int(known.count - min(tally.count, known.count)))
      for row in page.prefix(old) { tally.add(row) }
      guard tally.count != known.count || tally == known || old == 0 else {
        throw CopyError.changedSource(table: table.name)
      }
      let before = tally
      let rows = old == 0 ? page : Array(page.dropFirst(old))
      for row in rows { tally.add(row) }
      try give(Part(table: table, rows: rows, before: before, after: tally))
    }
    guard tally.count >= known.count else { throw CopyError.changedSource(table: table.name) }
    return tally
  }

  // MARK: Target

  /// Checks that the target is empty or an unfinished copy, and makes the record.
  /// - Returns: the record.
  private func begin(restart: Bool, oldest: Instant?) async throws -> [String: Tally] {
    let isUnfinished = try await UnfinishedCopy.isThere(in: target)
    return try await target.write { [schema, now] connection in
      if isUnfinished {
        guard restart else { return try UnfinishedCopy.tallies(connection) }
        for table in schema.tables { try connection.run(table.clear) }
        try UnfinishedCopy.end(connection)
      } else if let table = try schema.tables.first(where: {
        try !$0.page(behind: nil, connection).isEmpty
      }) {
        throw CopyError.occupied(table: table.name)
      }
      try UnfinishedCopy.begin(schema.tables, connection)
      try Self.makePartitions(connection, from: oldest ?? now, to: now)
      return try UnfinishedCopy.tallies(connection)
    }
  }

  /// Rows of past months get their parts before they come; at most three years back.
  private static func makePartitions(
    _ connection: any Connection, from oldest: Instant, to now: Instant
  ) throws {
    let step = 28 * Span.dayMilliseconds
    var month = max(oldest, now.adding(milliseconds: -1_100 * Span.dayMilliseconds))
    while month < now {
      try Partitions.makeAhead(connection, now: month)
      month = month.adding(milliseconds: step)
    }
    try Partitions.makeAhead(connection, now: now)
  }

  /// Writes rows and moves the record, in one transaction.
  private func store(_ part: Part) async throws {
    try await target.write { connection in
      try UnfinishedCopy.move(part.table, from: part.before, to: part.after, connection)
      try connection.insert(part.rows, by: part.table.shape)
    }
  }

  /// New rows are numbered behind the copied ones, and behind what background readers have dealt
  /// with, even where the rows have been deleted since: else they would be stepped over.
  private func continueNumbers() async throws {
    try await target.write { [schema, now] connection in
      let followed = try connection.first(schema.lastFollowed, []) { $0.integer(0) } ?? 0
      for table in schema.tables {
        let passed: Int64
        switch table.numbering {
        case .none: continue
        case .sequence: passed = 0
        case .position: passed = followed
        }
        try connection.continueNumbers(
          of: table.shape, behind: max(passed, try table.newestNumber(connection)))
      }
      try Partitions.makeAhead(connection, now: now)
    }
  }
}
