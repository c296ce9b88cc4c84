import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// A campaign of Linkrunner is a link of ours; its `display_id` is the code.
enum LinkrunnerCampaigns {
  /// `POST /api/v1/create-campaign`.
  static func prepareCreate(_ call: Call) throws -> Work {
    let fields = try call.fields()
    let name = try fields.require("name", fields.string("name", max: Limits.nameBytes))
    let target = try LinkrunnerCampaignTarget(fields, name: name, old: nil, call.app.settings)
    let custom = try fields.string("custom_display_id", max: Limits.codeBytes)
    if let custom {
      do throws(CodeError) {
        try Code.check(custom: custom)
      } catch {
        throw fields.error("custom_display_id", error.remedy)
      }
    }
    return .write { scope in
      let links = Links(scope)
      for _ in 0..<(custom == nil ? 8 : 1) {
        let link = Link(
          id: call.ambient.id(), app: call.app.number, host: links.defaultHost,
          code: custom ?? Code.short(random: call.ambient.random()), url: target.url,
          campaign: nil, referrer: nil, options: target.options, createdAt: call.now,
          expiresAt: nil)
        guard try links.insert(link) else { continue }
        return .linkrunner(
          "Campaign created successfully!", status: 201,
          data: ["link": .string(call.shortURL(link)), "display_id": .string(link.code)])
      }
      throw Problem(.codeTaken, "This custom_display_id is in use, or was.")
    }
  }

  /// `PATCH` and `PUT /api/v1/campaigns/{display_id}`; what is left out stays.
  static func prepareUpdate(_ call: Call) throws -> Work {
    let fields = try call.fields()
    let name = try fields.string("name", max: Limits.nameBytes)
    let active = try fields.bool("active")
    return .reconfigure { scope in
      let links = Links(scope)
      let link = try find(call, links)
      let target = try LinkrunnerCampaignTarget(fields, name: name, old: link, scope.app.settings)
      let expiry = active.map { $0 ? nil : scope.now } ?? link.expiresAt
      try links.update(link.id, url: target.url, options: target.options, expiresAt: expiry)
      return .linkrunner(
        "Campaign updated successfully!",
        data: ["link": .string(call.shortURL(link)), "display_id": .string(link.code)])
    }
  }

  /// `DELETE /api/v1/campaigns/{display_id}`.
  static func prepareDelete(_ call: Call) throws -> Work {
    .reconfigure { scope in
      let links = Links(scope)
      _ = try links.delete(try find(call, links).id)
      return .linkrunner("Campaign deleted successfully!", data: .object([]))
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
}
