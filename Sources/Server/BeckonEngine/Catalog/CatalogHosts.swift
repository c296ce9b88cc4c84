import BeckonModel

/// On which hosts the pages and images are of which an app's clients may tell: its own. Whoever
/// takes the key out of an app could otherwise put their own page behind a product.
public struct CatalogHosts: Sendable {
  /// Hosts, with the port where it is not the scheme's own.
  private let hosts: Set<TextKey>
  private let patterns: [TargetPattern]

  /// Those of an app's `link_domains`, `origins` and `allowed_targets`.
  public init(_ settings: AppSettings) {
    let origins = settings.origins.compactMap { URLText($0).flatMap(Self.place) }
    let domains = settings.linkDomains.map { $0.upTo("/").lowercased() }
    hosts = Set(texts: origins + domains)
    patterns = settings.allowedTargets.compactMap { TargetPattern($0) }
  }

  /// Whether a client may tell of this address.
  public func allows(_ address: String) -> Bool {
    guard let url = URLText(address), url.isWeb, let place = Self.place(url) else { return false }
    return hosts.contains(place) || TargetPattern.anyMatches(patterns, address)
  }

  private static func place(_ url: URLText) -> String? {
    guard let (host, port) = url.hostAndPort, !host.has("@") else { return nil }
    guard let port, !port.isEmpty, port != (url.schemeText == "https" ? "443" : "80") else {
      return host
    }
    return host + ":" + port
  }
}
