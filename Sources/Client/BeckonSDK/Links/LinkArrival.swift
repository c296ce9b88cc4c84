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

  /// Of a first-launch match. A weak one and none say nothing; the server knows the install anyway.
  static func arrival(of match: InstallMatch, link: String?) -> ClientState.Arrival? {
    guard match.type >= .default else { return nil }
    return arrival(referrer: match.referrer, link: link)
  }

  /// Of a link that was opened in the app.
  static func arrival(of opened: OpenLink.Response, link: String) -> ClientState.Arrival? {
    guard opened.link != nil, !opened.isOwn else { return nil }
    return arrival(referrer: opened.referrer, link: link)
  }

  private static func arrival(referrer: PersonID?, link: String?) -> ClientState.Arrival? {
    let clickID = link.flatMap(clickID(in:))
    guard referrer != nil || clickID != nil else { return nil }
    return ClientState.Arrival(referrer: referrer?.text, clickID: clickID)
  }
}
