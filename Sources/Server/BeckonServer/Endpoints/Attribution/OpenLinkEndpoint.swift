import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/opens`.
enum OpenLinkEndpoint {
  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.fields()
    let body = try OpenLink.Request(fields)
    let warnings = OpenLink.Request.warnings(of: fields)
    let isServer = call.proof.key == .secret
    return .write { scope in
      let opened = try Opens(scope).open(body.url, on: body.installID)
      let isTold = isServer || opened.link?.namesReferrer != true
      if let link = opened.link, !link.isAlive(at: scope.now) {
        throw Problem(.gone, "The link was deleted or has expired.")
      }
      return .json(
        OpenLink.Response(
          deepLink: opened.link?.deepLink(on: opened.platform), link: opened.link?.id,
          campaign: opened.link?.campaign, referrer: isTold ? opened.referrer : nil,
          isOwn: isTold && opened.isOwn,
          minimumVersion: opened.link?.minimumVersion(on: opened.platform), utm: opened.utm
        ).json.warning(of: warnings))
    }
  }
}
