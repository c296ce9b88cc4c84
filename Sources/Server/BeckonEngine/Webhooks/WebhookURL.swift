import BeckonModel

/// Where a webhook may be sent.
public struct WebhookURL: Hashable, Sendable {
  /// The host in lower case, an IPv6 address without brackets.
  public let host: String
  /// The port.
  public let port: Int

  /// Checks a URL: `https`, or `http` to this machine itself; a name or an address, nothing that
  /// different programs read as different addresses; no user, no fragment.
  /// - Throws: `TargetError`.
  public init(_ text: String) throws(TargetError) {
    try Target.check(text, schemes: TargetSchemes(allowsHTTP: true))
    guard let url = URLText(text), let (written, port) = url.hostAndPort else { throw .host }
    guard url.fragment == nil else { throw .character }
    host = written.hasPrefix("[") ? String(Substring(written.utf8.dropFirst().dropLast())) : written
    self.port = port.flatMap { Int($0) } ?? (url.schemeText == "https" ? 443 : 80)
    let address = NetworkAddress(host)
    guard address != nil || !Self.looksLikeAddress(host) else { throw .host }
    let isLoopback = address.map(WebhookAddresses.isLoopback) ?? (host == "localhost")
    guard url.schemeText == "https" || isLoopback else { throw .scheme }
  }

  /// The address, if the host is one.
  public var address: NetworkAddress? { NetworkAddress(host) }

  /// `127.1`, `0x7f.0.0.1`, `2130706433`: programs make addresses of a host whose last part is a
  /// number (WHATWG URL, section 3.5).
  private static func looksLikeAddress(_ host: String) -> Bool {
    host.split(on: ".").last?.utf8.first?.isDigit ?? true
  }
}
