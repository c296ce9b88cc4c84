import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// What the page of one link reads, and what its forms do.
struct LinkPage {
  let request: DashboardRequest
  let link: JSON
  let statistics: JSON
  let visits: [JSON]
  /// What it does, device by device.
  let flow: LinkFlow?

  private static let visitRows = 20

  init(_ request: DashboardRequest) async throws {
    let id = try request.id(LinkID.self).text
    self.request = request
    link = try await request.ask(LinkRoute.read, id)
    statistics = try await request.ask(LinkRoute.statistics, id)
    visits =
      try await request.ask(
        LinkRoute.listClicks, query: ["link": id, "limit": "\(Self.visitRows)"])["clicks"]?
      .elements ?? []
    let (key, settings) = (try request.id(LinkID.self), request.app?.settings ?? AppSettings())
    flow = try await request.read { scope in
      try Links(scope).find(key).map { LinkFlow($0, $0.targets(settings), settings) }
    }
  }

  static let days = DashboardFile(name: "days") { request in
    .csv("days", try await LinkPage(request).dayTable)
  }

  static let platforms = DashboardFile(name: "platforms") { request in
    .csv("platforms", try await LinkPage(request).platformTable)
  }

  static let devices = DashboardFile(name: "devices") { request in
    .csv("devices", try await LinkPage(request).deviceTable)
  }

  static let visits = DashboardFile(name: "visits") { request in
    try await request.csv(LinkRoute.listClicks, query: ["link": request.id(LinkID.self).text])
  }

  static let svg = picture("qr.svg", .qrCodeSVG)
  static let png = picture("qr.png", .qrCodePNG)

  private static func picture(_ name: String, _ route: LinkRoute) -> DashboardFile {
    DashboardFile(name: name) { request in
      var reply = try await request.csv(route, request.id(LinkID.self).text)
      reply.headers += [
        ("Content-Disposition", "inline; filename=\"\(name)\""),
        ("X-Content-Type-Options", "nosniff"),
      ]
      return reply
    }
  }

  static let change = DashboardAction("change", .edit, done: .linkChanged) { request in
    let id = try request.id(LinkID.self).text
    let link = try await request.ask(LinkRoute.read, id)
    let body = try LinkForm(request: request, link: link).body()
    if body.members?.isEmpty == false {
      _ = try await request.ask(LinkRoute.update, id, body: body)
    }
    return .done()
  }

  /// Stopped rather than deleted: who stops a link in a hurry may have been wrong.
  static let stop = DashboardAction("stop", .edit, done: .linkStopped) { request in
    try await end(request, .instant(request.now))
  }

  static let resume = DashboardAction("resume", .edit, done: .linkResumed) { request in
    try await end(request, .null)
  }

  private static func end(
    _ request: DashboardRequest, _ time: JSON
  ) async throws -> DashboardAction.Outcome {
    _ = try await request.ask(
      LinkRoute.update, request.id(LinkID.self).text, body: ["expires_at": time])
    return .done()
  }

  static let delete = DashboardAction("delete", .edit, done: .linkDeleted) { request in
    _ = try await request.ask(LinkRoute.delete, request.id(LinkID.self).text)
    return .done()
  }
}
