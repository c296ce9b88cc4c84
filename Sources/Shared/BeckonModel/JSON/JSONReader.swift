// Written by hand because no library at hand keeps numbers as text and compiles on every platform
// an app runs on: Foundation reads numbers through `Double` or needs to know the type beforehand.

/// Why text is not acceptable JSON, and where.
public struct JSONError: Error, Hashable, Sendable {
  /// What is wrong, in words for the sender.
  public let reason: String
  /// Byte at which it was noticed, from 0.
  public let offset: Int
}

/// Reads JSON (RFC 8259) strictly: UTF-8 only, no NUL in strings, a name once per object.
public struct JSONReader {
  /// Deepest nesting of arrays and objects that is read.
  public static let depthMax = 32

  private let bytes: UnsafeBufferPointer<UInt8>
  private let takesAnyNumber: Bool
  private var position = 0
  private var depth = 0

  /// Reads one value that takes up all of `bytes`.
  /// - Parameter takesAnyNumber: whether a number may be larger than what anybody may send: of what
  ///   was stored before there was a bound.
  /// - Throws: `JSONError`.
  public static func read(
    _ bytes: [UInt8], takesAnyNumber: Bool = false
  ) throws(JSONError) -> JSON {
    let result: Result<JSON, JSONError> = bytes.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(bytes: buffer, takesAnyNumber: takesAnyNumber)
      do throws(JSONError) {
        return .success(try reader.document())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Reads one value that takes up all of `text`.
  /// - Throws: `JSONError`.
  public static func read(
    _ text: String, takesAnyNumber: Bool = false
  ) throws(JSONError) -> JSON {
    try read(Array(text.utf8), takesAnyNumber: takesAnyNumber)
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, takesAnyNumber: Bool) {
    self.bytes = bytes
    self.takesAnyNumber = takesAnyNumber
  }

  private mutating func document() throws(JSONError) -> JSON {
    let value = try value()
    skipSpace()
    guard position == bytes.count else { throw error("more text after the value") }
    return value
  }

  private mutating func value() throws(JSONError) -> JSON {
    skipSpace()
    guard position < bytes.count else { throw error("the text ends too early") }
    switch bytes[position] {
    case UInt8(ascii: "{"): return try nested { reader throws(JSONError) in try reader.object() }
    case UInt8(ascii: "["): return try nested { reader throws(JSONError) in try reader.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func nested(
    _ read: (inout JSONReader) throws(JSONError) -> JSON
  ) throws(JSONError) -> JSON {
    guard depth < Self.depthMax else { throw error("nested deeper than \(Self.depthMax)") }
    depth += 1
    position += 1
    let value = try read(&self)
    depth -= 1
    return value
  }

  private mutating func object() throws(JSONError) -> JSON {
    if skip(UInt8(ascii: "}")) { return .object([]) }
    var members: [JSON.Member] = []
    members.reserveCapacity(8)
    var names = Names()
    repeat {
      skipSpace()
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
        throw error("a name in quotes is missing")
      }
      let name = try string()
      guard skip(UInt8(ascii: ":")) else { throw error("a colon is missing") }
      let isNew = names.insert(name, behind: members)
      guard isNew else {
        throw error("the name \"\(name.prefix(bytes: 100))\" stands twice in one object")
      }
      members.append(JSON.Member(name, try value()))
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "}")) else { throw error("a comma or } is missing") }
    return .object(members)
  }

  /// The names of an object so far. A set costs more than all the rest of reading, so a name is
  /// first looked up in 64 bits, which tell of most that they are new, and of the others by a look
  /// along the members. Along many that would be quadratic: then the set begins.
  private struct Names {
    private var bits: UInt64 = 0
    private var set: Set<TextKey> = []

    /// Whether the name is none of those before it.
    mutating func insert(_ name: String, behind members: [JSON.Member]) -> Bool {
      guard members.count < 32 else {
        if set.isEmpty { set.formUnion(members.lazy.map { TextKey($0.name) }) }
        return set.insert(TextKey(name)).inserted
      }
      let bit = Self.bit(of: name)
      defer { bits |= bit }
      return bits & bit == 0 || !members.contains { $0.name == name }
    }

    private static func bit(of name: String) -> UInt64 {
      let hash = name.utf8.reduce(5_381 as UInt64) { $0 &* 33 &+ UInt64($1) }
      return 1 << (hash >> 3 & 63)
    }
  }

  private mutating func array() throws(JSONError) -> JSON {
    var elements: [JSON] = []
    if skip(UInt8(ascii: "]")) { return .array(elements) }
    repeat { elements.append(try value()) } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "]")) else { throw error("a comma or ] is missing") }
    return .array(elements)
  }

  private mutating func word(_ text: StaticString, _ value: JSON) throws(JSONError) -> JSON {
    let length = text.utf8CodeUnitCount
    guard position + length <= bytes.count,
      (0..<length).allSatisfy({ bytes[position + $0] == text.utf8Start[$0] })
    else { throw error("not a JSON value") }
    position += length
    return value
  }

  /// Most digits of a number, and of its exponent: PostgreSQL's JSON holds no number beyond
  /// 131,072 digits, and a stored one that it cannot read would stop whoever reads the row.
  private static let digitsMax = (number: 1_000, exponent: 4)

  private mutating func number() throws(JSONError) -> String {
    let start = position
    skipByte(UInt8(ascii: "-"))
    let whole = skipDigits()
    let leadingZero = whole > 1 && bytes[position - whole] == UInt8(ascii: "0")
    guard whole > 0, !leadingZero else { throw error("not a JSON value") }
    if skipByte(UInt8(ascii: ".")), skipDigits() == 0 { throw error("a digit is missing") }
    if skipByte(UInt8(ascii: "e")) || skipByte(UInt8(ascii: "E")) {
      if !skipByte(UInt8(ascii: "+")) { skipByte(UInt8(ascii: "-")) }
      let exponent = skipDigits()
      guard exponent > 0 else { throw error("a digit is missing") }
      guard takesAnyNumber || exponent <= Self.digitsMax.exponent else {
        throw error("a number is too large")
      }
    }
    guard takesAnyNumber || position - start <= Self.digitsMax.number else {
      throw error("a number is too long")
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private func error(_ reason: String) -> JSONError {
    JSONError(reason: reason, offset: position)
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    skipSpace()
    return skipByte(byte)
  }

  @discardableResult
  private mutating func skipByte(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while position < bytes.count, bytes[position] >= 48, bytes[position] <= 57 { position += 1 }
    return position - start
  }
}

// MARK: - Strings

extension JSONReader {
  private mutating func string() throws(JSONError) -> String {
    position += 1
    let start = position
    var bits: UInt8 = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        let slice = bytes[start..<position]
        let text = bits < 0x80 ? String(decoding: slice, as: UTF8.self) : try decoded(slice)
        position += 1
        return text
      }
      if byte == UInt8(ascii: "\\") { return try stringWithEscapes(from: start) }
      guard byte >= 0x20 else { throw error("a control character in a string") }
      bits |= byte
      position += 1
    }
    throw error("a string without end")
  }

  private mutating func stringWithEscapes(from start: Int) throws(JSONError) -> String {
    var unescaped = Array(bytes[start..<position])
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return try decoded(unescaped[...])
      case UInt8(ascii: "\\"): try appendEscaped(to: &unescaped)
      case 0..<0x20: throw error("a control character in a string")
      default: unescaped.append(byte)
      }
    }
    throw error("a string without end")
  }

  private mutating func appendEscaped(to text: inout [UInt8]) throws(JSONError) {
    guard position < bytes.count else { throw error("a string without end") }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text += UTF8.encode(try escapedScalar()).map(Array.init) ?? []
    default: throw error("an unknown escape")
    }
  }

  private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
    var code = try fourDigits()
    if (0xD800..<0xDC00).contains(code), skipByte(UInt8(ascii: "\\")), skipByte(UInt8(ascii: "u")) {
      let second = try fourDigits()
      guard (0xDC00..<0xE000).contains(second) else { throw error("half a surrogate pair") }
      code = 0x10000 + (code - 0xD800) << 10 + (second - 0xDC00)
    }
    guard code != 0 else { throw error("NUL in a string") }
    guard let scalar = Unicode.Scalar(code) else { throw error("half a surrogate pair") }
    return scalar
  }

  private mutating func fourDigits() throws(JSONError) -> UInt32 {
    guard position + 4 <= bytes.count else {
      throw error("four hexadecimal digits are missing")
    }
    var code: UInt32 = 0
    for offset in 0..<4 {
      guard let digit = Hexadecimal.value(of: bytes[position + offset]) else {
        throw error("four hexadecimal digits are missing")
      }
      code = code << 4 | UInt32(digit)
    }
    position += 4
    return code
  }

  private func decoded(_ slice: some Collection<UInt8>) throws(JSONError) -> String {
    // Decoding repairs what is not UTF-8, so a difference shows it. (The initializer that validates
    // is newer than iOS 15.)
    let text = String(decoding: slice, as: UTF8.self)
    let isSame = text.utf8.withContiguousStorageIfAvailable { text in
      slice.withContiguousStorageIfAvailable { slice in
        UnsafeRawBufferPointer(text).isSame(as: UnsafeRawBufferPointer(slice))
      } ?? nil
    }
    guard (isSame ?? nil) ?? text.utf8.elementsEqual(slice) else { throw error("not UTF-8") }
    return text
  }
}
