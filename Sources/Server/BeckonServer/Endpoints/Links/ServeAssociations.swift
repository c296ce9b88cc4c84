import BeckonContract
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// `GET /.well-known/apple-app-site-association` and `GET /.well-known/assetlinks.json`: which apps
/// may open the links of the host that is asked. A host in an app's `link_domains` tells of that
/// app; any other host is the public one, and tells of all. Never a redirect, which neither Apple
/// nor Google follows.
struct ServeAssociations: Sendable {
  let directory: AppDirectory

  func apple(_ request: HTTPRequest) async throws -> Reply {
    let file = Associations.appleAppSite(try await apps(of: request).compactMap(\.ios))
    return try reply(file, "No app here has ios.bundle_id and ios.team_id in its settings.")
  }

  func google(_ request: HTTPRequest) async throws -> Reply {
    let file = Associations.assetLinks(try await apps(of: request).compactMap(\.android))
    return try reply(file, "No app here has android.package and android.sha256 in its settings.")
  }

  private func apps(of request: HTTPRequest) async throws -> [PublishedApp] {
    let host = VisitHeaders(request.headers).host
    let all = try await directory.published()
    let owner = all.first { $0.linkDomains.contains(host) }
    return owner.map { [$0] } ?? all
  }

  private func reply(_ file: JSON?, _ missing: String) throws -> Reply {
    guard let file else { throw Problem(.notFound, missing) }
    var reply = Reply.json(file)
    reply.headers.append(("Cache-Control", "public, max-age=300"))
    return reply
  }
}
