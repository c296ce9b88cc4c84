import BeckonModel

/// Rows as CSV (RFC 4180), in UTF-8.
public enum CSV {
  /// A line: the value of each column.
  public static func line(_ values: [JSON?]) -> [UInt8] {
    values.map(cell).joined(separator: [UInt8(ascii: ",")]) + [13, 10]
  }

  /// A value: numbers exactly as they are, objects and arrays as JSON.
  private static func cell(_ value: JSON?) -> [UInt8] {
    switch value {
    case nil, .null: []
    case .bool, .number: value?.bytes ?? []
    case .string(let text): quoted(split(harmless(Array(text.utf8))))
    case .object, .array: quoted(split(value?.bytes ?? []))
    }
  }

  /// A text that a spreadsheet does not take for a formula. What is a number, as a phone number
  /// that begins with `+`, stays as it is.
  private static func harmless(_ text: [UInt8]) -> [UInt8] {
    guard let first = text.first, "=+-@\t\r\n".utf8.contains(first), !isNumber(text) else {
      return text
    }
    return [UInt8(ascii: "'")] + text
  }

  /// The same where a spreadsheet splits a text at semicolons or tabs: there, too, no part begins
  /// as a formula does.
  private static func split(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(UInt8(ascii: ";")) || text.contains(9) else { return text }
    var guarded: [UInt8] = []
    for byte in text {
      if let last = guarded.last, ";\t".utf8.contains(last), "=+-@".utf8.contains(byte) {
        guarded.append(UInt8(ascii: "'"))
      }
      guarded.append(byte)
    }
    return guarded
  }

  private static func isNumber(_ text: [UInt8]) -> Bool {
    guard let first = text.first else { return false }
    let isSigned = "+-".utf8.contains(first)
    let parts = text.dropFirst(isSigned ? 1 : 0)
      .split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
  }

  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(where: { "\",\r\n".utf8.contains($0) }) else { return text }
    let quote = UInt8(ascii: "\"")
    return [quote] + text.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
  }
}

extension JSON {
  /// What stands at a path of members: `match.type`.
  func value(at path: String) -> JSON? {
    path.split(on: ".").reduce(Optional(self)) { json, name in json?[name] }
  }
}
