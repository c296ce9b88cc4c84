import BeckonContract
import BeckonEngine
import BeckonModel

extension DashboardPage {
  /// The app's people, and each of them: `/dashboard/{app}/people/{person}`.
  static let people = DashboardPage(
    "people", .people, .app, in: .run,
    actions: [PersonPage.grant, PersonPage.merge, PersonPage.erase, PersonPage.makeToken],
    tables: [PeoplePage.table], files: PersonPage.tables + [PersonPage.export]
  ) { request in
    request.rest.isEmpty
      ? try await PeoplePage(request).html : try await PersonPage(request).html
  }
}

/// What the list of the people reads.
struct PeoplePage {
  let request: DashboardRequest
  let people: [JSON]
  let next: String?

  /// By what somebody is looked for: as the native call names it, and by the id itself.
  static let ways = ["person"] + IdentityKind.allCases.map(\.rawValue) + ["code", "install_id"]
  private static let pageRows = 50

  init(_ request: DashboardRequest) async throws {
    self.request = request
    if let what = request.query("what"), request.query("by") ?? Self.ways[0] == Self.ways[0] {
      let found = try await request.find(PersonRoute.read, what)
      (people, next) = (found.map { [$0] } ?? [], nil)
    } else {
      let answer = try await request.ask(
        PersonRoute.list,
        query: Self.query(request, cursor: request.query("cursor"), limit: "\(Self.pageRows)"))
      (people, next) = (answer["people"]?.elements ?? [], answer["next"]?.string)
    }
  }

  private static func query(
    _ request: DashboardRequest, cursor: String? = nil, limit: String? = nil
  ) -> KeyValuePairs<String, String?> {
    func value(_ way: String) -> String? {
      request.query("by") == way ? request.query("what") : nil
    }
    return [
      "user_id": value("user_id"), "email": value("email"), "phone": value("phone"),
      "wallet": value("wallet"), "other_id": value("other_id"), "code": value("code"),
      "install_id": value("install_id"), "cursor": cursor, "limit": limit,
    ]
  }

  /// It has what people are known by, and all that the app says of them.
  static let table = DashboardTable(name: "people") { request in
    try request.needs(.edit)
    return try await request.csv(PersonRoute.list, query: query(request))
  }
}
