import BeckonModel
import Foundation

/// A file that is read from its beginning.
final class ImportReading {
  /// What stands there.
  enum Row {
    case cells(CSVReader.Row)
    case object(JSONRowReader.Row)
  }

  private let handle: FileHandle
  private let mayBeJSON: Bool
  /// How it is written, which its first bytes say.
  private var (encoding, reader): (ImportEncoding?, CSVReader?)
  private var objects: JSONRowReader?
  private var separator = UInt8(ascii: ",")

  /// Whether it holds objects of JSON.
  var isJSON: Bool { objects != nil }

  /// Whether semicolons separate its cells, and commas may stand in its amounts.
  var hasDecimalCommas: Bool { !isJSON && separator == UInt8(ascii: ";") }

  /// - Throws: `ImportRefused`.
  init(path: String, mayBeJSON: Bool) throws {
    self.mayBeJSON = mayBeJSON
    guard path != "-" else { throw Self.unrepeatable("standard input") }
    guard let handle = FileHandle(forReadingAtPath: path) else {
      let isThere = FileManager.default.fileExists(atPath: path)
      throw ImportRefused(
        isThere ? "\(path) cannot be read" : "there is no file \(path)",
        isThere ? "check who may read it" : "check its name, and the folder that you are in")
    }
    var status = stat()
    guard fstat(handle.fileDescriptor, &status) == 0 else {
      throw ImportRefused("\(path) cannot be read", "check the file")
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw ImportRefused("\(path) is a folder", "name a file that is in it")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Self.unrepeatable(path) }
    self.handle = handle
  }

  deinit { try? handle.close() }

  /// What comes out of a pipe is gone when it is read for the second time.
  private static func unrepeatable(_ name: String) -> ImportRefused {
    ImportRefused(
      "\(name) is no file, and what is imported is read twice",
      "write it into a file first: cat > people.csv")
  }

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

  func read(_ block: [UInt8], _ take: (Row) -> Void) throws {
    let isFirst = encoding == nil
    var encoding = encoding ?? ImportEncoding(beginningOf: block)
    let text = try encoding.utf8(block)
    self.encoding = encoding
    if isFirst { try begin(text) }
    if objects != nil { return try readObjects(text, take) }
    var reader = reader ?? CSVReader(separator: separator)
    do throws(CSVReader.Fault) {
      try reader.read(text) { take(.cells($0)) }
    } catch {
      throw Self.refusal(error)
    }
    self.reader = reader
  }

  private func begin(_ text: [UInt8]) throws {
    guard mayBeJSON else { return separator = ImportEncoding.separator(beginningOf: text) }
    guard !JSONRowReader.isXML(text) else {
      throw ImportRefused(
        "the file is XML, and CSV, TSV and JSON are read",
        "take the feed as one of these; Google Merchant gives the same one as TSV")
    }
    if JSONRowReader.isBeginning(text) { objects = JSONRowReader() }
    separator = ImportEncoding.separator(beginningOf: text)
  }

  private func readObjects(_ text: [UInt8], _ take: (Row) -> Void) throws {
    do throws(CSVReader.Fault) {
      try objects?.read(text) { take(.object($0)) }
    } catch {
      throw Self.refusal(error)
    }
  }

  func end(_ take: (Row) -> Void) throws {
    try encoding?.end()
    do throws(CSVReader.Fault) {
      try reader?.end { take(.cells($0)) }
      try objects?.end { take(.object($0)) }
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
  private let file: ImportFile
  private let (count, block): (Int, Int)
  private var waiting: [ImportRow] = []
  private var isHeadRead = false
  private var isAtEnd = false

  init(_ reading: ImportReading, of file: ImportFile, count: Int, block: Int) {
    self.reading = reading
    self.file = file
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

  private func take(_ row: ImportReading.Row) {
    // Objects need no head.
    if case .object = row { isHeadRead = true }
    if isHeadRead { waiting.append(ImportRow(row, of: file)) }
    isHeadRead = true
  }
}
