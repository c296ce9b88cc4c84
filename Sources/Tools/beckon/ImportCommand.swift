import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonServer
import BeckonStore
import Foundation

/// `beckon import`: people and ids from a file. Works also while a server runs on the same
/// database, because it only adds, in short transactions.
enum ImportCommand {
  static let options = [
    DatabaseAddress.option,
    Options.Declared("app", "APP", "into which app, as app_…"),
    Options.Declared("campaign", "ID", "the campaign that people join (default: the app's)"),
    Options.Declared("ignore", "NAMES", "columns to leave out, with commas between them"),
    Options.Declared(
      "pay-later", nil, "what imported people do from now on earns rewards; else nothing does"),
    Options.Declared("report", "FILE", "write what became of each row, as CSV"),
    Options.Declared("json", nil, "results as JSON"),
  ]

  static let usage = """
    Usage: beckon import people FILE.csv --app APP [--campaign ID] [--ignore NAMES] [--pay-later]
                                         [--report FILE] [--json]
           beckon import VENDOR FILE.csv --app APP […]

    The first row of the file names the columns; docs/IMPORTING.md tells which there are. An import
    that was ended goes on where it stood when the same command is run again; a file that was
    imported changes nothing. Nobody is paid for what an import brings.
    Ends with 0 when every row is in, and with 1 when some were rejected.
    """

  static let command = Command(
    name: "import", summary: "add people, codes and referrers from a file", usage: usage,
    options: options, takesWords: true, action: run)

  private static func run(_ options: Options) async throws -> Int32 {
    guard options.positional.count == 2 else {
      throw UsageError("'import' needs to know what, and from which file", "beckon import --help")
    }
    let app = try AppCommand.app(options)
    let kind = try GrowthServer.importKind(
      options.positional[0],
      ImportChoices(
        campaign: options["campaign"], rewards: options.has("pay-later") ? .open : .settled))
    let ignored = (options["ignore"] ?? "").split(separator: ",").map(String.init)
    if let report = options["report"], isSame(report, options.positional[1]) {
      throw Failure("--report is the file that is imported", "give the report another name")
    }
    let file = try ImportFile(path: options.positional[1], known: kind.columns, ignored: ignored)
    let database = try await DatabaseAddress(options["database"]).openCurrent()
    do {
      guard let number = try await database.read({ try Accounts($0).number(of: app) }) else {
        throw AppCommand.noApp
      }
      let importer = Importer(
        kind, of: file, into: number, database, webhookForms: GrowthServer.webhookForms,
        ambient: .system)
      let report = try await run(importer, options["report"])
      await database.close()
      Terminal.line(options.has("json") ? report.json.text : report.text)
      return report.isComplete ? 0 : 1
    } catch {
      await database.close()
      throw interrupted(error)
    }
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    func place(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
    return TextKey(place(one)) == TextKey(place(other))
  }

  private static func run(_ importer: Importer, _ path: String?) async throws -> ImportReport {
    let bar = ProgressBar()
    defer { bar.end() }
    let outcome = try await importer.run { done, total in
      bar.show("importing", Int64(done), of: Int64(total))
    }
    if let path { try await write(importer, to: path) }
    return ImportReport(
      outcome: outcome,
      refused: try await importer.rows(
        behind: 0, limit: ImportReport.refusedMax, isRejected: true))
  }

  /// Rows that are read from the database at a time.
  private static let pageRows = 5_000

  private static func write(_ importer: Importer, to path: String) async throws {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let handle = FileHandle(forWritingAtPath: path)
    else { throw Failure("the report \(path) cannot be written", "check the folder of --report") }
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
