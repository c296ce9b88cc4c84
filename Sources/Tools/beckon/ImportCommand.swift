import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonServer
import BeckonStore
import Foundation

/// `beckon import`: people, products and ids from a file. Works also while a server runs on the
/// same database, because it only adds, in short transactions.
enum ImportCommand {
  static let options = [
    DatabaseAddress.option,
    Options.Declared("app", "APP", "into which app, as app_…"),
    Options.Declared("campaign", "ID", "the campaign that people join (default: the app's)"),
    Options.Declared("domain", "DOMAIN", "which of the app's link_domains the links get"),
    Options.Declared(
      "replace", nil, "products only: hide those that an earlier feed had and this one has not"),
    Options.Declared("ignore", "NAMES", "columns to leave out, with commas between them"),
    Options.Declared(
      "pay-later", nil, "what imported people do from now on earns rewards; else nothing does"),
    Options.Declared("report", "FILE", "write what became of each row, as CSV"),
    Options.Declared("json", nil, "results as JSON"),
  ]

  static let usage = """
    Usage: beckon import people FILE.csv --app APP [--campaign ID] [--ignore NAMES] [--pay-later]
                                         [--report FILE] [--json]
           beckon import products FEED.csv|FEED.tsv|FEED.json --app APP [--replace] […]
           beckon import VENDOR FILE.csv --app APP […]

    The first row of the file names the columns; docs/IMPORTING.md tells which there are, and
    docs/CATALOG.md those of products. An import that was ended goes on where it stood when the same
    command is run again; a file that was imported changes nothing, but for products, which it may
    set right again. Nobody is paid for what an import brings.
    Ends with 0 when every row is in, with 2 when all is done and some rows were rejected, with 65
    when the file or its campaign cannot be imported, with 64 when the command is misspelt, with 130
    after Ctrl-C, and with 1 when something else came between.
    """

  /// All is done, and some rows were rejected.
  private static let rejectedStatus: Int32 = 2
  /// A shell says this and the signal's number of a program that a signal has ended.
  private static let signalStatus: Int32 = 128

  static let command = Command(
    name: "import", summary: "add people, codes and referrers from a file", usage: usage,
    options: options, verbs: kinds, action: run)

  private static var kinds: [String] {
    GrowthServer.importKinds(ImportChoices(campaign: nil, rewards: .settled)).map(\.name)
  }

  private static func run(_ options: Options) async throws -> Int32 {
    guard options.positional.count == 2 else {
      throw UsageError("'import' needs to know what, and from which file", "beckon import --help")
    }
    let app = try options.app()
    let choices = ImportChoices(
      campaign: options["campaign"], rewards: options.has("pay-later") ? .open : .settled,
      domain: options["domain"], isReplacing: options.has("replace"))
    let kind = try kind(options.positional[0], choices)
    let ignored = (options["ignore"] ?? "").split(separator: ",").map(String.init)
    if let report = options["report"] { try check(report: report, options.positional[1]) }
    do {
      let report = try await imported(options, kind, choices, ignored, into: app)
      if let failure = report.failure { throw Told(failure: failure, json: report.json) }
      Terminal.line(options.has("json") ? report.json.text : report.text)
      return report.isComplete ? 0 : rejectedStatus
    } catch let error as UsageError {
      throw error
    } catch {
      let told = error as? Told
      let failure = told?.failure ?? Failure(error)
      if options.has("json") {
        Terminal.line((told?.json ?? ImportReport.json(of: failure)).text)
      }
      throw failure
    }
  }

  /// An import ended before its end, and what there is to tell of it.
  private struct Told: Error {
    let failure: Failure
    let json: JSON
  }

  private static func imported(
    _ options: Options, _ kind: any ImportKind, _ choices: ImportChoices, _ ignored: [String],
    into app: AppID
  ) async throws -> ImportReport {
    let file = try ImportFile(
      path: options.positional[1], of: kind, among: GrowthServer.importKinds(choices),
      ignored: ignored)
    let database = try await DatabaseAddress(options["database"]).openCurrent(
      waitsForLock: true)
    do {
      guard let number = try await database.read({ try Accounts($0).number(of: app) }) else {
        throw ImportRefused(Failure.noApp.problem, Failure.noApp.remedy)
      }
      let importer = Importer(
        kind, of: file, into: number, database, forms: GrowthServer.forms,
        ambient: .system)
      let report = try await run(
        importer, file, options["report"], paysLater: options.has("pay-later"))
      await database.close()
      return report
    } catch {
      await database.close()
      throw interrupted(error)
    }
  }

