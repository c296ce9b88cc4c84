import BeckonModel

/// Why a URL is not acceptable as a target.
public enum TargetError: String, Error, CaseIterable, Sendable {
  /// Empty, or over `Limits.urlBytes`.
  case length
  /// Has a space, a control character, a backslash, a quote or an angle bracket.
  case character
  /// Has no scheme, or one that is not allowed here.
  case scheme
  /// Has a user name or password.
  case userInfo = "user_info"
  /// Has no host, or a host or port that can't be one.
  case host

  /// What to do about it, for the sender.
  public var remedy: String {
    switch self {
    case .length: "must have 1 to \(Limits.urlBytes) bytes"
    case .character: "must be percent-encoded: no spaces, control characters, \\ \" < >"
    case .scheme: "must begin with https://"
    case .userInfo: "must not have a user name or password"
    case .host: "must have a host such as shop.example"
    }
  }
}

/// Which schemes a target may have.
public struct TargetSchemes: Hashable, Sendable {
  /// Whether `http` may stand beside `https`.
  public let allowsHTTP: Bool
  /// Whether an app's own scheme (`shop://item/1`) is allowed, as in a deep link.
  public let allowsApp: Bool

  /// Makes a choice.
  public init(allowsHTTP: Bool = false, allowsApp: Bool = false) {
    self.allowsHTTP = allowsHTTP
    self.allowsApp = allowsApp
  }

  /// `https` only.
  public static let web = TargetSchemes()
  /// `https` and apps' own schemes.
  public static let deepLink = TargetSchemes(allowsApp: true)
}

/// The URLs that links lead to, as text. Foundation's `URL` repairs and normalizes; a target has to
/// stay what its owner wrote, byte by byte.
public enum Target {
  /// Checks a URL before a link may lead to it.
  /// - Throws: `TargetError`.
  public static func check(
    _ text: String, schemes: TargetSchemes = .web
  ) throws(TargetError) {
    guard (1...Limits.urlBytes).contains(text.utf8.count) else { throw .length }
    guard text.unicodeScalars.allSatisfy(isAllowed) else { throw .character }
    guard let url = URLText(text) else { throw .scheme }
    if let authority = url.authority, url.bytes[authority].contains(UInt8(ascii: "@")) {
      throw .userInfo
    }
    switch url.schemeText {
    case "https": try checkHost(url)
    case "http" where schemes.allowsHTTP: try checkHost(url)
    case let scheme where schemes.allowsApp && isApp(scheme): return
    default: throw .scheme
    }
  }

  /// Whether a browser may be given a URL to open: it is of the web or of an app, and nothing in it
  /// misleads. May be longer than a target, because parameters are added to targets.
  public static func mayBeOpened(_ text: String) -> Bool {
    guard text.unicodeScalars.allSatisfy(isAllowed), let url = URLText(text) else { return false }
    return url.isWeb || isApp(url.schemeText)
  }

  /// Whether a URL has an app's own scheme.
  public static func isOwn(_ text: String) -> Bool {
    guard mayBeOpened(text), let url = URLText(text) else { return false }
    return !url.isWeb
  }

  /// Browsers read a backslash as a slash, and drop tabs and line feeds; both make a URL lead
  /// elsewhere than it seems to. Marks that turn the direction of text do so for people.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x7F...0xA0: false
    case 0x061C, 0x200B...0x200F, 0x2028...0x202F, 0x2060...0x206F, 0xFEFF: false
    default: true
    }
  }

  /// Schemes that run code, read files or reach into the browser are no app's own.
  private static func isApp(_ scheme: String) -> Bool {
    let refused: Set<TextKey> = [
      "http", "https", "javascript", "vbscript", "data", "blob", "file", "filesystem", "content",
      "about", "view-source", "intent", "jar", "ws", "wss", "ftp", "livescript", "mocha", "res",
      "mhtml", "ms-its", "chrome", "resource",
    ]
    return !refused.contains(scheme)
  }

  private static func checkHost(_ url: URLText) throws(TargetError) {
    guard let (host, port) = url.hostAndPort, isHost(host), port.map(isPort) ?? true else {
      throw .host
    }
  }

  private static func isPort(_ text: String) -> Bool {
    text.utf8.allSatisfy(\.isDigit) && UInt16(text) != nil
  }

  /// A name of letters, digits, `-` and `_` in ASCII (others in their `xn--` form), or an address.
  private static func isHost(_ host: String) -> Bool {
    if host.hasPrefix("["), host.hasSuffix("]") {
      return NetworkAddress(String(Substring(host.utf8.dropFirst().dropLast()))) != nil
    }
    let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    // A dot at the very end is allowed in the DNS, and in every browser a way round a host list.
    return host.utf8.count <= 253
      && labels.allSatisfy { label in
        (1...63).contains(label.count)
          && label.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x2D || $0 == 0x5F }
      }
  }
}
