import BeckonModel

/// One of an app's `allowed_targets`: a URL in which `*` stands for any text,
/// `https://shop.example/*` or `https://*.example.com/sale*`.
///
/// * In front of a host, `*.` stands for one or more labels, never for none; `*` stands nowhere
/// else in   a host, and at least two labels follow it.
/// * Scheme and port must be the pattern's (443 may be written or left out).
/// * Without a path the pattern means the root. Without a `?` any query fits. The fragment, which
/// no   server sees, always fits.
/// * A path with dot segments never fits: `/public/../admin` begins with `/public/`.
public struct TargetPattern: Hashable, Sendable {
  private let scheme: String
  private let host: String
  private let port: String?
  private let rest: [UInt8]
  private let hasQuery: Bool

  /// Reads a pattern; `nil` when it is none by the rules above. Allowed are `https`, `http` and
  /// apps' own schemes, for which all after the colon is one text.
  public init?(_ text: String) {
    let isTarget = Self.isTarget(Self.withoutHostWildcard(text))
    guard isTarget, text.utf8.count <= Limits.urlBytes, let url = URLText(text),
      url.fragment == nil
    else { return nil }
    scheme = url.schemeText
    hasQuery = url.query != nil || !url.isWeb
    rest = Self.rest(of: url, withQuery: true)
    guard url.isWeb else {
      (host, port) = ("", nil)
      return
    }
    guard let (host, port) = url.hostAndPort, Self.isHostPattern(host) else { return nil }
    self.host = host
    self.port = Self.port(port, scheme: scheme)
  }

  /// Whether this URL may be a target.
  public func matches(_ text: String) -> Bool {
    guard Self.isTarget(text), let url = URLText(text), url.schemeText == scheme,
      !Self.hasDotSegments(url)
    else { return false }
    if url.isWeb {
      guard let (host, port) = url.hostAndPort, matches(host: host),
        Self.port(port, scheme: scheme) == self.port
      else { return false }
    }
    return Glob.matches(rest, Self.rest(of: url, withQuery: hasQuery))
  }

  /// Whether one of `patterns` lets this URL pass.
  public static func anyMatches(_ patterns: [TargetPattern], _ text: String) -> Bool {
    patterns.contains { $0.matches(text) }
  }

  private static func isTarget(_ text: String) -> Bool {
    let schemes = TargetSchemes(allowsHTTP: true, allowsApp: true)
    return (try? Target.check(text, schemes: schemes)) != nil
  }

  private func matches(host other: String) -> Bool {
    guard host.hasPrefix("*.") else { return host == other }
    let end = String(Substring(host.utf8.dropFirst()))
    return other.hasSuffix(end) && other.utf8.count > end.utf8.count
  }

  private static func withoutHostWildcard(_ text: String) -> String {
    guard let range = URLText(text)?.authority, let url = URLText(text) else { return text }
    let authority = url.bytes[range]
    guard authority.starts(with: "*.".utf8) else { return text }
    return String(
      decoding: url.bytes[..<range.lowerBound] + authority.dropFirst(2)
        + url.bytes[range.upperBound...], as: UTF8.self)
  }

  private static func isHostPattern(_ host: String) -> Bool {
    guard host.has("*") else { return true }
    let labels = host.split(on: ".")
    return labels.first == "*" && labels.count >= 3 && !labels.dropFirst().joined().has("*")
  }

  private static func port(_ port: String?, scheme: String) -> String? {
    let usual = scheme == "https" ? "443" : "80"
    return port == nil || port == "" || port == usual ? nil : port
  }

  /// Path and, if wanted, query; for an app's scheme all after the colon.
  private static func rest(of url: URLText, withQuery: Bool) -> [UInt8] {
    let end = withQuery ? url.query?.upperBound ?? url.path.upperBound : url.path.upperBound
    guard url.isWeb else { return Array(url.bytes[url.scheme.upperBound..<end]) }
    let path = url.bytes[url.path.lowerBound..<end]
    return path.first == UInt8(ascii: "/") ? Array(path) : [UInt8(ascii: "/")] + path
  }

  /// `.` and `..`, also percent-encoded, and also where an encoded slash divides segments.
  private static func hasDotSegments(_ url: URLText) -> Bool {
    PercentEncoding.decode(url.bytes[url.path]).utf8
      .split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
      .contains { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }
  }
}

/// Text with `*` for any number of any bytes.
private enum Glob {
  /// Goes back to the last `*` only, so the work is at most pattern times text.
  static func matches(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
    let star = UInt8(ascii: "*")
    var (inPattern, inText) = (0, 0)
    var afterStar: Int?
    var retry = 0
    while inText < text.count {
      if inPattern < pattern.count, pattern[inPattern] == star {
        inPattern += 1
        (afterStar, retry) = (inPattern, inText)
      } else if inPattern < pattern.count, pattern[inPattern] == text[inText] {
        inPattern += 1
        inText += 1
      } else if let begin = afterStar {
        retry += 1
        (inPattern, inText) = (begin, retry)
      } else {
        return false
      }
    }
    return pattern[inPattern...].allSatisfy { $0 == star }
  }
}
