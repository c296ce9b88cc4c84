import BeckonModel

/// Who may call a route.
public enum Access: Sendable {
  /// Anyone, without a key.
  case open
  /// Any key of the app.
  case key
  /// A secret key only.
  case secretKey
}

/// How often a caller may use a route with a publishable key.
public enum RateClass: Sendable {
  /// As much as the server can take.
  case ordinary
  /// Little for each address: what could be used to enumerate or to make up people.
  case guarded
  /// What one install does. Its first call counts as `guarded`, so that nobody makes up installs.
  case install
}

/// One call of the native API, or of a vendor's. Its `RouteGroup` is the only place where its path
/// stands: the server matches with it, the SDK builds paths with it, and `docs/openapi.yaml` is
/// compared with it.
public struct Route: Sendable, Hashable {
  /// HTTP method.
  public let method: String
  /// Path with parameters in braces: `/v1/links/{link}/stats`. Behind the last one may stand what
  /// is to be done, as some vendors write it: `/v1/{name}:batch`. `{path...}` at the end stands for
  /// any number of segments, also none.
  public let path: String
  /// Who may call it.
  public let access: Access
  /// How often.
  public let rate: RateClass
  /// The query parameters that it has; only the native API's are told.
  public let query: [String]
  /// Those of them that may come several times, with a value each.
  public let repeatable: [String]

  /// Describes a call.
  public init(
    _ method: String, _ path: String, _ access: Access, _ rate: RateClass = .ordinary,
    query: [String] = [], repeatable: [String] = []
  ) {
    self.query = query + repeatable
    self.repeatable = repeatable
    self.method = method
    self.path = path
    self.access = access
    self.rate = rate
  }

  /// The query parameters of a list that is given in pages.
  static let page = ["limit", "cursor"]
  /// The query parameters of a list whose rows have a time.
  static let period = ["from", "until"]

  /// The path with its parameters filled in, in order, percent-encoded; those that are left over
  /// are the segments of `{path...}`.
  public func path(_ parameters: String...) -> String { path(parameters) }

  /// The same of parameters in an array.
  public func path(_ parameters: [String]) -> String {
    var remaining = parameters[...]
    let filled = path.split(on: "/", keepsEmpty: true).map { part in
      if part.hasSuffix("...}") {
        return remaining.map(Self.percentEncoded).joined(separator: "/")
      }
      guard part.hasPrefix("{"), let value = remaining.popFirst() else { return part }
      let verb = part.split(on: "}", keepsEmpty: true).last ?? ""
      return Self.percentEncoded(value) + verb
    }.joined(separator: "/")
    let hasNoRest = path.hasSuffix("...}") && filled.hasSuffix("/")
    return hasNoRest ? String(filled.dropLast()) : filled
  }

  /// Percent-encodes all but the unreserved characters of RFC 3986.
  public static func percentEncoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        encoded += "%" + String(digits[Int(byte >> 4)]) + String(digits[Int(byte & 15)])
      }
    }
    return encoded
  }
}

/// The calls about one subject. A group has a case for each, so that whoever answers them, or tells
/// of them, is told by the compiler of one that is missing.
public protocol RouteGroup: CaseIterable, Hashable, Sendable {
  /// The call.
  var route: Route { get }
}

extension RouteGroup {
  /// Every call of the group.
  public static var routes: [Route] { allCases.map(\.route) }
}