  private static func kind(_ name: String, _ choices: ImportChoices) throws -> any ImportKind {
    do {
      return try GrowthServer.importKind(name, choices)
    } catch let unknown as ImportRefused {
      throw UsageError(unknown.problem, unknown.remedy)
    }
  }

  /// Looks at the report's name before anything is imported, and not when all is.
  private static func check(report: String, _ file: String) throws {
    guard !isSame(report, file) else {
      throw UsageError("--report is the file that is imported", "give the report another name")
    }
    let (files, folder) = (
      FileManager.default, URL(fileURLWithPath: report).deletingLastPathComponent().path
    )
    guard files.isWritableFile(atPath: files.fileExists(atPath: report) ? report : folder) else {
      throw unwritable(report)
    }
  }

  private static func unwritable(_ report: String) -> Failure {
    Failure("the report \(report) cannot be written", "check the folder of --report")
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    func place(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
    return TextKey(place(one)) == TextKey(place(other))
  }

  /// Imports, and gives what came of it; also of an import that ended before its end, if it had
  /// begun and its database still answers.
  private static func run(
    _ importer: Importer, _ file: ImportFile, _ path: String?, paysLater: Bool
  ) async throws -> ImportReport {
    let (outcome, failure) = try await outcome(of: importer, file)
    if let path { try await write(importer, to: path) }
    return ImportReport(
      outcome: outcome,
      problems: try await importer.rows(
        behind: 0, limit: ImportReport.problemsMax, isRejected: true),
      paysLater: paysLater, failure: failure)
  }

  private static func outcome(
    of importer: Importer, _ file: ImportFile
  ) async throws -> (Importer.Outcome, Failure?) {
    let bar = ProgressBar()
    defer { bar.end() }
    let stopped = caughtSignal()
    do {
      let outcome = try await importer.run { done, total in
        bar.show("importing", Int64(done), of: Int64(total))
        if let signal = stopped.withLock({ $0 }), done < total {
          throw halted(by: signal, done, of: file.rows)
        }
      }
      return (outcome, nil)
    } catch {
      guard let outcome = (try? await importer.soFar()) ?? nil else { throw error }
      let failure = Failure(interrupted(error))
      guard failure.status == 1 else { return (outcome, failure) }
      let place = "; \(outcome.rowsDone) of \(outcome.rows) rows are stored"
      return (outcome, Failure(failure.problem + place, failure.remedy))
    }
  }

  /// The signal that asks for an end, once one has come. A second one ends the program at once.
  private static func caughtSignal() -> Locked<Int32?> {
    let (signals, caught) = (StopSignal(), Locked(Int32?.none))
    signals.handle { number in
      caught.withLock { $0 = number }
      StopSignal.ignoreNoMore()
    }
    return caught
  }

  /// What is told of an import that ends before its end. Rows are gone through a second time for
  /// their referrers, who may stand further down.
  private static func halted(by signal: Int32, _ done: Int, of rows: Int) -> Failure {
    let place =
      done < rows
      ? "\(done) of \(rows) rows are stored"
      : "all \(rows) rows are stored, and the referrers of \(done - rows) of them"
    return Failure(
      "stopped: " + place, "run the same command again: it goes on from there",
      status: signalStatus + signal)
  }

  /// Rows that are read from the database at a time.
  private static let pageRows = 5_000

  private static func write(_ importer: Importer, to path: String) async throws {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let handle = FileHandle(forWritingAtPath: path)
    else { throw unwritable(path) }
    try handle.write(contentsOf: Data(ImportReport.head))
    var last = 0
    while case let page = try await importer.rows(behind: last, limit: pageRows),
      let end = page.last
    {
      try handle.write(contentsOf: Data(page.flatMap(ImportReport.line)))
      last = end.line
    }
    try handle.close()
  }

  private static func interrupted(_ error: any Error) -> any Error {
    guard case DatabaseError.unavailable(let reason) = error else { return error }
    return Failure(reason, "run the same command again: an import goes on where it stood")
  }
}
