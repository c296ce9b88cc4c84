import BeckonContractDynamicLinks
import BeckonModel
import BeckonSDK
import Foundation

/// The URL by which the app is told of a link that led here:
/// `SCHEME://google/link/?deep_link_id=…&match_type=…`, and the one by which a click page opens the
/// app out of another app's browser: `SCHEME://open?beckon_click=…&url=…`.
enum CustomSchemeURL {
  private static let deepLink = "deep_link_id"
  private static let matchType = "match_type"
  private static let clickID = "beckon_click"

  /// Whether a URL is one of these, with this app's scheme.
  static func isOne(_ url: URL, scheme: String) -> Bool {
    guard let text = URLText(url.absoluteString) else { return false }
    let path = text.text(text.path)
    guard text.schemeText == scheme.lowercased() else { return false }
    return isOfClickPage(text)
      || text.hostAndPort?.host == "google" && (path == "/link" || path == "/link/")
  }

  private static func isOfClickPage(_ url: URLText) -> Bool {
    guard url.hostAndPort?.host == "open", let query = url.query else { return false }
    return QueryText(url.bytes[query]).value(of: clickID) != nil
  }

  /// What it says.
  static func link(_ url: URL) -> DynamicLink {
    let parameters = QueryText(url.absoluteString.queryText).parameters
    if let text = URLText(url.absoluteString), isOfClickPage(text) {
      return DynamicLink(parameters, link: "url", type: .unique)
    }
    let word = parameters.first { $0.name == matchType }?.value
    return DynamicLink(parameters, link: deepLink, type: type(word))
  }

  private static func type(_ word: String?) -> DLMatchType {
    switch word {
    case "unique": .unique
    case "default": .default
    case "weak": .weak
    default: .none
    }
  }

  /// The URL that tells of a link which was opened.
  static func url(_ answer: JSON, scheme: String) -> URL? {
    func told(_ name: String) -> String? { answer[name]?.string }
    return url(
      scheme: scheme,
      [
        (deepLink, told("deepLink")),
        ("utm_source", told("utmSource")), ("utm_medium", told("utmMedium")),
        ("utm_campaign", told("utmCampaign")), ("utm_content", told("utmContent")),
        ("utm_term", told("utmTerm")), (matchType, "unique"), ("imv", told("iosMinAppVersion")),
        ("invitation_id", told("invitationId") ?? answer["invitationId"]?["id"]?.string),
      ])
  }

  /// The URL that tells of what led to this install.
  static func url(_ match: InstallMatch, scheme: String) -> URL? {
    guard let link = match.deepLink else {
      return url(
        scheme: scheme, [("match_message", "No pre-install link matched for this device.")])
    }
    let campaign = ["source", "medium", "campaign", "term", "content"].map { name in
      ("utm_" + name, match.utm[name])
    }
    return url(
      scheme: scheme,
      [(deepLink, link.absoluteString)] + campaign + [
        (matchType, word(match.certainty)), ("imv", match.minimumVersion),
        ("match_message", message(match.certainty)),
      ])
  }

  /// A referrer whom somebody only named is as uncertain as a weak match.
  private static func word(_ certainty: InstallMatch.Certainty) -> String? {
    switch certainty {
    case .unique: "unique"
    case .default: "default"
    case .weak, .declared: "weak"
    case .noMatch: nil
    }
  }

  private static func message(_ certainty: InstallMatch.Certainty) -> String {
    switch certainty {
    case .unique: "Link is uniquely matched for this device."
    case .default: "Link is matched with device heuristics."
    default: "Link is matched, but another device may have opened it."
    }
  }

  private static func url(scheme: String, _ parameters: [(String, String?)]) -> URL? {
    let query = parameters.compactMap { name, value in
      value.map { name + "=" + PercentEncoding.encodeAllButAlphanumerics($0) }
    }
    return URL(string: scheme.lowercased() + "://google/link/?" + query.joined(separator: "&"))
  }
}

extension String {
  /// Between `?` and `#`; empty when there is none.
  var queryText: String {
    guard let url = URLText(self), let query = url.query else { return "" }
    return url.text(query)
  }
}
