extension JSON {
  /// The value as compact JSON text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The value as compact JSON in UTF-8.
  public var bytes: [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(256)
    append(to: &output)
    return output
  }

  /// Appends the value as compact JSON.
  public func append(to output: inout [UInt8]) {
    switch self {
    case .null: output.append(contentsOf: "null".utf8)
    case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let text): output.append(contentsOf: text.utf8)
    case .string(let text): Self.append(quoted: text, to: &output)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        element.append(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        Self.append(quoted: member.name, to: &output)
        output.append(UInt8(ascii: ":"))
        member.value.append(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  private static func append(quoted text: String, to output: inout [UInt8]) {
    var text = text
    output.append(UInt8(ascii: "\""))
    text.withUTF8 { utf8 in
      var start = 0
      for position in utf8.indices where needsEscape(utf8[position]) {
        output.append(contentsOf: utf8[start..<position])
        append(escaped: utf8[position], to: &output)
        start = position + 1
      }
      output.append(contentsOf: utf8[start...])
    }
    output.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func append(escaped byte: UInt8, to output: inout [UInt8]) {
    switch byte {
    case 0x0A: output.append(contentsOf: "\\n".utf8)
    case 0x0D: output.append(contentsOf: "\\r".utf8)
    case 0x09: output.append(contentsOf: "\\t".utf8)
    case 0..<0x20:
      output.append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u00").utf8)
      output.append(contentsOf: String(byte, radix: 16).utf8)
    default:
      output.append(UInt8(ascii: "\\"))
      output.append(byte)
    }
  }
}
