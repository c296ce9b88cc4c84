import BeckonHTTP
import BeckonModel

/// The header fields that tell something about a visit, found in one pass.
struct VisitHeaders: Sendable {
  /// The host that was asked for, without port, in lower case.
  let host: String
  let userAgent: String?
  let acceptLanguage: String?
  let secPurpose: String?
  let purpose: String?
  let xMoz: String?
  let xPurpose: String?

  private static let names: [StaticString] = [
    "Host", "User-Agent", "Accept-Language", "Sec-Purpose", "Purpose", "X-Moz", "X-Purpose",
  ]

  init(_ headers: HTTPHeaders) {
    let values = headers.firstValues(of: Self.names)
    host = Self.bare(values[0] ?? "")
    (userAgent, acceptLanguage) = (values[1], values[2])
    (secPurpose, purpose, xMoz, xPurpose) = (values[3], values[4], values[5], values[6])
  }

  /// Whether the browser may be loading ahead.
  var saysPurpose: Bool {
    secPurpose != nil || purpose != nil || xMoz != nil || xPurpose != nil
  }

  /// A `Host` without its port, in lower case; an IPv6 address keeps its brackets, and its port.
  private static func bare(_ host: String) -> String {
    guard !host.hasPrefix("[") else { return host.lowercased() }
    let isPlain = host.utf8.allSatisfy { $0 != UInt8(ascii: ":") && !(65...90).contains($0) }
    return isPlain ? host : host.upTo(":").lowercased()
  }
}
