import BeckonContract
import BeckonModel
import Foundation

/// What of an opened link goes along with the next sign-up, so that whoever shared it is the
/// referrer.
enum LinkArrival {
  /// The parameter that redirects add to their target.
  static let clickParameter = "beckon_click"

  /// The click id in a URL.
  static func clickID(in url: String) -> String? {
    let items = URLComponents(string: url)?.queryItems
    let value = items?.first { $0.name == clickParameter }?.value
    return value.flatMap { $0.isEmpty || $0.utf8.count > Limits.clientIDBytes ? nil : $0 }
  }

  /// The link by which the server may find what led to this install: the latest that names a click
  /// or is the server's own. Apps are also opened with links of other kinds, such as the end of a
  /// log-in in the browser.
  static func leading(of links: [String], server: String) -> String? {
    let host = URLComponents(string: server)?.host?.lowercased()
    let own = links.last { link in
      clickID(in: link) != nil || URLComponents(string: link)?.host?.lowercased() == host
    }
    return own ?? links.last { $0.lowercased().hasPrefix("https:") } ?? links.last
  }

  /// Of a first-launch match: the click that the opening link named. The referrer of a match is not
  /// repeated: the server knows the install's match and how sure it is, and would take a name for
  /// certain.
  static func arrival(of match: InstallMatch, link: String?) -> ClientState.Arrival? {
    guard match.answer.match.type >= .default, let clickID = link.flatMap(clickID(in:)) else {
      return nil
    }
    return ClientState.Arrival(referrer: nil, clickID: clickID)
  }

  /// Of a link that was opened in the app: the link itself, which knows its campaign and referrer.
  static func arrival(of opened: OpenLink.Response, link: String) -> ClientState.Arrival? {
    guard opened.link != nil, !opened.isOwn else { return nil }
    return ClientState.Arrival(referrer: link, clickID: clickID(in: link))
  }
}
