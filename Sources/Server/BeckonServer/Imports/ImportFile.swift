import BeckonBasics
import BeckonEngine
import BeckonModel
import Foundation

/// Why a file cannot be imported at all. Nothing of it is.
public struct ImportRefused: Error, Sendable {
  /// What is wrong.
  public let problem: String
  /// What to do about it.
  public let remedy: String

  /// Makes one.
  public init(_ problem: String, _ remedy: String) {
    self.problem = problem
    self.remedy = remedy
  }
}

/// An import could not be brought to its end. What is stored stays, and the same command goes on.
public struct ImportHalted: Error, Sendable {
  /// What came between.
  public let problem: String
  /// What to do about it.
  public let remedy: String
}

/// A file of rows whose first one names the columns, or, for some kinds, of objects of JSON. It is
/// read through once before anything is imported: what is no CSV is found then, and not when half
/// of it is stored.
public struct ImportFile: Sendable {
  /// The columns that are read, each by its place; `nil` for one that is ignored.
  let columns: [String?]
  /// Headings of columns that are not known, and are left out.
  let leftOut: [String]
  /// How many rows it has, without the first.
  public let rows: Int
  /// Whether its rows are objects of JSON, which have no line of their own.
  public let isOfObjects: Bool
  /// What its objects' members mean.
  let members: ImportMembers
  /// The columns whose amounts may have decimal commas.
  let commaColumns: Set<TextKey>
  /// Hash of its bytes: the same file is the same import.
  let digest: Identifier
  private let path: String
  private let mayBeJSON: Bool

  /// Bytes that are read at a time.
  private static let blockBytes = 65_536

  /// Opens a file.
  /// - Parameters:
  ///   - kind: what it is to hold.
  ///   - kinds: what else it might hold by mistake.
  ///   - ignored: columns of it that are left out.
  /// - Throws: `ImportRefused`.
  public init(
    path: String, of kind: any ImportKind, among kinds: [any ImportKind] = [],
    ignored: [String] = []
  ) throws {
    self.path = path
    mayBeJSON = kind.readsJSON
    var head: CSVReader.Row?
    var rows = 0
    var hash: [UInt8] = []
    var members = ImportMembers(kind)
    let left = Set(texts: ignored)
    let reading = try ImportReading(path: path, mayBeJSON: kind.readsJSON)
    func count(_ row: ImportReading.Row) {
      if case .object(let object) = row { members.gather(object.bytes, ignored: left) }
      if case .cells(let cells) = row, head == nil { head = cells } else { rows += 1 }
    }
    while let block = try reading.block(Self.blockBytes) {
      hash = Hash.sha256(hash + block)
      try reading.read(block, count)
    }
    try reading.end(count)
    if let head {
      (columns, leftOut) = try Self.columns(head, kind, kinds, ignored)
    } else if reading.isJSON {
      try members.check(ignored: ignored)
      // Where no object can be read, each tells why.
      let isEmpty = members.columns.isEmpty && members.leftOut.isEmpty
      (columns, leftOut) = (isEmpty ? kind.columns : members.columns, members.leftOut)
    } else {
      throw ImportRefused("\(path) is empty", "its first row names the columns")
    }
    (self.rows, self.members, isOfObjects) = (rows, members, reading.isJSON)
    commaColumns = reading.hasDecimalCommas ? Set(texts: kind.amountColumns) : []
    digest = Identifier(hashing: "import", Hexadecimal.encode(hash))
  }

  /// Every row but the first, in their order, so many at a time.
  func batches(of count: Int) throws -> ImportBatches {
    ImportBatches(
      try ImportReading(path: path, mayBeJSON: mayBeJSON), of: self, count: count,
      block: Self.blockBytes)
  }

