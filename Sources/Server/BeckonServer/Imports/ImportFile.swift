import BeckonBasics
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

/// A file of rows whose first one names the columns. It is read through once before anything is
/// imported: what is no CSV is found then, and not when half of it is stored.
public struct ImportFile: Sendable {
  /// The columns that are read, each by its place; `nil` for one that is ignored.
  let columns: [String?]
  /// How many rows it has, without the first.
  public let rows: Int
  /// Hash of its bytes: the same file is the same import.
  let digest: Identifier
  private let path: String

  /// Bytes that are read at a time.
  private static let blockBytes = 65_536

  /// Opens a file.
  /// - Parameters:
  ///   - known: the columns that it may have.
  ///   - ignored: columns of it that are left out.
  /// - Throws: `ImportRefused`.
  public init(path: String, known: [String], ignored: [String] = []) throws {
    self.path = path
    var head: CSVReader.Row?
    var rows = 0
    var hash: [UInt8] = []
    let reading = try ImportReading(path: path)
    while let block = try reading.block(Self.blockBytes) {
      hash = Hash.sha256(hash + block)
      try reading.read(block) { row in
        if head == nil { head = row } else { rows += 1 }
      }
    }
    try reading.end { row in
      if head == nil { head = row } else { rows += 1 }
    }
    guard let head else {
      throw ImportRefused("\(path) is empty", "its first row names the columns")
    }
    columns = try Self.columns(head, known, ignored)
    self.rows = rows
    digest = Identifier(hashing: "import", Hexadecimal.encode(hash))
  }

  /// Every row but the first, in their order, so many at a time.
  func batches(of count: Int) throws -> ImportBatches {
    ImportBatches(try ImportReading(path: path), columns, count: count, block: Self.blockBytes)
  }

  private static func columns(
    _ head: CSVReader.Row, _ known: [String], _ ignored: [String]
  ) throws -> [String?] {
    guard let names = head.texts else {
      throw ImportRefused("the file is not UTF-8", "save it as CSV in UTF-8")
    }
    if names.count == 1, let name = names.first, name.has(";") || name.has("\t") {
      throw ImportRefused(
        "the columns are separated by semicolons or tabs", "save it as CSV with commas")
    }
    var seen: Set<TextKey> = []
    for name in names where !seen.insert(TextKey(name)).inserted {
      throw ImportRefused(
        "there are two columns '\(NameSuggestion.shown(name))'", "remove one of them")
    }
    if let missing = ignored.first(where: { !seen.contains(TextKey($0)) }) {
      throw ImportRefused(
        "the column '\(NameSuggestion.shown(missing))', which is to be ignored, is not there",
        "--ignore with names of the first row: \(names.joined(separator: ", "))")
    }
    let (known, ignored) = (known, Set(texts: ignored))
    return try names.map { name in
      if ignored.contains(TextKey(name)) { return nil }
      guard known.contains(where: { $0 == name }) else {
        throw ImportRefused(
          "the column '\(NameSuggestion.shown(name))' "
            + NameSuggestion.refusal(of: name, known),
          "rename it, or leave it out with --ignore '\(NameSuggestion.shown(name))'")
      }
      return name
    }
  }
}

/// A row of an imported file.
public struct ImportRow: Sendable {
  /// The line of the file in which it begins.
  public let line: Int
  /// Its cells that are not empty, by their columns; `nil` when it cannot be read.
  public let cells: [JSON.Member]?

  init(_ row: CSVReader.Row, _ columns: [String?]) {
    line = row.line
    guard let texts = row.texts, texts.count == columns.count else {
      cells = nil
      return
    }
    cells = zip(columns, texts).compactMap { column, text in
      guard let column, !text.isEmpty else { return nil }
      return JSON.Member(column, .string(text))
    }
  }
}

/// A file that is read from its beginning.
final class ImportReading {
  private let handle: FileHandle
  private var reader = CSVReader()

  /// - Throws: `ImportRefused`.
  init(path: String) throws {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw ImportRefused("\(path) cannot be read", "check the name of the file")
    }
    var status = stat()
    // What comes out of a pipe is gone when it is read for the second time.
    guard fstat(handle.fileDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw ImportRefused("\(path) is no file", "write it into a file first; it is read twice")
    }
    self.handle = handle
  }

  deinit { try? handle.close() }

  /// The next bytes; `nil` at the end.
  func block(_ count: Int) throws -> [UInt8]? {
    do {
      guard let data = try handle.read(upToCount: count), !data.isEmpty else { return nil }
      return Array(data)
    } catch {
      throw ImportRefused(
        "the file cannot be read: \(error.localizedDescription)", "check the file")
    }
  }

  func read(_ block: [UInt8], _ take: (CSVReader.Row) -> Void) throws {
    do throws(CSVReader.Fault) {
      try reader.read(block, take)
    } catch {
      throw Self.refusal(error)
    }
  }

  func end(_ take: (CSVReader.Row) -> Void) throws {
    do throws(CSVReader.Fault) {
      try reader.end(take)
    } catch {
      throw Self.refusal(error)
    }
  }

  private static func refusal(_ fault: CSVReader.Fault) -> ImportRefused {
    ImportRefused(
      "line \(fault.line): \(fault.reason)", "mend the line; nothing of the file was imported")
  }
}

/// The rows of a file, some at a time.
final class ImportBatches {
  private let reading: ImportReading
  private let columns: [String?]
  private let (count, block): (Int, Int)
  private var waiting: [ImportRow] = []
  private var isHeadRead = false
  private var isAtEnd = false

  init(_ reading: ImportReading, _ columns: [String?], count: Int, block: Int) {
    self.reading = reading
    self.columns = columns
    (self.count, self.block) = (count, block)
  }

  /// The next rows; none at the end.
  func next() throws -> [ImportRow] {
    while waiting.count < count, !isAtEnd {
      if let bytes = try reading.block(block) {
        try reading.read(bytes, take)
      } else {
        try reading.end(take)
        isAtEnd = true
      }
    }
    let batch = Array(waiting.prefix(count))
    waiting.removeFirst(batch.count)
    return batch
  }

  private func take(_ row: CSVReader.Row) {
    if isHeadRead { waiting.append(ImportRow(row, columns)) }
    isHeadRead = true
  }
}
