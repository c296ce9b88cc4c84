import BeckonEngine
import BeckonModel

/// A picture from elsewhere, which a page may show: by https, and without anything in its URL that
/// could say more in the page's policy than where it comes from.
struct Picture: Sendable {
  let url: String
  /// What a Content-Security-Policy calls where it comes from: `https://shop.example`.
  let source: String

  /// `nil` for a URL that is no such picture's.
  init?(_ url: String?) {
    guard let url, (try? Target.check(url)) != nil, let (host, port) = URLText(url)?.hostAndPort
    else { return nil }
    self.url = url
    source = "https://" + host + (port.map { ":" + $0 } ?? "")
  }
}
