import BeckonModel

/// A link that says all about itself in its query, and needs not be stored to work.
public struct LongDynamicLink: Hashable, Sendable {
  /// Most bytes of one, as it comes and in its written form, in which it is kept and read again.
  public static let bytesMax = Limits.openedURLBytes

  /// The host, and a path below it, under which it stands: `go.example`, `go.example/promo`.
  public let prefix: String
  /// What it says, without what belongs to one visit. Empty values are left out.
  public let values: [DynamicLinkParameter: String]
  /// Names that are no parameters, in their order.
  public let unknown: [String]
  /// Parameters of one visit that came with it, `_icp=1`.
  public let visit: Set<DynamicLinkParameter>

  /// Makes a link of what it says.
  public init(prefix: String, values: [DynamicLinkParameter: String], unknown: [String] = []) {
    self.prefix = prefix
    self.values = values.filter { !$0.key.isOfVisit && !$0.value.isEmpty }
    self.unknown = unknown
    visit = Set(values.keys.filter(\.isOfVisit))
  }

  /// Reads a URL; `nil` when it is none of the web, too long, or has no `link`. Of a parameter that
  /// stands twice the first counts.
  public init?(url text: String) {
    guard text.utf8.count <= Self.bytesMax, let url = URLText(text), url.isWeb,
      let (host, port) = url.hostAndPort, let query = url.query
    else { return nil }
    var values: [DynamicLinkParameter: String] = [:]
    var unknown: [String] = []
    for (name, value) in QueryText(url.bytes[query]).parameters {
      guard let parameter = DynamicLinkParameter(word: name) else {
        unknown.append(name)
        continue
      }
      if values[parameter] == nil { values[parameter] = value }
    }
    guard values[.link].map({ !$0.isEmpty }) ?? false else { return nil }
    let path = url.bytes[url.path].split(separator: UInt8(ascii: "/"))
      .map { PercentEncoding.decode($0) }
    let isUsual = port == nil || port == "443" || port == "80" || port == ""
    let named = isUsual ? host : host + ":" + (port ?? "")
    self.init(
      prefix: ([named] + path).joined(separator: "/"), values: values, unknown: unknown)
    guard canBeKept else { return nil }
  }

  /// Whether its written form, in which all is encoded, is short enough.
  var canBeKept: Bool { self.text.utf8.count <= Self.bytesMax }

  /// Whether a URL has a `link` in its query.
  static func hasLink(_ text: String) -> Bool {
    guard let url = URLText(text), url.isWeb, let query = url.query else { return true }
    return QueryText(url.bytes[query]).value(of: DynamicLinkParameter.link.rawValue) != nil
  }

  /// Whether both say the same.
  public static func == (left: LongDynamicLink, right: LongDynamicLink) -> Bool {
    TextKey(left.text) == TextKey(right.text)
  }

  /// Feeds in what it says.
  public func hash(into hasher: inout Hasher) { hasher.combine(TextKey(text)) }

  /// The value of a parameter.
  public subscript(parameter: DynamicLinkParameter) -> String? { values[parameter] }

  /// The deep link.
  public var link: String { values[.link] ?? "" }

  /// The link in its one written form: two that say the same are the same text, in whatever order
  /// their parameters came and however they were encoded.
  public var text: String {
    let query = values.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 }
      .map { $0.0 + "=" + PercentEncoding.encode($0.1) }.joined(separator: "&")
    return "https://" + prefix + "/?" + query
  }
}
