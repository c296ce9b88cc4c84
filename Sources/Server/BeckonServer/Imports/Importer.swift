import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

/// Imports a file, in short transactions that each hold some rows and how far the import has come:
/// one that was ended, however that was, goes on behind the last row that is stored.
public struct Importer: Sendable {
  private let database: any Database
  private let app: Int64
  private let kind: any ImportKind
  private let file: ImportFile
  private let forms: VendorForms
  private let ambient: Ambient

  /// Rows that are read ahead.
  private static let batchRows = 500
  private let batchNanoseconds: UInt64
  /// Columns that a warning names; more would hide the others.
  private static let namesShown = 50

  /// Prepares an import into the app of this number.
  /// - Parameter batchNanoseconds: for how long a transaction takes further rows, so that nobody
  ///   who writes beside it waits for long.
  public init(
    _ kind: any ImportKind, of file: ImportFile, into app: Int64, _ database: any Database,
    forms: VendorForms, ambient: Ambient, batchNanoseconds: UInt64 = 80_000_000
  ) {
    self.batchNanoseconds = batchNanoseconds
    self.database = database
    self.forms = forms
    self.app = app
    self.kind = kind
    self.file = file
    self.ambient = ambient
  }

  /// What came of an import.
  public struct Outcome: Sendable {
    /// Rows of the file.
    public let rows: Int
    /// Rows that are stored, by this run or earlier ones.
    public let rowsDone: Int
    /// Rows that earlier runs had imported.
    public let earlierRows: Int
    /// When it had been imported before; `nil` when there was something left to do.
    public let importedBefore: Instant?
    /// What its user may not have thought of.
    public let warnings: [String]
    /// How many rows became what.
    public let tally: ImportTally
    /// How many things were hidden because the file has them no more; `nil` if none should be.
    public let hidden: Int64?
    /// Whether its rows are objects of JSON, and not lines.
    public let isOfObjects: Bool
    /// Of what a row told that counts as merged, and what it changed there, in words for its user.
    public let mergedMeans: String
  }

  /// Its id: the same rows by the same choices are the same import.
  private var id: Identifier {
    Identifier(hashing: kind.name, file.digest.text, kind.choices.joined(separator: "\n"))
  }

  /// What is said of columns that are not known.
  private var leftOut: [String] {
    guard !file.leftOut.isEmpty else { return [] }
    let shown = file.leftOut.prefix(Self.namesShown).map { "'\(NameSuggestion.shown($0))'" }
    let rest = file.leftOut.count > shown.count ? ", …" : ""
    let names = shown.joined(separator: ", ") + rest
    return ["left out, because nothing is known of these columns: \(names)"]
  }

  /// Imports what is not imported yet.
  /// - Parameter report: is told how many times a row was gone through, of how many in all.
  /// - Throws: `ImportRefused`, `ImportHalted`, `DatabaseError`, what `report` throws.
  public func run(
    _ report: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) async throws -> Outcome {
    let (warnings, record) = try await write { scope, log in
      let warnings = try kind.check(
        Set(texts: file.columns.compactMap { $0 }), scope.app, scope.now)
      let record = try log.begin(kind.name)
      guard record.finishedAt != nil, kind.isRepeatable else {
        return (leftOut + warnings, record)
      }
      return (leftOut + warnings, try log.beginAgain(kind.name))
    }
    var position = record.position
    let total = file.rows * kind.passes
    try report(position.pass * file.rows + position.rows, total)
    while record.finishedAt == nil, position.pass < kind.passes {
      let batches = try file.batches(of: Self.batchRows)
      var passed = 0
      while case let batch = try batches.next(), !batch.isEmpty {
        // What an earlier run has done is read again, and nothing else.
        var rest = Array(batch.dropFirst(max(0, position.rows - passed)))
        passed += batch.count
        while !rest.isEmpty {
          let done = try await take(rest, from: position)
          rest.removeFirst(done)
          position.rows += done
          try report(position.pass * file.rows + position.rows, total)
        }
      }
      guard passed == file.rows else {
        throw ImportHalted(
          problem: "the file has changed while it was imported",
          remedy: "run the same command again, and leave the file alone until it ends")
      }
      let next = ImportLog.Position(pass: position.pass + 1, rows: 0)
      if next.pass == kind.passes {
        while try await write({ scope, log in try kind.conclude(log, scope) }) {}
      }
      try await write { [position] _, log in
        try log.move(from: position, to: next)
        if next.pass == kind.passes { try log.finish() }
      }
      position = next
    }
    let earlier = record.position
    return Outcome(
      rows: file.rows, rowsDone: file.rows,
      earlierRows: record.finishedAt != nil || earlier.pass > 0 ? file.rows : earlier.rows,
      importedBefore: record.finishedAt, warnings: warnings,
      tally: try await write { _, log in try log.tally() },
      hidden: try await write { scope, log in try kind.hidden(by: log, scope) },
      isOfObjects: file.isOfObjects, mergedMeans: kind.mergedMeans)
  }

