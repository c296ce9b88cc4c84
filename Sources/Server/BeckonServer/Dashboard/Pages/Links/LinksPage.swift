import BeckonContract
import BeckonEngine
import BeckonModel

extension DashboardPage {
  /// The app's links, and each of them: `/dashboard/{app}/links/{link}`.
  static let links = DashboardPage(
    "links", .links, .app, in: .run,
    actions: [
      LinksPage.create, LinksPage.stopReported, LinksPage.settle, LinkPage.change, LinkPage.stop,
      LinkPage.resume, LinkPage.delete,
    ],
    tables: [LinksPage.table, LinksPage.reportTable],
    files: [
      LinkPage.days, LinkPage.platforms, LinkPage.devices, LinkPage.visits, LinkPage.svg,
      LinkPage.png,
    ]
  ) { request in
    request.rest.isEmpty
      ? try await LinksPage(request).html : try await LinkPage(request).html
  }
}

/// What the list of the links reads, and how one is made.
struct LinksPage {
  let request: DashboardRequest
  let links: ListedRows
  let reported: [ReportedLink]

  init(_ request: DashboardRequest) async throws {
    self.request = request
    links = try await request.list(LinkRoute.list, "links", query: Self.query(request))
    // They stand above the first page alone.
    reported = request.query("cursor") == nil ? try await Self.reported(request) : []
  }

  private static func query(_ request: DashboardRequest) -> KeyValuePairs<String, String?> {
    [
      "code": request.query("code"), "person": request.query("person"),
      "campaign": request.query("campaign"), "name": request.query("name"),
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
