import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

extension DashboardPage {
  /// How the server and its background work are doing.
  static let health = DashboardPage(
    "health", .health, .server, in: .server,
    tables: [
      HealthPage.table("followers") { $0.followersTable }, HealthPage.table("queues") { $0.queues },
      HealthPage.table("rejected") { $0.rejectedTable }, HealthPage.table("loops") { $0.loops },
    ]
  ) {
    try await HealthPage($0).html
  }
}

/// What the page of the server's health reads.
struct HealthPage {
  let request: DashboardRequest
  /// As `GET /health` tells it.
  let health: JSON
  let followers: [(name: String, lag: Followers.Lag)]
  let databaseBytes: Int64
  /// Webhooks with what waits for them, and their app.
  let webhooks: [(app: String, json: JSON)]
  let rejected: [(app: String, entry: RejectedFacts.Entry)]

  /// One of its tables as CSV.
  static func table(
    _ name: String, _ chosen: @escaping @Sendable (HealthPage) -> DataTable
  ) -> DashboardTable {
    DashboardTable(name: name) { request in
      .csv(name, chosen(try await HealthPage(request)))
    }
  }

  /// Apps whose webhooks and refused facts are looked at.
  private static let appsMax = 50

  init(_ request: DashboardRequest) async throws {
    self.request = request
    let reply = await request.call.services[Operations.self].health()
    health = try JSONReader.read(reply.body, takesAnyNumber: true)
    (followers, databaseBytes) = try await request.call.database.read { connection in
      (
        try FeedFollower.all.map { ($0.name, try Followers(connection).lag(of: $0.name)) },
        try DatabaseSize.bytes(connection)
      )
    }
    var (webhooks, rejected): ([(String, JSON)], [(String, RejectedFacts.Entry)]) = ([], [])
    for app in request.apps.prefix(Self.appsMax) {
      let own = try await request.of(app.id)
      let list = try await own.ask(WebhookRoute.list, query: ["limit": "50"])
      webhooks += (list["webhooks"]?.elements ?? []).map { (app.name, $0) }
      let refused = own.app.map { request.call.services[RejectedFacts.self].all(of: $0.number) }
      rejected += (refused ?? []).map { (app.name, $0) }
    }
    self.webhooks = webhooks
    self.rejected = Array(rejected.sorted { $1.1.at < $0.1.at }.prefix(50))
  }
}
