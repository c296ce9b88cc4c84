/// A URL cut into its parts (RFC 3986, section 3), each a range of the bytes as they came. Nothing
/// is decoded or normalized, so that what is put together again is the same byte by byte.
public struct URLText: Sendable {
  /// The text.
  public let bytes: [UInt8]
  /// In front of the colon.
  public let scheme: Range<Int>
  /// After `//`; `nil` when there is no `//`.
  public let authority: Range<Int>?
  /// Between authority and query.
  public let path: Range<Int>
  /// After `?`.
  public let query: Range<Int>?
  /// After `#`.
  public let fragment: Range<Int>?

  /// `nil` when there is no scheme in front.
  public init?(_ text: String) {
    bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), let first = bytes.first,
      first.isLetter, bytes[..<colon].allSatisfy({ Self.isSchemeByte($0) })
    else { return nil }
    scheme = 0..<colon
    let hash = bytes.firstIndex(of: UInt8(ascii: "#"))
    let beforeFragment = hash ?? bytes.count
    let end = bytes.count
    fragment = hash.map { $0 + 1..<end }
    let mark = bytes[colon..<beforeFragment].firstIndex(of: UInt8(ascii: "?"))
    let beforeQuery = mark ?? beforeFragment
    query = mark.map { $0 + 1..<beforeFragment }
    let rest = bytes[colon + 1..<beforeQuery]
    guard rest.starts(with: "//".utf8) else {
      authority = nil
      path = colon + 1..<beforeQuery
      return
    }
    let slash = rest.dropFirst(2).firstIndex(of: UInt8(ascii: "/")) ?? beforeQuery
    authority = colon + 3..<slash
    path = slash..<beforeQuery
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || [0x2B, 0x2D, 0x2E].contains(byte)
  }

  /// One part.
  public func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// In lower case.
  public var schemeText: String { text(scheme).lowercased() }

  /// Whether it is `http` or `https`.
  public var isWeb: Bool { schemeText == "https" || schemeText == "http" }

  /// Host in lower case and port as written, split at the last colon outside brackets; `nil`
  /// without authority. User info, if any, stays part of the host, where no check lets it pass.
  public var hostAndPort: (host: String, port: String?)? {
    guard let authority else { return nil }
    let part = bytes[authority]
    let afterBracket = part.lastIndex(of: UInt8(ascii: "]")) ?? part.startIndex
    guard let colon = part[afterBracket...].lastIndex(of: UInt8(ascii: ":")) else {
      return (text(authority).lowercased(), nil)
    }
    return (
      text(authority.lowerBound..<colon).lowercased(), text(colon + 1..<authority.upperBound)
    )
  }

  /// The URL with another query, put before the fragment.
  public func replacing(query newQuery: [UInt8]) -> String {
    var output = Array(bytes[..<path.upperBound])
    output.append(UInt8(ascii: "?"))
    output += newQuery
    if let fragment {
      output.append(UInt8(ascii: "#"))
      output += bytes[fragment]
    }
    return String(decoding: output, as: UTF8.self)
  }
}
