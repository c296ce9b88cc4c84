import BeckonContract
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// `GET /.well-known/apple-app-site-association` and `GET /.well-known/assetlinks.json`: which apps
/// may open the links of the host that is asked. A host in an app's `link_domains` tells of that
/// app; any other host is the public one, and tells of all. Never a redirect, which neither Apple
/// nor Google follows.
enum ServeAssociations {
  static func apple(_ call: OpenCall) async throws -> Reply {
    let file = Associations.appleAppSite(try await apps(of: call).compactMap(\.ios))
    return try reply(file, "No app here has ios.bundle_id and ios.team_id in its settings.")
  }

  static func google(_ call: OpenCall) async throws -> Reply {
    let file = Associations.assetLinks(try await apps(of: call).compactMap(\.android))
    return try reply(file, "No app here has android.package and android.sha256 in its settings.")
  }

  private static func apps(of call: OpenCall) async throws -> [PublishedApp] {
    let host = VisitHeaders(call.request.headers).host
    let all = try await call.services[AppDirectory.self].published()
    let owner = all.first { $0.linkDomains.contains(host) }
    return owner.map { [$0] } ?? all
  }

  private static func reply(_ file: JSON?, _ missing: String) throws -> Reply {
    guard let file else { throw Problem(.notFound, missing) }
    var reply = Reply.json(file)
    reply.headers.append(("Cache-Control", "public, max-age=300"))
    return reply
  }
}
