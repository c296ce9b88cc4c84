import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/links/{link}`, with what was changed of it lately.
enum ReadLink {
  static func prepare(_ call: Call) throws -> Work {
    let id = try call.id(0, LinkID.self)
    return .read { scope in
      guard let link = try Links(scope).find(id) else { throw Problem.notFound("link") }
      return .json(try describe(link, withHistory: scope, call))
    }
  }

  static func describe(_ link: Link, withHistory scope: Scope, _ call: Call) throws -> JSON {
    let changes = try Changes(scope).latest(of: link.id.identifier).map(\.json)
    return .object(
      (describe(link, call).members ?? []) + [JSON.Member("history", .array(changes))])
  }

  static func describe(_ link: Link, _ call: Call) -> JSON {
    let own = JSON.object([
      "id": .id(link.id), "code": .string(link.code), "short_url": .string(call.shortURL(link)),
      "domain": link.prefix.isEmpty ? nil : .string(link.prefix),
      "url": .string(link.url), "campaign": link.campaign.map(JSON.id),
      "referrer": link.referrer.map(JSON.id), "created_at": .instant(link.createdAt),
      "expires_at": link.expiresAt.map(JSON.instant),
      "deleted_at": link.deletedAt.map(JSON.instant),
    ])
    return .object((own.members ?? []) + (link.options.json.members ?? []))
  }
}
