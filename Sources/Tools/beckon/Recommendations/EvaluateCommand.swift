import BeckonEngine
import BeckonModel
import Foundation

/// `beckon evaluate sessions`: how good recommendations would be, measured on files.
enum EvaluateCommand {
  static let options = [
    Options.Declared("train", "FILE", "sessions to learn from"),
    Options.Declared("test", "FILE", "sessions whose items are predicted"),
    Options.Declared("valid", "FILE", "finds settings on this file first, as 'beckon tune' does"),
    Options.Declared("format", "FORMAT", "serenade or prefix: how all files are written"),
    Options.Declared(
      "settings", "FILE", "settings as JSON; those it does not name are the defaults"),
    Options.Declared("results", "FILE", "writes each list: its items, best first, a line"),
    Options.Declared("online", nil, "learns from each test session once it is predicted"),
    Options.Declared("json", nil, "results as JSON"),
  ]

  static let usage = """
    Usage: beckon evaluate sessions --train FILE --test FILE --format FORMAT [--valid FILE]
                                    [--settings FILE] [--results FILE] [--online] [--json]

    Learns from one file and predicts the items of another: of each session every item but the first
    from those before it, or the item behind ' | ' where a line has one. Prints how often it was
    among the first 10 and 20 (HR), how near to the top (MRR, NDCG), how much of the catalogue was
    shown, how popular that was, how long one call took, and the memory. docs/RECOMMENDATIONS.md has
    the formats, the settings, and what each figure means. Opens no database. All but times and
    memory is the same each time.
    """

  static let command = Command(
    name: "evaluate", summary: "measure recommendations on files of sessions", usage: usage,
    options: options, takesWords: true, action: run)

  private static func run(_ options: Options) async throws -> Int32 {
    guard options.positional == ["sessions"] else {
      throw UsageError("'evaluate' needs to know what: sessions", "beckon evaluate --help")
    }
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
