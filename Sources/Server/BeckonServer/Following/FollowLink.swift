import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// `GET /{code}`, also under a path that is an app's own: stores the click, then sends the visitor
/// on. The busiest route: apps, links and browsers are looked up in memory, and clicks that come
/// together are one write.
struct FollowLink: Sendable {
  let directory: AppDirectory
  let database: any Database
  let clicks: ClickCollector
  let limits: CallLimits
  let agents: AgentCache
  /// Where links stand that have no prefix of their own.
  let publicURL: @Sendable () -> String
  let ambient: Ambient

  /// Answers a visit of a link that is in memory and alive; of any other, `false`, and `follow` is
  /// to be asked. `answer` is called once, from any thread.
  func followKnown(
    _ call: OpenCall, _ answer: @escaping @Sendable (Result<Reply, any Error>) -> Void
  ) -> Bool {
    let (request, path) = (call.request, VisitedPath(call.parameters))
    guard !LinkFlowPage.isAsked(by: request) else { return false }
    let now = ambient.now()
    let headers = VisitHeaders(request.headers)
    // Of what may be a long link the other way decides, whatever is in memory.
    guard !directory.forms.links.longParameters.contains(where: request.hasParameter) else {
      return false
    }
    guard
      let (followed, app) = directory.known(
        host: headers.host, path: path.prefix, code: path.code), followed.link.isAlive(at: now)
    else { return false }
    let click = click(on: followed.link, of: app, request, headers, call.address, now)
    let handed = HandedParameters(request, of: followed.link, app.settings)
    // Made now, while all that it needs is at hand: kept until then, that would be copied.
    let reply = Self.reply(to: click, followed, handed, headers, of: app, publicURL)
    clicks.store(click, app: app.number, on: call.thread) { answer($0.map { reply }) }
    return true
  }

  /// Answers a visit.
  func follow(_ call: OpenCall) async throws -> Reply {
    let (request, path) = (call.request, VisitedPath(call.parameters))
    let headers = VisitHeaders(request.headers)
    if let long = directory.forms.links.long(request.url(on: headers.host)),
      let app = try await directory.owner(ofPrefix: long.prefix)
    {
      return try await follow(long, of: app, call, headers)
    }
    try await requirePrefix(path, on: headers.host)
    guard
      let followed = try await directory.link(
        host: headers.host, path: path.prefix, code: path.code),
      let app = try await directory.app(followed.link.app)
    else {
      try limits.take("codes", from: call.address)
      return try refusal(.notFound, .noSuchLink, request, headers)
    }
    let now = ambient.now()
    guard followed.link.isAlive(at: now) else {
      return try refusal(.gone, .linkHasEnded, request, headers)
    }
    return try await answer(call, headers, followed, of: app, at: now)
  }

  /// Answers a visit of a long link. Anybody can make up as many as they like, so each costs its
  /// address as much as a code that does not exist.
  private func follow(
    _ long: LongLink, of app: AppContext, _ call: OpenCall, _ headers: VisitHeaders
  ) async throws -> Reply {
    try limits.take("codes", from: call.address)
    guard long.forbiddenPage(by: app.settings) == nil else {
      return try refusal(.targetNotAllowed, .linkIsForbidden, call.request, headers)
    }
    let now = ambient.now()
    let link = long.link(of: app.number, at: now)
    // One that has a row may have been deleted.
    let path = VisitedPath([link.code] + (LinkPrefix(long.prefix)?.path ?? []))
    let stored = try await directory.link(host: headers.host, path: path.prefix, code: path.code)
    guard stored?.link.isAlive(at: now) ?? true else {
      return try refusal(.gone, .linkHasEnded, call.request, headers)
    }
    let followed = FollowedLink(link, link.targets(app.settings))
    return try await answer(call, headers, followed, of: app, at: now)
  }

  /// Stores the click on a link that is alive and sends the visitor on, or shows what it does.
  private func answer(
    _ call: OpenCall, _ headers: VisitHeaders, _ followed: FollowedLink, of app: AppContext,
    at now: Instant
  ) async throws -> Reply {
    let request = call.request
    if LinkFlowPage.isAsked(by: request) {
      let page = LinkFlowPage(
        followed, app.settings, shortURL: followed.link.shortURL(publicURL: publicURL()))
      return .page(page.page, status: 200)
    }
    let click = click(on: followed.link, of: app, request, headers, call.address, now)
    try await clicks.store(click, app: app.number, by: call.thread)
    // What a long link is made of is no parameter to be handed on.
    let handed =
      followed.link.isLong ? nil : HandedParameters(request, of: followed.link, app.settings)
    return Self.reply(to: click, followed, handed, headers, of: app, publicURL)
  }

  /// Stores what a click page learned of the device.
  func enrich(_ request: HTTPRequest, _ path: VisitedPath) async throws -> Reply {
    let host = VisitHeaders(request.headers).host
    try await requirePrefix(path, on: host)
    guard let app = try await owner(of: path, on: host) else {
      throw Problem(.notFound, "Not found: no such link. The API's paths begin with /v1/.")
    }
    let fields = try Fields(try request.json())
    let click = try fields.require("click", fields.id("click", ClickID.self))
    let screen = try Screen(fields.fields("screen"))
    let timeZone = try fields.string("timezone", max: Limits.signalBytes)
    let now = ambient.now()
    try await database.write { connection in
      let scope = Scope(connection: connection, app: app, now: now, ambient: ambient)
      try Clicks(scope).enrich(click, screen: screen, timeZone: timeZone)
    }
    return Reply(status: 204)
  }

