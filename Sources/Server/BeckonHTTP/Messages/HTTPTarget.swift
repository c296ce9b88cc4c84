/// What a request asks for: path and query, read from the request line's target (RFC 9112, section
/// 3.2: origin form, or absolute form, whose scheme and host are skipped).
struct HTTPTarget: Sendable {
  /// Undecoded, begins with `/`.
  let path: String
  /// The path's decoded segments. An encoded slash stays inside its segment.
  let segments: [String]
  /// Decoded, in order; `+` is a space.
  let query: [(name: String, value: String)]

  /// The root, without a query.
  static let root = HTTPTarget(path: "/", segments: [""], query: [])

  private init(path: String, segments: [String], query: [(name: String, value: String)]) {
    self.path = path
    self.segments = segments
    self.query = query
  }

  /// Reads a target.
  /// - Throws: `.badRequest` for another form, bad percent-encoding, NUL, or what is not UTF-8.
  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(HTTPFailure) {
    let target = Self.originForm(bytes[...])
    guard target.first == UInt8(ascii: "/") else { throw .badRequest }
    let pathEnd = target.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
    path = try Self.text(target[..<pathEnd])
    segments = try Self.segments(target[target.startIndex..<pathEnd].dropFirst())
    query = pathEnd < target.endIndex ? try Self.query(target[(pathEnd + 1)...]) : []
  }

  private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  private static func originForm(_ target: Bytes) -> Bytes {
    guard target.first != UInt8(ascii: "/") else { return target }
    for scheme in ["http://", "https://"] where target.starts(with: scheme.utf8) {
      let rest = target.dropFirst(scheme.utf8.count)
      return rest.drop { $0 != UInt8(ascii: "/") }
    }
    return target
  }

  private static func segments(_ path: Bytes) throws(HTTPFailure) -> [String] {
    var segments: [String] = []
    var rest = path
    while let end = rest.firstIndex(of: UInt8(ascii: "/")) {
      segments.append(try decoded(rest[..<end], plusIsSpace: false))
      rest = rest[(end + 1)...]
    }
    segments.append(try decoded(rest, plusIsSpace: false))
    return segments
  }

  private static func query(_ query: Bytes) throws(HTTPFailure) -> [(name: String, value: String)] {
    var pairs: [(name: String, value: String)] = []
    for pair in query.split(separator: UInt8(ascii: "&")) {
      let nameEnd = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      let name = try decoded(pair[..<nameEnd], plusIsSpace: true)
      let value = try decoded(pair[nameEnd...].dropFirst(), plusIsSpace: true)
      pairs.append((name, value))
    }
    return pairs
  }

  private static func decoded(_ bytes: Bytes, plusIsSpace: Bool) throws(HTTPFailure) -> String {
    let isPlain = bytes.allSatisfy {
      $0 != UInt8(ascii: "%") && !(plusIsSpace && $0 == UInt8(ascii: "+"))
    }
    if isPlain { return try text(bytes) }
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%") {
        guard index + 2 < bytes.endIndex, let high = hex(bytes[index + 1]),
          let low = hex(bytes[index + 2])
        else { throw .badRequest }
        plain.append(high << 4 | low)
        index += 3
      } else {
        plain.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        index += 1
      }
    }
    return try text(plain)
  }

  /// A hexadecimal digit's value.
  static func hex(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// The bytes as text, if they are UTF-8 without NUL.
  private static func text(_ bytes: some Collection<UInt8>) throws(HTTPFailure) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    var isASCII = true
    for byte in bytes {
      guard byte != 0 else { throw .badRequest }
      isASCII = isASCII && byte < 0x80
    }
    // Decoding repairs what is not UTF-8, so that the bytes are no longer the same.
    guard isASCII || text.utf8.elementsEqual(bytes) else { throw .badRequest }
    return text
  }
}
