import BeckonContract
import BeckonEngine
import BeckonModel

extension DashboardPage {
  /// The app's links, and each of them: `/dashboard/{app}/links/{link}`.
  static let links = DashboardPage(
    "links", .links, .app, in: .run,
    actions: [
      LinksPage.create, LinkPage.change, LinkPage.stop, LinkPage.resume, LinkPage.delete,
    ],
    tables: [LinksPage.table],
    files: [LinkPage.days, LinkPage.visits, LinkPage.svg, LinkPage.png]
  ) { request in
    request.rest.isEmpty
      ? try await LinksPage(request).html : try await LinkPage(request).html
  }
}

/// What the list of the links reads, and how one is made.
struct LinksPage {
  let request: DashboardRequest
  let links: [JSON]
  let next: String?

  private static let pageRows = 50

  init(_ request: DashboardRequest) async throws {
    self.request = request
    let answer = try await request.ask(
      LinkRoute.list,
      query: Self.query(request, cursor: request.query("cursor"), limit: "\(Self.pageRows)"))
    links = answer["links"]?.elements ?? []
    next = answer["next"]?.string
  }

  private static func query(
    _ request: DashboardRequest, cursor: String? = nil, limit: String? = nil
  ) -> KeyValuePairs<String, String?> {
    [
      "code": request.query("code"), "person": request.query("person"), "cursor": cursor,
      "limit": limit,
    ]
  }

  static let table = DashboardTable(name: "links") { request in
    try await request.csv(LinkRoute.list, query: query(request))
  }

  static let create = DashboardAction("create", .edit, done: .linkMade) { request in
    let made = try await request.ask(
      LinkRoute.create, body: LinkForm(request: request, link: nil).body())
    return .done(
      at: request.page("links", made["id"]?.string ?? "", query: ["done": "create"]))
  }
}
