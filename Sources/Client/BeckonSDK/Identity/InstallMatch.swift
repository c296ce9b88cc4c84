import BeckonContract
import BeckonModel

/// The link that led to this install, as far as it could be found out; the same for ever after.
public struct InstallMatch: Sendable, Hashable {
  /// The server's id of the install.
  public let install: InstallID
  /// How sure the match is; `none` for none.
  public let type: MatchType
  /// Where the link leads in the app.
  public let deepLink: String?
  /// The link.
  public let link: LinkID?
  /// Whose link it is; not told of a weak match.
  public let referrer: PersonID?
  /// The decision, which the server can explain.
  public let decision: DecisionID
  /// Why, as a stable code.
  public let reason: String

  init(_ response: RegisterInstall.Response) {
    install = response.install
    type = response.match.type
    deepLink = response.match.deepLink
    link = response.match.link
    referrer = response.match.referrer
    decision = response.match.decision
    reason = response.match.reason
  }

  init?(json: JSON) {
    guard let fields = try? Fields(json), let response = try? RegisterInstall.Response(fields)
    else { return nil }
    self.init(response)
  }

  var json: JSON {
    let match = RegisterInstall.Match(
      type: type, deepLink: deepLink, link: link, referrer: referrer, decision: decision,
      reason: reason)
    return RegisterInstall.Response(install: install, token: nil, match: match).json
  }
}
