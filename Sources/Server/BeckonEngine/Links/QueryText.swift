/// The parameters of a query, `a=1&b=2`, read as HTML forms write them: `+` is a space.
struct QueryText {
  /// Parameters that are read; no sensible query has more.
  static let parametersMax = 200

  private let parts: [ArraySlice<UInt8>]

  init(_ bytes: ArraySlice<UInt8>) {
    parts = bytes.split(separator: UInt8(ascii: "&"), maxSplits: Self.parametersMax)
  }

  init(_ text: String) { self.init(Array(text.utf8)[...]) }

  /// The value of the first parameter of this name, decoded; empty when it has no `=`.
  func value(of name: String) -> String? {
    parts.first { Self.name(of: $0) == name }.map { part in
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { return "" }
      return PercentEncoding.decode(part[(equals + 1)...], plusIsSpace: true)
    }
  }

  /// The name of one parameter, decoded.
  static func name(of part: ArraySlice<UInt8>) -> String {
    PercentEncoding.decode(part.prefix { $0 != UInt8(ascii: "=") }, plusIsSpace: true)
  }
}