  /// How far an import has come that ended before its end; `nil` for one that has not begun.
  /// - Throws: `DatabaseError`.
  public func soFar() async throws -> Outcome? {
    let rows = file.rows
    let isOfObjects = file.isOfObjects
    return try await write { scope, log in
      guard let record = try log.find() else { return nil }
      return Outcome(
        rows: rows, rowsDone: record.position.pass > 0 ? rows : record.position.rows,
        earlierRows: 0, importedBefore: nil, warnings: [], tally: try log.tally(),
        hidden: try kind.hidden(by: log, scope), isOfObjects: isOfObjects,
        mergedMeans: kind.mergedMeans)
    }
  }

  /// Rows of the report behind a line.
  /// - Parameter isRejected: whether only those that are not in, or not as they say.
  /// - Throws: `DatabaseError`.
  public func rows(
    behind line: Int, limit: Int, isRejected: Bool = false
  ) async throws -> [ImportLog.Row] {
    try await write { _, log in
      try log.page(behind: line, limit: limit, isRejected: isRejected)
    }
  }

  /// Takes some of the rows, and gives how many.
  private func take(_ rows: [ImportRow], from position: ImportLog.Position) async throws -> Int {
    let begin = MonotonicClock.nanoseconds()
    let done = try await write { scope, log in
      // First, so that of two at a time the second is told so and changes nothing.
      try log.move(from: position, to: position)
      let start = MonotonicClock.nanoseconds()
      var done = 0
      for row in rows {
        try apply(row, pass: position.pass, log, scope)
        done += 1
        if MonotonicClock.nanoseconds() - start > batchNanoseconds { break }
      }
      var next = position
      next.rows += done
      try log.move(from: position, to: next)
      return done
    }
    // One file has one writer at a time: as long as this took, the server may write.
    if !database.gainsByGathering {
      try await Task.sleep(nanoseconds: MonotonicClock.nanoseconds() - begin)
    }
    return done
  }

  private func apply(
    _ row: ImportRow, pass: Int, _ log: ImportLog, _ scope: Scope
  ) throws {
    do {
      try kind.apply(Fields(.object(row.cells.get())), line: row.line, pass: pass, log, scope)
    } catch let rejection as ImportRejection {
      guard pass == 0 else { return }
      try log.note(.rejected(rejection), nil, line: row.line)
    } catch let fault as FieldError {
      guard pass == 0 else { return }
      let rejection = ImportRejection(.invalid, "'\(fault.path)' \(fault.reason)")
      try log.note(.rejected(rejection), nil, line: row.line)
    }
  }

  private func write<Value: Sendable>(
    _ body: @escaping @Sendable (Scope, ImportLog) throws -> Value
  ) async throws -> Value {
    let (app, forms, ambient, id) = (app, forms, ambient, id)
    do {
      return try await database.write { connection in
        guard let context = try Accounts.context(of: app, forms: forms, connection) else {
          throw ImportRefused("there is no such app", "beckon app list")
        }
        let scope = Scope(
          connection: connection, app: context, now: ambient.now(), ambient: ambient)
        return try body(scope, ImportLog(scope, id))
      }
    } catch is ImportLog.MovedByAnother {
      throw ImportHalted(
        problem: "another program imports the same file into the same app",
        remedy: "wait until it is done, then run the same command again for its result")
    }
  }
}