  /// The app whose link a click page was of.
  private func owner(of path: VisitedPath, on host: String) async throws -> AppContext? {
    if LongLink.isMarked(path.code) {
      let prefix = path.prefix.isEmpty ? host : LinkPrefix.text(host, [path.prefix])
      return try await directory.owner(ofPrefix: prefix)
    }
    let followed = try await directory.link(host: host, path: path.prefix, code: path.code)
    guard let followed else { return nil }
    return try await directory.app(followed.link.app)
  }

  /// Refuses a path that is nobody's prefix: it is no link's, and may be a misspelt path of the
  /// API.
  private func requirePrefix(_ path: VisitedPath, on host: String) async throws {
    guard !path.prefix.isEmpty else { return }
    guard try await directory.isPrefix(host: host, path: path.prefix) else {
      throw Problem.noSuchPath
    }
  }

  // MARK: The click

  /// - Parameter query: the parameters of the visited page; those of the request unless given.
  func click(
    on link: Link, of app: AppContext, _ request: HTTPRequest, _ headers: VisitHeaders,
    _ address: ClientAddress, _ now: Instant, query: [(name: String, value: String)]? = nil
  ) -> Click {
    let visitor = agents.visitor(
      agent: headers.userAgent ?? "", language: headers.acceptLanguage)
    let network = address.address
    let networkClass = network.map {
      NetworkRanges.builtIn.classify($0, isForwardingIgnored: address.isForwardingIgnored)
    }
    var signals = visitor.signals
    signals.networkClass = networkClass ?? .hiddenByProxy
    let networkDigest = app.digest(ofNetwork: network?.networkText ?? address.text)
    let query = query ?? request.query
    var click = Click(
      id: ClickID(Identifier(at: now, random: (ambient.random(), ambient.random()))),
      link: link.id, at: now, kind: Self.kind(request.method, headers) ?? visitor.kind,
      network: networkDigest, visitor: visitor.digest(on: networkDigest), signals: signals,
      parameters: query.isEmpty ? nil : AdParameters(query).json,
      longLink: link.isLong ? link.longLink : nil)
    if click.kind == .click, app.webhookInterest.wants(.click) {
      click.published = Self.published(click, link)
    }
    return click
  }

  /// What the feed holds of a click: no address, and nothing of which browser it was.
  private static func published(_ click: Click, _ link: Link) -> JSON {
    [
      "click": .id(click.id), "link": .id(link.id), "code": .string(link.code),
      "referrer": link.referrer.map(JSON.id) ?? .null,
      "platform": .string(click.signals.platform.rawValue), "at": .instant(click.at),
      "parameters": click.parameters ?? .object([]),
    ]
  }

  /// What the request says of itself beside its agent; `nil` when nothing.
  private static func kind(_ method: HTTPMethod, _ headers: VisitHeaders) -> VisitKind? {
    guard method == .head || headers.saysPurpose else { return nil }
    let visit = Visit(
      method: method.rawValue, userAgent: nil, secPurpose: headers.secPurpose,
      purpose: headers.purpose, xMoz: headers.xMoz, xPurpose: headers.xPurpose)
    return visit.kind == .head || visit.kind == .prefetch ? visit.kind : nil
  }

  // MARK: The answer

  private static func reply(
    to click: Click, _ followed: FollowedLink, _ handed: HandedParameters?,
    _ headers: VisitHeaders, of app: AppContext, _ publicURL: () -> String
  ) -> Reply {
    let destination = Destination(
      followed.targets, platform: click.signals.platform, isIPad: click.signals.isIPad,
      visit: click.kind)
    switch destination {
    case .redirect(let page):
      return Reply(
        status: 302,
        headers: [
          ("Location", followed.redirect(click, handed, to: page)),
          ("Cache-Control", "private, no-store"),
          ("Referrer-Policy", "no-referrer-when-downgrade"),
        ])
    case .clickPage(let store, let url):
      let page = followed.page(
        click, to: (store, url), handed,
        shortURL: followed.link.shortURL(publicURL: publicURL()), app.settings,
        InAppBrowser(userAgent: headers.userAgent ?? ""),
        iosForm: followed.link.longLink.flatMap(app.forms.links.long)?.iosForm)
      let complaint =
        followed.link.isLong ? nil : LocalPath.linkReport(app.id, followed.link.id)
      return .page(
        pages(headers.acceptLanguage).click(page, complaint: complaint), status: 200)
    case .socialPreview(let url):
      return .page(
        pages(headers.acceptLanguage).preview(
          url: url, social: followed.link.options.social), status: 200)
    case .refusal:
      return Reply(
        status: 503, headers: [("Cache-Control", "no-store"), (HeaderName.retryAfter, "0")])
    }
  }

  /// A page for people, a problem for programs.
  private func refusal(
    _ code: ErrorCode, _ reason: Wording, _ request: HTTPRequest, _ headers: VisitHeaders
  ) throws -> Reply {
    guard request.headers["Accept"]?.has(text: "text/html") ?? false else {
      throw Problem(code, reason.text(in: .english))
    }
    return .page(Self.pages(headers.acceptLanguage).refusal(reason), status: code.status)
  }

  private static func pages(_ acceptLanguage: String?) -> LinkPages {
    LinkPages(language: Language(acceptLanguage: acceptLanguage))
  }
}
