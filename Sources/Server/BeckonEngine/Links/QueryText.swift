import BeckonModel

/// The parameters of a query, `a=1&b=2`, read as HTML forms write them: `+` is a space.
struct QueryText: Hashable, Sendable {
  /// Parameters that are read; no sensible query has more.
  static let parametersMax = 200

  private let parts: [ArraySlice<UInt8>]

  init(_ bytes: ArraySlice<UInt8>) {
    parts = bytes.split(separator: UInt8(ascii: "&"), maxSplits: Self.parametersMax)
  }

  init(_ text: String) { self.init(Array(text.utf8)[...]) }

  /// The value of the first parameter of this name, decoded; empty when it has no `=`.
  func value(of name: String) -> String? {
    parts.first { Self.isNamed(name, $0) }.map { part in
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { return "" }
      return PercentEncoding.decode(part[(equals + 1)...], plusIsSpace: true)
    }
  }

  /// The names of all parameters, decoded.
  var names: [String] {
    parts.map { part in
      PercentEncoding.decode(part.prefix { $0 != UInt8(ascii: "=") }, plusIsSpace: true)
    }
  }

  /// Whether one parameter has this name, written plainly or percent-encoded.
  static func isNamed(_ name: String, _ part: ArraySlice<UInt8>) -> Bool {
    let written = part.prefix { $0 != UInt8(ascii: "=") }
    let isPlain = !written.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }
    return isPlain
      ? written.elementsEqual(name.utf8)
      : PercentEncoding.decode(written, plusIsSpace: true) == name
  }
}
