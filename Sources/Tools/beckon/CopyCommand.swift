import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonSQLite
import BeckonStore

/// `beckon copy`: moves a whole installation to another database.
enum CopyCommand {
  static let options = [
    Options.Declared("from", "URL", "the database to copy: sqlite:PATH or postgres://…"),
    Options.Declared("to", "URL", "an empty database; a file is made"),
    Options.Declared("restart", nil, "throw an unfinished copy in the target away"),
    Options.Declared("json", nil, "results as JSON"),
  ]

  static let usage = """
    Usage: beckon copy --from URL --to URL [--restart] [--json]

    Stop the servers first: what they write meanwhile is not copied. A copy that is ended goes on
    where it stood when the same command is run again.
    """

  static let command = Command(
    name: "copy", summary: "move a whole installation to another database", usage: usage,
    options: options, action: run)

  private static func run(_ options: Options) async throws -> Int32 {
    let from = try DatabaseAddress(try options.require("from"), option: "from")
    let to = try DatabaseAddress(try options.require("to"), option: "to")
    let source = try openSource(from)
    do {
      let target = try to.openForCopying()
      do {
        let report = try await copy(source, target, restart: options.has("restart"))
        await source.close()
        await target.close()
        // So that the file alone is the database. Should somebody have it open already, the log
        // beside it belongs to it, as ever.
        if case .sqlite(let path) = to { try? await SQLiteDatabase.gather(into: path) }
        Terminal.line(options.has("json") ? report.json.text : report.text)
        return report.isSound ? 0 : 1
      } catch {
        await target.close()
        throw error
      }
    } catch {
      await source.close()
      throw failure(error)
    }
  }

  /// Opens a database that must be there.
  /// - Throws: `DatabaseError`, `Failure`.
  static func openSource(_ address: DatabaseAddress) throws -> any Database {
    guard !address.isMissing else {
      throw Failure("there is no such file to copy", "check the path behind sqlite:")
    }
    return try address.openForCopying()
  }

  private static func copy(
    _ source: any Database, _ target: any Database, restart: Bool
  ) async throws -> CopyReport {
    _ = try await DatabaseAddress.migrate(target)
    let bar = ProgressBar()
    defer { bar.end() }
    let copier = Copier(
      .beckon, from: source, to: target, now: Ambient.system.now(), report: { bar.show($0) })
    let start = MonotonicClock.nanoseconds()
    let copied = try await copier.run(restart: restart)
    let nanoseconds = MonotonicClock.nanoseconds() - start
    let seed = Ambient.system.random()
    let verification = try await copier.verify(copied, seed: seed)
    if verification.isSound { try await copier.finish() }
    return CopyReport(
      copied: copied, verification: verification, seed: seed, nanoseconds: nanoseconds)
  }

  /// Any error, put into words.
  static func failure(_ error: any Error) -> any Error {
    switch error {
    case let error as CopyError: Failure(error)
    case DatabaseError.unavailable(let reason):
      Failure(reason, "run the same command again: a copy goes on where it stood")
    default: error
    }
  }
}

extension Failure {
  /// Why a database cannot be copied.
  init(_ error: CopyError) {
    switch error {
    case .occupied(let table):
      self.init(
        "the target is in use already: there are rows in its table \(table)",
        "give --to an empty database; nothing is ever overwritten")
    case .emptySource:
      self.init("the source is not a database of beckon", "check --from")
    case .olderSchema(let found, let known):
      self.init(
        "the source's schema is older than this program (\(found), known \(known))",
        "beckon migrate --database …, with the source's URL")
    case .unfinishedSource:
      self.init(
        "the source is the target of a copy that is not complete", "complete that copy first")
    case .changedSource(let table):
      self.init(
        "rows of the table \(table) that an earlier run has copied have changed since, or this is "
          + "another source",
        "stop the servers, then run the same command with --restart")
    case .anotherCopy(let table):
      self.init(
        "another program writes to the target's table \(table)", "wait until it is done")
    case .sourceLost:
      self.init(
        "the connection to the source was lost",
        "run the same command again: it goes on where it stood")
    }
  }
}
