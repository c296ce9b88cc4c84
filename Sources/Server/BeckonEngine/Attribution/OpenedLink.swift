import BeckonModel

/// A URL that opened the app, or lay in the pasteboard, as far as it can name a link or a click.
public struct OpenedLink: Hashable, Sendable {
  /// Host in lower case, without port.
  public let host: String
  /// Port as written.
  public let port: String?
  /// The link's code: the only segment of the path, decoded, or `c` in the query of a path without
  /// any, or with several, as some vendors' links have it (wire.md, 5.6); `nil` for other paths,
  /// and for an app's own scheme.
  public let code: String?
  /// The click in `beckon_click`; `nil` when none is named, or in a form that no click has.
  public let click: ClickID?

  /// Reads a URL; spaces around it don't matter. `nil` when it is none, or too long for one.
  public init?(_ text: String) {
    let bytes = Array(text.utf8.prefix(Limits.urlBytes + 64))[...].trimmingSpace
    guard bytes.count <= Limits.urlBytes, let url = URLText(String(decoding: bytes, as: UTF8.self))
    else { return nil }
    let hostAndPort = url.hostAndPort
    host = hostAndPort?.host ?? ""
    port = hostAndPort?.port
    let segments = url.bytes[url.path].split(separator: UInt8(ascii: "/"))
    let query = url.query.map { QueryText(url.bytes[$0]) }
    let code =
      segments.count == 1 ? PercentEncoding.decode(segments[0]) : query?.value(of: "c")
    self.code = url.isWeb && !host.isEmpty ? code : nil
    click = query?.value(of: Target.clickParameter).flatMap { ClickID($0) }
  }
}
