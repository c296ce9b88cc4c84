import BeckonModel

/// Why a custom code is not acceptable.
public enum CodeError: String, Error, CaseIterable, Sendable {
  /// Empty.
  case empty
  /// Over `Limits.codeBytes`.
  case tooLong = "too_long"
  /// Has a character that is not a letter, digit, `-`, `.`, `_` or `~`.
  case character
  /// Begins or ends with a dot.
  case dot
  /// A name that the server needs for itself.
  case reserved
  /// Where it would stand, the links of another of the app's prefixes begin.
  case prefix

  /// What to do about it, for the sender.
  public var remedy: String {
    switch self {
    case .empty: "must not be empty"
    case .tooLong: "is longer than \(Limits.codeBytes) bytes"
    case .character: "may have only letters, digits and - . _ ~"
    case .dot: "must not begin or end with a dot"
    case .reserved:
      "is a name that the server needs, or programs that look at hosts; choose another"
    case .prefix: "is the path of one of the app's link_domains; choose another"
    }
  }
}

/// Codes of links: the part of a short URL after the host. Upper and lower case differ.
public enum Code {
  /// 57 letters and digits without those that people mix up: 0 and O, 1, I and l.
  private static let alphabet = Array(
    "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

  /// Characters of a code that can't be guessed: 57^11 is more than 2^64.
  public static let unguessableLength = 11
  /// Characters of a short code, about 40 bits: no secret, and it may be taken already.
  public static let shortLength = 7

  /// Names that no custom code may take, in lower case: the server's own first path segments.
  public static let reservedNames: Set<TextKey> = [
    "v1", "v2", "api", "get", "add", "1", "i", "web", "health", "metrics", "dashboard",
    "getprofile", "robots.txt", "favicon.ico", ".well-known",
    "apple-app-site-association", "deeplink-triggered", "updatepushtoken", "log", "native",
  ]

  /// Files that programs look for at the root of any host, in lower case: whoever had a link of
  /// that name could say there who may sell the operator's advertisements, whose the host is, or
  /// what a browser installs.
  private static let wellKnownFiles: Set<TextKey> = [
    "ads.txt", "app-ads.txt", "sellers.json", "security.txt", "humans.txt", "llms.txt", "trust.txt",
    "sitemap.xml", "sitemap_index.xml", "sitemap.txt", "sitemap.xml.gz", "atom.xml", "rss.xml",
    "manifest.json", "manifest.webmanifest", "site.webmanifest", "sw.js", "service-worker.js",
    "serviceworker.js", "page.js", "browserconfig.xml", "crossdomain.xml",
    "clientaccesspolicy.xml", "apple-touch-icon.png", "apple-touch-icon-precomposed.png",
    "favicon.png", "favicon.svg", "assetlinks.json", "bingsiteauth.xml", "index.html", "index.htm",
    "index.php",
  ]

  /// How files begin and end, in lower case, by which search engines and others let the owner of a
  /// host show that it is theirs, and icons of sizes.
  private static let wellKnownForms: [(start: String, end: String)] = [
    ("google", ".html"), ("yandex_", ".html"), ("pinterest-", ".html"), ("baidu_verify_", ".html"),
    ("naver", ".html"), ("apple-touch-icon-", ".png"), ("sitemap", ".xml"), ("sitemap", ".xml.gz"),
  ]

  private static func isReserved(_ name: String) -> Bool {
    reservedNames.contains(TextKey(name)) || wellKnownFiles.contains(TextKey(name))
      || wellKnownForms.contains { name.hasPrefix($0.start) && name.hasSuffix($0.end) }
  }

  /// A code that nobody can guess, of 128 bits of chance. (A remainder favours some letters by less
  /// than one in 2^28.)
  public static func unguessable(random: (UInt64, UInt64)) -> String {
    digits(random.0, 6) + digits(random.1, unguessableLength - 6)
  }

  /// A short code of 64 bits of chance. The caller tries again when it is taken.
  public static func short(random: UInt64) -> String { digits(random, shortLength) }

  private static let everyLetterAndDigit = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  /// A code of so many of all 62 letters and digits, as some vendors' clients know codes.
  /// - Parameter random: a new 64 bits of chance with each call.
  public static func ofAnyLetters(_ count: Int, random: () -> UInt64) -> String {
    let letters = (0..<count).map { _ in everyLetterAndDigit[Int(random() >> 32) % 62] }
    return String(decoding: letters, as: UTF8.self)
  }

  private static func digits(_ random: UInt64, _ count: Int) -> String {
    var rest = random
    var code: [UInt8] = []
    for _ in 0..<count {
      code.append(alphabet[Int(rest % UInt64(alphabet.count))])
      rest /= UInt64(alphabet.count)
    }
    return String(decoding: code, as: UTF8.self)
  }

  /// Checks a code that a person chose. Only unreserved characters (RFC 3986, section 2.3) may
  /// stand in it, so that a short URL reads the same in every program: Unicode would arrive
  /// percent-encoded here and in two normal forms there. A dot at an end is lost where text becomes
  /// a link.
  /// - Throws: `CodeError`.
  public static func check(custom code: String) throws(CodeError) {
    let bytes = Array(code.utf8)
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count <= Limits.codeBytes else { throw .tooLong }
    guard bytes.allSatisfy(PercentEncoding.isUnreserved) else { throw .character }
    // First, because of `.well-known`.
    guard !isReserved(code.lowercased()) else { throw .reserved }
    guard bytes.first != UInt8(ascii: "."), bytes.last != UInt8(ascii: ".") else { throw .dot }
  }

  /// Checks that a code is not also the path of a prefix of its app, `promo` of `go.example/promo`.
  /// - Parameters:
  ///   - code: the code.
  ///   - prefix: under which it is to stand.
  ///   - prefixes: all that the app has.
  /// - Throws: `CodeError.prefix`.
  public static func check(
    _ code: String, under prefix: String, among prefixes: [String]
  ) throws(CodeError) {
    let place = prefix + "/" + code
    guard !prefixes.contains(where: { $0 == place || $0.hasPrefix(place + "/") }) else {
      throw .prefix
    }
  }
}