  private static func columns(
    _ head: CSVReader.Row, _ kind: any ImportKind, _ kinds: [any ImportKind],
    _ ignored: [String]
  ) throws -> ([String?], leftOut: [String]) {
    guard let names = head.texts?.map({ $0.trimmingCharacters(in: .whitespaces) }) else {
      throw ImportRefused("the file is not UTF-8", "save it as CSV in UTF-8")
    }
    var seen: Set<TextKey> = []
    // Spreadsheets and scripts leave columns without a name: what can be left out may be several.
    let named = kind.leavesOutUnknown ? names.filter { !$0.isEmpty } : names
    for name in named where !seen.insert(TextKey(name)).inserted {
      throw ImportRefused(
        "there are two columns '\(NameSuggestion.shown(name))'", "remove one of them")
    }
    if let missing = ignored.first(where: { !seen.contains(TextKey($0)) }) {
      throw ImportRefused(
        "the column '\(NameSuggestion.shown(missing))', which is to be ignored, is not there",
        "--ignore with names of the first row: \(names.joined(separator: ", "))")
    }
    let ignored = Set(texts: ignored)
    var leftOut: [String] = []
    let columns = try names.map { name -> String? in
      if ignored.contains(TextKey(name)) { return nil }
      if let column = kind.column(named: name) { return column }
      guard kind.leavesOutUnknown else { throw refusal(of: name, among: names, kind, kinds) }
      leftOut.append(name)
      return nil
    }
    if let name = leftOut.first, leftOut.count == names.count {
      throw refusal(of: name, among: names, kind, kinds)
    }
    try refuseTwice(columns, names)
    return (columns, leftOut)
  }

  /// Of two columns that mean the same nobody knows which one counts.
  private static func refuseTwice(_ columns: [String?], _ names: [String]) throws {
    var seen: [TextKey: String] = [:]
    for case (let column?, let name) in zip(columns, names) {
      guard let other = seen.updateValue(name, forKey: TextKey(column)) else { continue }
      throw ImportRefused(
        "the columns '\(NameSuggestion.shown(other))' and '\(NameSuggestion.shown(name))' mean the "
          + "same",
        "leave one out with --ignore '\(NameSuggestion.shown(name))'")
    }
  }

  /// Why a column is refused: the whole first row may be that of another file, or a person.
  private static func refusal(
    of name: String, among names: [String], _ kind: any ImportKind, _ kinds: [any ImportKind]
  ) -> ImportRefused {
    let all = Set(texts: names)
    if let other = kinds.first(where: { all.isSubset(of: Set(texts: $0.columns)) }) {
      return ImportRefused(
        "these are columns of 'beckon import \(other.name)', and not of '\(kind.name)'",
        "beckon import \(other.name) …")
    }
    if all.isDisjoint(with: Set(texts: kind.columns)),
      names.allSatisfy({ NameSuggestion.nearest(to: $0, among: kind.columns) == nil })
    {
      return ImportRefused(
        "the first row names no column that is known; is it a row like the others?",
        "put a row of names above it, of these: \(kind.columns.joined(separator: ", "))")
    }
    return ImportRefused(
      "the column '\(NameSuggestion.shown(name))' "
        + NameSuggestion.refusal(of: name, kind.columns),
      "rename it, or leave it out with --ignore '\(NameSuggestion.shown(name))'")
  }
}

/// A row of an imported file.
public struct ImportRow: Sendable {
  /// The line of the file in which it begins; of an object, how many there are up to it.
  public let line: Int
  /// Its cells that are not empty, by their columns, or why it cannot be read.
  public let cells: Result<[JSON.Member], ImportRejection>

  init(_ row: ImportReading.Row, of file: ImportFile) {
    switch row {
    case .cells(let cells):
      line = cells.line
      self.cells = Self.cells(cells, file)
    case .object(let object):
      line = object.place
      cells = file.members.cells(of: object.bytes)
    }
  }

  private static func cells(
    _ row: CSVReader.Row, _ file: ImportFile
  ) -> Result<[JSON.Member], ImportRejection> {
    guard row.cells.count == file.columns.count else {
      let count = "the row has \(row.cells.count) cells, the first one \(file.columns.count)"
      return .failure(ImportRejection(.unreadable, count + "; is a quote missing around one?"))
    }
    guard let texts = row.texts else {
      return .failure(
        ImportRejection(.unreadable, "the row is not UTF-8; save the file as CSV in UTF-8"))
    }
    var cells: [JSON.Member] = []
    for case (let column?, let text) in zip(file.columns, texts) {
      // Lists that were made by hand have spaces around the commas.
      var trimmed = text.trimmingCharacters(in: .whitespaces)
      if trimmed.isEmpty { continue }
      if file.commaColumns.contains(TextKey(column)) {
        guard let amount = DecimalComma.read(trimmed) else {
          return .failure(ImportRejection(.invalid, "'\(column)' \(DecimalComma.doubt)"))
        }
        trimmed = amount
      }
      cells.append(JSON.Member(column, .string(trimmed)))
    }
    return .success(cells)
  }
}
