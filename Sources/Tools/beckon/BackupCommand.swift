import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonSQLite
import BeckonStore
import Foundation

/// `beckon backup`: the state of one moment in one SQLite file, whatever the database, while
/// servers go on.
enum BackupCommand {
  static let options = [
    DatabaseAddress.option,
    Options.Declared("to", "FILE", "a file that is not there yet"),
    Options.Declared("json", nil, "results as JSON"),
  ]

  static let usage = """
    Usage: beckon backup [--database URL] --to FILE [--json]

    The file is a SQLite database with everything in it, of PostgreSQL too: serve it with
    --database sqlite:FILE, or copy it into a database with 'beckon copy --from sqlite:FILE'.
    """

  /// What is in the backup.
  private struct Content {
    let schema: Int
    /// `nil` when the schema is older than this program, which then can count nothing.
    let survey: Survey?
  }

  static let command = Command(
    name: "backup", summary: "write a copy of the database into a file, while serving",
    usage: usage, options: options, action: run)

  private static func run(_ options: Options) async throws -> Int32 {
    let address = try DatabaseAddress(options["database"])
    let file = try BackupFile(try options.require("to"))
    let start = MonotonicClock.nanoseconds()
    let content: Content
    do {
      content = try await write(address, to: file)
      try await SQLiteDatabase.gather(into: file.temporaryPath)
      try file.complete()
    } catch {
      file.discard()
      throw CopyCommand.failure(error)
    }
    let seconds = (Double(MonotonicClock.nanoseconds() - start) / 1e8).rounded() / 10
    Terminal.line(
      options.has("json")
        ? json(file, content, seconds).text : text(file, content, seconds))
    return 0
  }

  private static func write(
    _ address: DatabaseAddress, to file: BackupFile
  ) async throws -> Content {
    let source = try CopyCommand.openSource(address)
    do {
      guard try await !UnfinishedCopy.isThere(in: source) else { throw CopyError.unfinishedSource }
      if let sqlite = source as? SQLiteDatabase {
        try await sqlite.copy(to: file.temporaryPath)
      } else {
        try await copy(source, to: file)
      }
      await source.close()
    } catch {
      await source.close()
      throw error
    }
    return try await check(file)
  }

  /// Everything on one snapshot of the source, row by row.
  private static func copy(_ source: any Database, to file: BackupFile) async throws {
    let target = try SQLiteDatabase(.init(path: file.temporaryPath))
    do {
      _ = try await DatabaseAddress.migrate(target)
      let bar = ProgressBar()
      defer { bar.end() }
      let copier = Copier(
        .beckon, from: source, to: target, now: Ambient.system.now(), report: { bar.show($0) })
      let copied = try await copier.run()
      let verification = try await copier.verify(copied, seed: 0, isServing: true)
      guard verification.isSound else { throw damage(verification.problems) }
      try await copier.finish()
      await target.close()
    } catch {
      await target.close()
      throw error
    }
  }

  /// Reads the file whole. A backup is made before a migration too, so the schema may be older.
  private static func check(_ file: BackupFile) async throws -> Content {
    let backup = try SQLiteDatabase(.init(path: file.temporaryPath))
    do {
      let damage = try await backup.integrityProblems()
      let schema = try await Migrator.version(of: backup)
      guard schema > 0 else { throw CopyError.emptySource }
      let isCurrent = schema == Schema.beckon.version
      let survey = isCurrent ? try await backup.read { try Survey(of: .beckon, $0) } : nil
      await backup.close()
      let problems = damage + (survey?.audit.problems ?? [])
      guard problems.isEmpty else { throw Self.damage(problems) }
      return Content(schema: schema, survey: survey)
    } catch {
      await backup.close()
      throw error
    }
  }

  private static func damage(_ problems: [String]) -> Failure {
    Failure(
      "the backup is not sound: " + problems.prefix(5).joined(separator: "; "),
      "check the database itself with 'beckon doctor', and the disk")
  }

  private static func json(_ file: BackupFile, _ content: Content, _ seconds: Double) -> JSON {
    .object([
      "file": .string(file.path), "bytes": .integer(file.bytes),
      "schema": .integer(content.schema), "seconds": .number("\(seconds)"),
      "rows": content.survey.map { .integer($0.rows) },
      "ledger": content.survey.map { .array(CopyReport.json($0.audit)) },
    ])
  }

  private static func text(_ file: BackupFile, _ content: Content, _ seconds: Double) -> String {
    let ledger =
      content.survey.map { CopyReport.words($0.audit) }
      ?? "not looked at: schema \(content.schema) is not this program's"
    return """
      backup    \(file.path)
                \(content.survey.map { "\($0.rows) rows, " } ?? "")\(file.bytes) bytes in \(seconds) s
      checked   quick_check finds nothing
      ledger    \(ledger)
      """
  }
}
