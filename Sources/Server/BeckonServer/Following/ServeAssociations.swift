import BeckonContract
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// `GET /.well-known/apple-app-site-association` and `GET /.well-known/assetlinks.json`: which apps
/// may open the links of the host that is asked. A host in an app's `link_domains` tells of that
/// app, and of those that have paths below it. Any other is the public one and tells of all, but of
/// a path only to the app whose it is. Never a redirect, which neither Apple nor Google follows.
enum ServeAssociations {
  static func apple(_ call: OpenCall) async throws -> Reply {
    let apps = try await owners(of: call)
    let file = Associations.appleAppSite(
      apps.compactMap { app, paths in app.ios.map { ($0, paths) } })
    return try reply(file, "No app here has ios.bundle_id and ios.team_id in its settings.")
  }

  static func google(_ call: OpenCall) async throws -> Reply {
    let file = Associations.assetLinks(try await owners(of: call).compactMap(\.app.android))
    return try reply(file, "No app here has android.package and android.sha256 in its settings.")
  }

  private static func owners(
    of call: OpenCall
  ) async throws -> [(app: PublishedApp, paths: Associations.Paths)] {
    let host = VisitHeaders(call.request.headers).host
    let all = try await call.services[AppDirectory.self].published()
    let paths = all.map { (app: $0, own: $0.linkPaths(on: host)) }
    let whole = paths.contains { $0.own.contains("") }
    // What no app has alone is the public host's, where links of all stand.
    let owners = whole ? paths.filter { !$0.own.isEmpty } : paths.map { ($0.app, $0.own + [""]) }
    return owners.map { owner in
      let others = owners.filter { $0.app.number != owner.app.number }.flatMap(\.own)
      return (owner.app, Associations.Paths(own: owner.own, others: others.filter { !$0.isEmpty }))
    }
  }

  private static func reply(_ file: JSON?, _ missing: String) throws -> Reply {
    guard let file else { throw Problem(.notFound, missing) }
    var reply = Reply.json(file)
    reply.headers.append(("Cache-Control", "public, max-age=300"))
    return reply
  }
}
