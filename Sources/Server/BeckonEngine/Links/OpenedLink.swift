import BeckonModel

/// A URL that opened the app, or lay in the pasteboard, as far as it can name a link or a click.
public struct OpenedLink: Hashable, Sendable {
  /// Host in lower case, without port.
  public let host: String
  /// Port as written.
  public let port: String?
  /// The link's code: the only segment of the path, decoded, or `c` in the query of a path without
  /// any, or with several, as some vendors' links have it; `nil` for other paths, and for an app's
  /// own scheme.
  public let code: String?
  /// Where a link may stand that the URL leads to, the likeliest first: the last segment of the
  /// path is the code, and what is in front of it the prefix or a vendor's path, or `c` in the
  /// query is the code.
  public let addresses: [LinkAddress]
  /// The long link that it is, which needs no row to lead somewhere; `nil` for others.
  public let long: LongLink?
  /// The click in `beckon_click`; `nil` when none is named, or in a form that no click has.
  public let click: ClickID?

  /// Reads a URL; spaces around it don't matter. `nil` when it is none, or too long for one.
  /// - Parameter forms: how vendors' links are read.
  public init?(_ text: String, forms: LinkForms = LinkForms()) {
    let bytes = Array(text.utf8.prefix(Limits.openedURLBytes + 64))[...].trimmingSpace
    let trimmed = String(decoding: bytes, as: UTF8.self)
    guard bytes.count <= Limits.openedURLBytes, let url = URLText(trimmed) else { return nil }
    let hostAndPort = url.hostAndPort
    host = hostAndPort?.host ?? ""
    port = hostAndPort?.port
    let segments = url.bytes[url.path].split(separator: UInt8(ascii: "/"))
    let query = url.query.map { QueryText(url.bytes[$0]) }
    addresses =
      url.isWeb && !host.isEmpty
      ? Self.addresses(on: host, segments, named: query?.value(of: "c"), forms) : []
    code = addresses.first { [host] in TextKey($0.prefix) == TextKey(host) }?.code
    long = forms.long(trimmed)
    click = query?.value(of: Target.clickParameter).flatMap { ClickID($0) }
  }

  /// The value of a parameter in the query of a URL.
  public static func parameter(_ name: String, of text: String) -> String? {
    guard let url = URLText(text), let query = url.query else { return nil }
    return QueryText(url.bytes[query]).value(of: name)
  }

  private static func addresses(
    on host: String, _ segments: [ArraySlice<UInt8>], named code: String?, _ forms: LinkForms
  ) -> [LinkAddress] {
    var addresses: [LinkAddress] = []
    if (1...LinkPrefix.segmentsMax + 1).contains(segments.count) {
      let decoded = segments.compactMap { PercentEncoding.decode($0) }
      if decoded.count == segments.count, let code = decoded.last {
        addresses.append(
          LinkAddress(prefix: LinkPrefix.text(host, decoded.dropLast()), code: code))
        if decoded.count == 2, forms.paths.contains(TextKey(decoded[0])) {
          addresses.append(LinkAddress(prefix: host, code: code))
        }
      }
    }
    if let code, segments.count != 1 {
      addresses.append(LinkAddress(prefix: host, code: code))
    }
    return addresses
  }
}
