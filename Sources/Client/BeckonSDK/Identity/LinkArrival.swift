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
