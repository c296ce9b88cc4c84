import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `PATCH /v1/links/{link}`: what was given when it was made, but for its code and whose it is.
/// What is left out stays, `null` takes away. It is read as if the link were made anew, so both
/// take and refuse the same. How it was before stays readable, and a click leads where the link led
/// then.
enum UpdateLink {
  static func prepare(_ call: Call) throws -> Work {
    let id = try call.id(0, LinkID.self)
    let fields = try call.fields()
    try fields.allow(only: CreateLink.Request.changeable + CreateLink.Request.fixed)
    for name in CreateLink.Request.fixed where fields.value(name) != nil {
      throw fields.error(name, "cannot be changed; make another link")
    }
    return .reconfigure { scope in
      let links = Links(scope)
      guard let old = try links.find(id) else { throw Problem.notFound("link") }
      guard old.deletedAt == nil else { throw Problem(.gone, "The link was deleted.") }
      let request = try CreateLink.Request(
        Fields(old.configuration.changed(by: fields.all), isStrict: true))
      try CreateLinkEndpoint.checkTargets(of: request, call) { fields.value($0) != nil }
      // A member's own link makes referrals in their campaign.
      guard old.referrer == nil || request.campaign == old.campaign else {
        throw fields.error("campaign", "cannot be changed of a person's link; make another link")
      }
      let new = Link(
        id: old.id, app: old.app, prefix: old.prefix, code: old.code, url: request.url,
        campaign: request.campaign, referrer: old.referrer, options: LinkOptions(request),
        createdAt: old.createdAt, expiresAt: request.expiresAt)
      try links.change(old, to: new, by: call.changedBy)
      return .json(try ReadLink.describe(new, withHistory: scope, call))
    }
  }
}
