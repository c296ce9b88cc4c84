import BeckonEngine
import BeckonModel
import Foundation

/// `beckon evaluate sessions`: how good recommendations would be, measured on files. `beckon
/// evaluate search` stands in `EvaluateSearch`.
enum EvaluateCommand {
  private static let sessionOptions = [
    Options.Declared("train", "FILE", "sessions to learn from"),
    Options.Declared("test", "FILE", "sessions whose items are predicted"),
    Options.Declared("valid", "FILE", "finds settings on this file first, as 'beckon tune' does"),
    Options.Declared("format", "FORMAT", "serenade or prefix: how all files are written"),
    Options.Declared(
      "settings", "FILE", "settings as JSON; those it does not name are the defaults"),
    Options.Declared("online", nil, "learns from each test session once it is predicted"),
  ]

  static let options =
    [
      Options.Declared("results", "FILE", "writes each list, the best first, a line each"),
      Options.Declared("json", nil, "results as JSON"),
    ] + sessionOptions + EvaluateSearch.options

  static let usage = """
    Usage: beckon evaluate sessions --train FILE --test FILE --format FORMAT [--valid FILE]
                                    [--settings FILE] [--results FILE] [--online] [--json]
           beckon evaluate search --catalogue FILE --text COLUMNS --queries FILE
                                  [--results FILE] [--json]
           beckon evaluate search --catalogue FILE --text COLUMNS --generate KIND [--seed N]
                                  [--count N] [--write-queries FILE] [--results FILE] [--json]

    Sessions:
    Learns from one file and predicts the items of another: of each session every item but the first
    from those before it, or the item behind ' | ' where a line has one. Prints how often it was
    among the first 10 and 20 (HR), how near to the top (MRR, NDCG), how much of the catalogue was
    shown, how popular that was, how long one call took, and the memory. docs/RECOMMENDATIONS.md has
    the formats, the settings, and what each figure means. Opens no database. All but times and
    memory is the same each time.

    Search: asks each query of a file (a line: the query, a tab, ids of rows parted by commas), or
    queries that it makes of the titles, and prints how much of what is relevant was among the first
    10 (recall), how near to the top (MRR, NDCG), and how long one query took. docs/SEARCH.md has the
    formats. A row's id is its column 'id', or else its first.
    """

  static let command = Command(
    name: "evaluate", summary: "measure recommendations and search on files", usage: usage,
    options: options, verbs: ["search", "sessions"], action: run)

  private static func run(_ options: Options) async throws -> Int32 {
    switch options.positional {
    case ["sessions"]:
      try refuse(EvaluateSearch.options, options)
      return try sessions(options)
    case ["search"]:
      try refuse(sessionOptions, options)
      return try EvaluateSearch.run(options)
    default:
      throw UsageError(
        "'evaluate' needs to know what: sessions, or search", "beckon evaluate --help")
    }
  }

  /// Refuses options of the other kind of evaluation.
  private static func refuse(_ declared: [Options.Declared], _ options: Options) throws {
    guard let other = declared.first(where: { options[$0.name] != nil }) else { return }
    throw UsageError(
      "'evaluate \(options.positional[0])' does not take --\(other.name)", "beckon evaluate --help")
  }

  private static func sessions(_ options: Options) throws -> Int32 {
    let (train, test) = (try options.require("train"), try options.require("test"))
    let format = try format(options)
    var settings = try settings(options)
    let bar = ProgressBar()
    defer { bar.end() }
    var data = try SessionData(train: train, as: format, bar)
    if let valid = options["valid"] {
      let sessions = try data.tests(valid)
      settings = try TuneCommand.search(data, sessions, from: settings, bar).settings
    }
    let sessions = try data.tests(test)
    let results = try options["results"].map { try ResultFile($0, data.names.names) }
    var evaluation = Evaluation(data, settings)
    try evaluation.run(
      sessions, learns: options.has("online"),
      show: { bar.show("predicting", Int64($0), of: Int64(sessions.count)) },
      results: { try results?.write($0) })
    try results?.close()
    bar.end()
    Terminal.line(options.has("json") ? evaluation.report.json.text : evaluation.report.text)
    return 0
  }

  /// How the files are written.
  static func format(_ options: Options) throws -> SessionFile.Format {
    let word = try options.require("format")
    guard let format = SessionFile.Format(rawValue: word) else {
      throw UsageError(
        "--format '\(NameSuggestion.shown(word))' is none", "--format serenade, or prefix")
    }
    return format
  }

  /// The largest file of settings, in bytes.
  private static let settingsBytesMax = 65_536

  /// The settings that a file has, or the defaults.
  static func settings(_ options: Options) throws -> RecommenderSettings {
    guard let path = options["settings"] else { return RecommenderSettings() }
    guard let data = FileManager.default.contents(atPath: path), data.count <= settingsBytesMax
    else {
      throw Failure("the settings \(path) cannot be read", "check the name of --settings")
    }
    do {
      return try RecommenderSettings(JSONReader.read(Array(data)))
    } catch let error as FieldError {
      throw refused(path, [error.path, error.reason].joined(separator: " "))
    } catch let error as JSONError {
      throw refused(path, "\(error.reason), at byte \(error.offset)")
    }
  }

  private static func refused(_ path: String, _ problem: String) -> Failure {
    Failure(
      "the settings \(path): \(problem)", "docs/RECOMMENDATIONS.md has the names and ranges",
      status: Failure.refusedStatus)
  }
}

/// The file of lists: a line for each prediction, the items' names parted by spaces.
final class ResultFile {
  private let handle: FileHandle
  private let names: [String]
  private var waiting = Data()

  /// Bytes that are written at a time.
  private static let blockBytes = 1 << 20

  init(_ path: String, _ names: [String]) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let handle = FileHandle(forWritingAtPath: path)
    else { throw Failure("the file \(path) cannot be written", "check the folder of --results") }
    (self.handle, self.names) = (handle, names)
  }

  func write(_ items: [UInt32]) throws {
    let line = items.map { names[Int($0)] }.joined(separator: " ")
    waiting += Data((line + "\n").utf8)
    if waiting.count > Self.blockBytes { try flush() }
  }

  func close() throws {
    try flush()
    try handle.close()
  }

  private func flush() throws {
    try handle.write(contentsOf: waiting)
    waiting = Data()
  }
}
