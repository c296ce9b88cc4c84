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
    return .write { scope in
      let opened = try Opens(scope).open(body.url, on: body.installID)
      if let link = opened.link, !link.isAlive(at: scope.now) {
        throw Problem(.gone, "The link was deleted or has expired.")
      }
      return .json(
        OpenLink.Response(
          deepLink: opened.link?.deepLink(on: opened.platform), link: opened.link?.id,
          campaign: opened.link?.campaign, referrer: opened.referrer, isOwn: opened.isOwn,
          minimumVersion: opened.link?.minimumVersion(on: opened.platform)
        ).json.warning(of: warnings))
    }
  }
}
