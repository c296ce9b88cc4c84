import BeckonEngine
import BeckonModel
import BeckonText
import Foundation

/// `beckon evaluate search`: how good a search is, measured on a file of products.
enum EvaluateSearch {
  static let options = [
    Options.Declared("catalogue", "FILE", "products to search, as CSV"),
    Options.Declared("text", "COLUMNS", "columns that are searched, the title first"),
    Options.Declared("language", "CODE", "language of the products, such as de; en unless told"),
    Options.Declared("queries", "FILE", "queries with the ids of what is relevant"),
    Options.Declared("generate", "KIND", "makes queries: typos, prefixes or known-item"),
    Options.Declared("seed", "N", "what --generate begins with; 1 unless told"),
    Options.Declared("count", "N", "queries that --generate makes at most; 2000 unless told"),
    Options.Declared("write-queries", "FILE", "writes the queries, as --queries reads them"),
  ]

  /// Queries that are made, unless told, and at most.
  private static let (count, countMax) = (2_000, 10_000_000)

  static func run(_ options: Options) throws -> Int32 {
    let columns = try options.require("text").split(on: ",")
    guard !columns.isEmpty else { throw UsageError("--text names no column", "--text title") }
    let language = try language(options)
    let catalogue = try CatalogueFile(options.require("catalogue"), columns: columns)
    let queries = try queries(options, catalogue)
    if let path = options["write-queries"] { try queries.write(path) }
    let results = try options["results"].map { try SearchResultFile($0) }
    var index = CatalogueIndex(catalogue, language: language)
    var evaluation = SearchEvaluation(catalogue)
    try evaluation.run(
      queries.queries, find: { index.find($0, limit: SearchEvaluation.listRows) },
      results: { try results?.write($0, $1.map { catalogue.ids[Int($0)] }) })
    try results?.close()
    try tellUnknown(evaluation, catalogue)
    tell(evaluation, index, options)
    return 0
  }

  private static func language(_ options: Options) throws -> String {
    let code = options["language"] ?? "en"
    guard code == "none" || SearchLanguage.hasStems(code: code) else {
      throw UsageError(
        "--language '\(NameSuggestion.shown(code))' is none of "
          + SearchLanguage.names.joined(separator: ", ") + ", or their codes",
        "--language none, where words have no other forms that must be known")
    }
    return code == "none" ? "" : code
  }

  private static func queries(_ options: Options, _ catalogue: CatalogueFile) throws -> QueryFile {
    guard let word = options["generate"] else {
      guard let path = options["queries"] else {
        throw UsageError(
          "it needs queries: --queries FILE, or --generate to make some of the catalogue",
          "--generate known-item")
      }
      return try QueryFile(path)
    }
    guard let kind = QueryGenerator.Kind(word: word), options["queries"] == nil else {
      throw UsageError(
        "--generate is typos, prefixes or known-item, and not beside --queries",
        "beckon evaluate --help")
    }
    let seed = try options.number("seed", in: 0...Int.max) ?? 1
    let count = try options.number("count", in: 1...countMax) ?? count
    var generator = QueryGenerator(seed: UInt64(seed))
    let made = generator.queries(kind, from: catalogue.titles, count: count)
    return QueryFile(
      made.map { QueryFile.Query(text: $0.text, grades: [(catalogue.ids[$0.place], 1)]) })
  }

  /// Tells of ids that the queries have and the catalogue has not.
  /// - Throws: `Failure` when there was nothing to measure.
  private static func tellUnknown(
    _ evaluation: SearchEvaluation, _ catalogue: CatalogueFile
  ) throws {
    guard let unknown = evaluation.firstUnknown else {
      guard evaluation.quality.queries == 0 else { return }
      throw Failure(
        "no query names a row with a grade above 0: there is nothing to measure",
        "see docs/SEARCH.md", status: Failure.refusedStatus)
    }
    let problem =
      "\(evaluation.unknownIDs) ids of the queries are not in the catalogue's column "
      + "'\(NameSuggestion.shown(catalogue.idColumn))', such as '\(NameSuggestion.shown(unknown))'"
    guard evaluation.quality.queries == 0 else {
      return Terminal.error(problem + "; they do not count")
    }
    throw Failure(
      problem + ": there is nothing to measure",
      "ids are those of the column 'id', or else of the first: the first row has "
        + "'\(NameSuggestion.shown(catalogue.ids[0]))'", status: Failure.refusedStatus)
  }

  private static func tell(
    _ evaluation: SearchEvaluation, _ index: CatalogueIndex, _ options: Options
  ) {
    let report = SearchReport(evaluation, index)
    Terminal.line(options.has("json") ? report.json.text : report.text)
  }
}

/// The file of lists: a line for each query, with a tab behind it and the ids of rows, parted by
/// commas.
final class SearchResultFile {
  private let handle: FileHandle
  private var waiting = Data()

  /// Bytes that are written at a time.
  private static let blockBytes = 1 << 20

  init(_ path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let handle = FileHandle(forWritingAtPath: path)
    else { throw Failure("the file \(path) cannot be written", "check the folder of --results") }
    self.handle = handle
  }

  func write(_ query: String, _ ids: [String]) throws {
    waiting += Data((query + "\t" + ids.joined(separator: ",") + "\n").utf8)
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
