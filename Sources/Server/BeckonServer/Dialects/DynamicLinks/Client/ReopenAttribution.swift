import BeckonContract
import BeckonContractDynamicLinks
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// `POST /v1/reopenAttribution`: a link was opened in an app that was there. The call names no
/// install, so it is only counted.
enum ReopenAttribution {
  static func prepare(_ call: Call) throws -> Work {
    let body = try ProtocolMembers(try call.request.json())
    guard
      let url = try body.text("requestedLink", max: Limits.openedURLBytes)
    else { throw FieldError("requestedLink", "is missing") }
    let platform = call.dynamicLinksPlatform
    return .write { scope in
      let link = try Opens(scope).open(url, on: platform)
      guard let link, link.isAlive(at: scope.now) else {
        throw Problem(.notFound, "Requested entity was not found: no such link in this app.")
      }
      return .json(ReopenAttributionAnswer(link).json)
    }
  }
}

/// `POST /v1/convertInvitation`: what older clients tell of an invitation that led somewhere, and
/// whose answer none of them reads. The install's own call has told the same.
enum ConvertInvitation {
  static func prepare(_ call: Call) throws -> Work {
    _ = try ProtocolMembers(try call.request.json())
    return .answer(.json([:]))
  }
}

extension Call {
  /// On what the client runs: the one for iOS says its bundle, all others have their agent.
  var dynamicLinksPlatform: Platform {
    if request.headers["X-Ios-Bundle-Identifier"] != nil { return .ios }
    return UserAgent.describe(request.headers["User-Agent"] ?? "").platform
  }
}

extension ReopenAttributionAnswer {
  /// What a link says to the app.
  /// - Parameter utm: the UTM parameters of what led to the app; the link's own if left out.
  init(_ link: Link, utm: UTM? = nil) {
    self.init(
      deepLink: link.deepLink,
      // A link that was changed says something else than the long link of which it was made.
      resolvedLink: link.changedAt == nil ? link.longLink : nil,
      minimumVersion: link.options.platforms.iosMinimumVersion,
      campaign: (utm ?? UTM(json: link.options.utm)).dynamicLinksMembers)
  }
}

extension UTM {
  /// As both attributions answer them: `utmSource`.
  fileprivate var dynamicLinksMembers: [JSON.Member] {
    let named = [
      ("utmSource", source), ("utmMedium", medium), ("utmCampaign", campaign), ("utmTerm", term),
      ("utmContent", content),
    ]
    return named.compactMap { name, value in value.map { JSON.Member(name, .string($0)) } }
  }
}
