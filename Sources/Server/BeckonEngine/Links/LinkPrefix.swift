import BeckonModel

/// Under what codes of links are unique: a host, or a host and a path below it, such as
/// `go.example` and `go.example/promo`.
public struct LinkPrefix: Hashable, Sendable {
  /// How many segments its path may have.
  public static let segmentsMax = 3
  private static let hostBytesMax = 253

  /// The host, in lower case.
  public let host: String
  /// The segments of the path; none for a whole host.
  public let path: [String]

  /// Reads `go.example` or `go.example/promo`; `nil` for what no link can have in front of its
  /// code. Only unreserved characters may stand in the path, as in a code.
  public init?(_ text: String) {
    let parts = text.split(on: "/", keepsEmpty: true)
    guard let host = parts.first, (1...Self.hostBytesMax).contains(host.utf8.count),
      host.utf8.allSatisfy(Self.isHostByte), parts.count <= Self.segmentsMax + 1
    else { return nil }
    self.host = host
    path = Array(parts.dropFirst())
    let isPath = path.allSatisfy { segment in
      (1...Limits.codeBytes).contains(segment.utf8.count)
        && segment.utf8.allSatisfy(PercentEncoding.isUnreserved) && segment != "."
        && segment != ".."
    }
    guard isPath else { return nil }
  }

  /// As settings and links have it.
  public var text: String { Self.text(host, path) }

  /// A host and the segments of a path as one text.
  public static func text(_ host: String, _ path: [String]) -> String {
    ([host] + path).joined(separator: "/")
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}

/// Where a link stands: each link has a place of its own.
public struct LinkAddress: Hashable, Sendable {
  /// The prefix, or empty for the public host.
  public let prefix: String
  /// The code.
  public let code: String

  /// Names a place.
  public init(prefix: String, code: String) {
    self.prefix = prefix
    self.code = code
  }
}
