import BeckonModel

/// Text as mails carry it (RFC 2045, section 6.7): ASCII, in lines of at most 76 columns that end
/// with CR LF.
enum QuotedPrintable {
  private static let columns = 76
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Encodes a text. Its lines end with LF, or with CR LF.
  static func encode(_ text: String) -> [UInt8] {
    var output: [UInt8] = []
    for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      append(line.last == 0x0D ? line.dropLast() : line, to: &output)
      output += [0x0D, 0x0A]
    }
    return output
  }

  private static func append(_ line: Substring.UTF8View, to output: inout [UInt8]) {
    var column = 0
    var position = line.startIndex
    while position < line.endIndex {
      let byte = line[position]
      position = line.index(after: position)
      let isLast = position == line.endIndex
      var written = write(byte, isFirst: column == 0, isLast: isLast)
      // The last column is for the sign that the line goes on.
      if column + written.count > columns - 1, !isLast || written.count > 1 {
        output += [UInt8(ascii: "="), 0x0D, 0x0A]
        column = 0
        written = write(byte, isFirst: true, isLast: isLast)
      }
      output += written
      column += written.count
    }
  }

  /// A dot or `From` at the beginning of a line, and a space at its end, are changed by some
  /// servers.
  private static func write(_ byte: UInt8, isFirst: Bool, isLast: Bool) -> [UInt8] {
    let isSpace = byte == 0x20 || byte == 0x09
    let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=")
    let isRisky = isFirst && (byte == UInt8(ascii: ".") || byte == UInt8(ascii: "F"))
    if (isPlain && !isRisky) || (isSpace && !isLast) { return [byte] }
    return [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}

extension Substring.UTF8View {
  fileprivate var last: UInt8? { isEmpty ? nil : self[index(before: endIndex)] }
}
