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
    Options.Declared("into", "FOLDER", "in place of --to: a file named after this moment"),
    Options.Declared("keep", "N", "with --into: how many backups stay there; older ones go"),
    Options.Declared("json", nil, "results as JSON"),
  ]

  static let usage = """
    Usage: beckon backup [--database URL] --to FILE [--json]
           beckon backup [--database URL] --into FOLDER [--keep N] [--json]

    The file is a SQLite database with everything in it, of PostgreSQL too: serve it with
    --database sqlite:FILE, or copy it into a database with 'beckon copy --from sqlite:FILE'.
    --keep deletes older backups once the new one is complete, and only files that are named as
    --into names them.
    """

  /// As many as --keep may keep: one a day for ten years.
  private static let keptMax = 3_650

  /// What is in the backup.
  private struct Content {
    let schema: Int
    /// `nil` when the schema is older than this program, which then can count nothing.
    let survey: Survey?
  }

  static let command = Command(
    name: "backup", summary: "write a copy of the database into a file, while serving",
    usage: usage, options: options, action: run)

  /// Where a backup goes, and what becomes of older ones.
  private struct Place {
    let file: BackupFile
    /// The folder of which so many backups are kept.
    let kept: (folder: BackupFolder, count: Int)?

    init(_ options: Options) throws {
      let count = try options.number("keep", in: 1...keptMax)
      guard let path = options["into"] else {
        guard count == nil else {
          throw UsageError("--keep goes with --into", "beckon backup --help")
        }
        file = try BackupFile(try options.require("to"))
        kept = nil
        return
      }
      guard options["to"] == nil else {
        throw UsageError("--to and --into are two places", "beckon backup --help")
      }
      let folder = try BackupFolder(path)
      file = try BackupFile(folder.file(at: Ambient.system.now()))
      kept = count.map { (folder, $0) }
    }

    /// - Returns: the names of the files that are gone now.
    /// - Throws: `Failure`.
    func prune() throws -> [String] {
      try kept.map { try $0.folder.prune(keeping: $0.count, now: Ambient.system.now()) } ?? []
    }
  }

  private static func run(_ options: Options) async throws -> Int32 {
    let address = try DatabaseAddress(options["database"])
    let place = try Place(options)
    let file = place.file
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
    let deleted = try place.prune()
    Terminal.line(
      options.has("json")
        ? json(file, content, seconds, deleted).text : text(file, content, seconds, deleted))
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

  private static func json(
    _ file: BackupFile, _ content: Content, _ seconds: Double, _ deleted: [String]
  ) -> JSON {
    .object([
      "file": .string(file.path), "bytes": .integer(file.bytes),
      "schema": .integer(content.schema), "seconds": .number("\(seconds)"),
      "rows": content.survey.map { .integer($0.rows) },
      "ledger": content.survey.map { .array(CopyReport.json($0.audit)) },
      "deleted": .array(deleted.map(JSON.string)),
    ])
  }

  private static func text(
    _ file: BackupFile, _ content: Content, _ seconds: Double, _ deleted: [String]
  ) -> String {
    let ledger =
      content.survey.map { CopyReport.words($0.audit) }
      ?? "not looked at: schema \(content.schema) is not this program's"
    return """
      backup    \(file.path)
                \(content.survey.map { "\($0.rows) rows, " } ?? "")\(file.bytes) bytes in \(seconds) s
      checked   quick_check finds nothing
      ledger    \(ledger)
      """ + (deleted.isEmpty ? "" : "\ndeleted   " + deleted.joined(separator: ", "))
  }
}
