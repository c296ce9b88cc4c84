/// The parameters of a query, `a=1&b=2`, read as HTML forms write them: `+` is a space.
public struct QueryText: Hashable, Sendable {
  /// Parameters that are read; no sensible query has more.
  public static let parametersMax = 200

  private let parts: [ArraySlice<UInt8>]

  /// Reads a query without its `?`.
  public init(_ bytes: ArraySlice<UInt8>) {
    parts = bytes.split(separator: UInt8(ascii: "&"), maxSplits: Self.parametersMax)
  }

  /// Reads a query without its `?`.
  public init(_ text: String) { self.init(Array(text.utf8)[...]) }

  /// The value of the first parameter of this name, decoded; empty when it has no `=`.
  public func value(of name: String) -> String? {
    parts.first { Self.isNamed(name, $0) }.map { part in
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { return "" }
      return PercentEncoding.decode(part[(equals + 1)...], plusIsSpace: true)
    }
  }

  /// All parameters in their order, decoded; one without `=` has an empty value.
  public var parameters: [(name: String, value: String)] {
    parts.map { part in
      let name = part.prefix { $0 != UInt8(ascii: "=") }
      return (
        PercentEncoding.decode(name, plusIsSpace: true),
        PercentEncoding.decode(part[name.endIndex...].dropFirst(), plusIsSpace: true)
      )
    }
  }

  /// The names of all parameters, decoded.
  public var names: [String] {
    parts.map { part in
      PercentEncoding.decode(part.prefix { $0 != UInt8(ascii: "=") }, plusIsSpace: true)
    }
  }

  /// Whether one parameter has this name, written plainly or percent-encoded.
  public static func isNamed(_ name: String, _ part: ArraySlice<UInt8>) -> Bool {
    let written = part.prefix { $0 != UInt8(ascii: "=") }
    let isPlain = !written.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }
    return isPlain
      ? written.elementsEqual(name.utf8)
      : PercentEncoding.decode(written, plusIsSpace: true) == name
  }
}
