/// How the text of a file that is imported is encoded, and its cells are separated: as spreadsheets
/// save it. What cannot be told apart is UTF-8 with commas.
struct ImportEncoding {
  /// What two bytes of UTF-16 mean together.
  enum ByteOrder: Sendable {
    case bigEndian, littleEndian

    /// The one of a file that begins with its mark; `nil` for one that is not UTF-16, or does not
    /// say so.
    init?(beginningOf bytes: [UInt8]) {
      switch Array(bytes.prefix(2)) {
      case [0xFE, 0xFF]: self = .bigEndian
      case [0xFF, 0xFE]: self = .littleEndian
      default: return nil
      }
    }
  }

  private let order: ByteOrder?
  /// Bytes that are not yet a whole character.
  private var rest: [UInt8] = []

  /// For a file that begins with these bytes.
  init(beginningOf bytes: [UInt8]) {
    order = ByteOrder(beginningOf: bytes)
  }

  /// The next bytes in UTF-8. What may be half a character waits for those that follow.
  /// - Throws: `ImportRefused` for what is no UTF-16.
  mutating func utf8(_ bytes: [UInt8]) throws -> [UInt8] {
    guard let order else { return bytes }
    let all = rest + bytes
    var units = stride(from: 0, to: all.count - 1, by: 2).map { place in
      let (first, second) = (UInt16(all[place]), UInt16(all[place + 1]))
      return order == .bigEndian ? first << 8 | second : second << 8 | first
    }
    if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
    let text = String(decoding: units, as: UTF16.self)
    // Decoding repairs what is not UTF-16, so a difference shows it.
    guard text.utf16.elementsEqual(units) else { throw Self.malformed }
    rest = Array(all.dropFirst(2 * units.count))
    return Array(text.utf8)
  }

  /// - Throws: `ImportRefused` when the file ends in the middle of a character.
  func end() throws {
    guard rest.isEmpty else { throw Self.malformed }
  }

  private static let malformed = ImportRefused(
    "the file begins as UTF-16, and is none", "save it again as CSV in UTF-8")

  /// What separates the cells of a file whose text begins so: commas if there is one in the first
  /// row, else semicolons, which spreadsheets write where a comma is in decimals, as in Germany and
  /// Turkey, else tabs.
  static func separator(beginningOf text: [UInt8]) -> UInt8 {
    var isQuoted = false
    var seen: Set<UInt8> = []
    for byte in text {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard !isQuoted else { continue }
      if byte == UInt8(ascii: "\n") {
        // Empty lines in front of the first row are skipped.
        if seen.isSubset(of: [UInt8(ascii: "\r")]) { continue }
        break
      }
      seen.insert(byte)
    }
    return CSVReader.separators.first(where: seen.contains) ?? CSVReader.separators[0]
  }
}
