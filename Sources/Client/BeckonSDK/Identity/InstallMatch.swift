import BeckonContract
import BeckonModel
import Foundation

/// The link that led to this install, as far as it could be found out; the same for ever after.
public struct InstallMatch: Sendable, Hashable {
  /// How sure a match is.
  public enum Certainty: String, Sendable, CaseIterable {
    /// A click id or a link names it: no doubt.
    case unique
    /// The same network and device within the default window, and no other candidate.
    case `default`
    /// The same, but later, or on a network that many share. The referrer is not told.
    case weak
    /// Somebody only said so.
    case declared
    /// No match, or more than one.
    case noMatch = "none"
  }

  let answer: RegisterInstall.Response

  /// Makes a match for previews and tests of an app, with ids of nobody.
  public init(_ certainty: Certainty, deepLink: URL? = nil, reason: String = "preview") {
    let match = RegisterInstall.Match(
      type: MatchType(rawValue: certainty.rawValue) ?? .none,
      deepLink: deepLink?.absoluteString, link: nil, referrer: nil, decision: .ofNobody,
      reason: reason)
    self.init(RegisterInstall.Response(install: .ofNobody, token: nil, match: match))
  }

  init(_ answer: RegisterInstall.Response) {
    self.answer = RegisterInstall.Response(
      install: answer.install, token: nil, match: answer.match)
  }

  init?(json: JSON) {
    guard let fields = try? Fields(json), let answer = try? RegisterInstall.Response(fields)
    else { return nil }
    self.init(answer)
  }

  var json: JSON { answer.json }
}

extension InstallMatch {
  /// The server's id of the install.
  public var install: String { answer.install.text }
  /// How sure the match is.
  public var certainty: Certainty { Certainty(rawValue: answer.match.type.rawValue) ?? .noMatch }
  /// Where the link leads in the app.
  public var deepLink: URL? { answer.match.deepLink.flatMap(URL.init(told:)) }
  /// The link's id.
  public var link: String? { answer.match.link?.text }
  /// The id of the person whose link it is; not told of a weak match, nor of a link whose deep link
  /// names who invites.
  public var referrer: String? { answer.match.referrer?.text }
  /// The id of the decision, which the server can explain.
  public var decision: String { answer.match.decision.text }
  /// The oldest version of the app on this platform that understands the link; `nil` for any.
  public var minimumVersion: String? { answer.match.minimumVersion }
  /// The UTM parameters of the URL that was clicked or opened, else of the link, by name without
  /// `utm_`: `["source": "newsletter"]`.
  public var utm: [String: String] { answer.match.utm.byName }
  /// Why, as a stable code.
  public var reason: String { answer.match.reason }
}
