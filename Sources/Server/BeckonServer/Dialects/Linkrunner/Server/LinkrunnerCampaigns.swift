import BeckonBasics
import BeckonContract
import BeckonContractLinkrunner
import BeckonEngine
import BeckonModel
import BeckonStore

/// A campaign of Linkrunner is a link of ours; its `display_id` is the code.
enum LinkrunnerCampaigns {
  /// `POST /api/v1/create-campaign`.
  static func prepareCreate(_ call: Call) throws -> Work {
    let fields = try call.fields()
    let name = try fields.require("name", campaignName(fields))
    let target = try LinkrunnerCampaignTarget(fields, name: name, old: nil, call.app.settings)
    let custom = try customCode(fields, call)
    let prefix = try fields.string("domain", max: Limits.urlBytes).map {
      try linkPrefix($0, call)
    }
    try refuseListings(fields)
    return .write { scope in
      let links = Links(scope)
      for _ in 0..<(custom == nil ? 8 : 1) {
        let link = Link(
          id: call.ambient.id(), app: call.app.number, prefix: prefix ?? links.defaultPrefix,
          code: custom ?? Code.short(random: call.ambient.random()), url: target.url,
          campaign: nil, referrer: nil, options: target.options, createdAt: call.now,
          expiresAt: nil)
        guard try links.insert(link) else { continue }
        return .linkrunner(
          "Campaign created successfully!", status: 201,
          data: LinkrunnerCampaignRow(link, call).made)
      }
      throw Problem(.codeTaken, "This custom_display_id is in use, or was.")
    }
  }

  /// `PATCH` and `PUT /api/v1/campaigns/{display_id}`; what is left out stays. The vendor's takes
  /// name and activity only.
  static func prepareUpdate(_ call: Call) throws -> Work {
    let fields = try call.fields()
    let known = [
      "name", "active", "deeplink", "link_for_desktop_users", "ios_web_redirect",
      "android_web_redirect",
    ]
    guard known.contains(where: { fields.value($0) != nil }) else {
      throw FieldError("", "must have a field to change: \(known.joined(separator: ", "))")
    }
    let name = try campaignName(fields)
    let active = try fields.bool("active")
    return .reconfigure { scope in
      let links = Links(scope)
      let link = try find(call, links)
      let target = try LinkrunnerCampaignTarget(
        fields, name: name, old: link, scope.app.settings)
      // A campaign of the vendor that is not active is a link that has ended. One that is active
      // already keeps the end that was planned for it.
      let isEnded = !link.isAlive(at: scope.now)
      let expiry = active.map { $0 != isEnded ? link.expiresAt : $0 ? nil : scope.now }
      let changed = Link(
        id: link.id, app: link.app, prefix: link.prefix, code: link.code, url: target.url,
        campaign: link.campaign, referrer: link.referrer, options: target.options,
        createdAt: link.createdAt, expiresAt: expiry ?? link.expiresAt)
      try links.change(link, to: changed, by: call.changedBy)
      return .linkrunner(
        "Campaign updated successfully!",
        data: try LinkrunnerCampaignRow(changed, call).listed(scope))
    }
  }

  /// `DELETE /api/v1/campaigns/{display_id}`.
  static func prepareDelete(_ call: Call) throws -> Work {
    .reconfigure { scope in
      let links = Links(scope)
      _ = try links.delete(try find(call, links).id)
      return Reply(status: 204)
    }
  }

  /// The link that a path or query names, by code, whatever case scripts have made of it.
  static func find(_ call: Call, _ links: Links, named name: String? = nil) throws -> Link {
    let code = name ?? call.parameters.first ?? ""
    guard let link = try links.find(code: code) ?? links.find(code: code.lowercased()),
      link.deletedAt == nil
    else { throw Problem(.notFound, "There is no campaign of this display_id.") }
    return link
  }

  /// Under which prefix links of a domain stand: the app's own, or empty for the server's.
  static func linkPrefix(_ domain: String, _ call: Call) throws -> String {
    let host = OpenedLink("https://" + domain)?.host ?? domain.lowercased()
    let own = call.app.settings.linkDomains
    if let prefix = own.first(where: { $0 == domain || $0 == host }) { return prefix }
    guard OpenedLink(call.publicURL)?.host == host else {
      throw FieldError(
        "domain",
        "is none of this app's; its own are set with PATCH /v1/app: {\"link_domains\": […]}")
    }
    return ""
  }

  private static func campaignName(_ fields: Fields) throws -> String? {
    let name = try fields.string("name", max: Limits.nameBytes)
    if let name, name.allSatisfy(\.isWhitespace) { throw fields.error("name", "must not be blank") }
    return name
  }

  private static func customCode(_ fields: Fields, _ call: Call) throws -> String? {
    guard let code = try fields.string("custom_display_id", max: Limits.codeBytes) else {
      return nil
    }
    do throws(CodeError) {
      try call.services[TakenNames.self].check(custom: code)
    } catch {
      throw fields.error("custom_display_id", error.remedy)
    }
    return code
  }

  /// An app has one page in each store here, which its settings name.
  private static func refuseListings(_ fields: Fields) throws {
    let name = "store_listing_ids"
    let listings = try fields.strings(name, max: 10, each: Limits.clientIDBytes) ?? []
    guard listings.isEmpty else {
      throw fields.error(
        name,
        "names no store listing of this app: there is the one of its settings; for another page "
          + "give ios_web_redirect or android_web_redirect")
    }
  }
}
