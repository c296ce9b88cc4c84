import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

extension FollowLink {
  /// `POST /web/visits`: a page of the team's own site was opened by a link that names a code, such
  /// as `https://shop.example/join?ref=ANA7K2`. It counts as a click on that code's link, as if the
  /// visitor had come by way of this server. Only pages of the app's `origins` may tell it.
  func visitSite(_ call: OpenCall) async throws -> Reply {
    let request = call.request
    let fields = try Fields(try request.json())
    try fields.allow(only: ["code", "query"])
    let code = try fields.require("code", fields.string("code", max: Limits.codeBytes))
    let query = try fields.string("query", max: Limits.openedURLBytes) ?? ""
    let headers = VisitHeaders(request.headers)
    let now = ambient.now()
    guard let followed = try await directory.link(host: headers.host, code: code),
      let app = try await directory.app(followed.link.app), followed.link.isAlive(at: now),
      let origin = request.headers["Origin"], app.settings.origins.contains(origin)
    else {
      try limits.take("codes", from: call.address)
      throw Problem(
        .notFound,
        "Not found: no link has this code, or the page's origin is none of its app's. List the "
          + "origin: PATCH /v1/app {\"origins\": […]}.")
    }
    let click = click(
      on: followed.link, of: app, request, headers, call.address, now,
      query: QueryText(query).parameters)
    try await clicks.store(click, app: app.number, by: call.thread)
    var reply = Reply.json(["click_id": .id(click.id)], status: 201)
    reply.headers += CORS.headers(for: request, app.settings.origins)
    reply.headers.append(("Cache-Control", "no-store"))
    return reply
  }
}
