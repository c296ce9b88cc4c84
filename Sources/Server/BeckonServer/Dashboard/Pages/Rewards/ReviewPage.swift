import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

extension DashboardPage {
  /// Rewards that are held, and what is decided about them.
  static let review = DashboardPage(
    "review", .review, .app, in: .run, actions: [ReviewPage.decide], tables: [ReviewPage.table]
  ) { try await ReviewPage($0).html }
}

/// What the page of the held rewards reads, and what its form does.
struct ReviewPage {
  let request: DashboardRequest
  /// Each with `transfer`, `fact` and `referral`.
  let held: [JSON]
  let next: String?

  private static let pageRows = 50

  init(_ request: DashboardRequest) async throws {
    self.request = request
    let answer = try await request.ask(
      RewardRoute.listHeld,
      query: Self.query(request, cursor: request.query("cursor"), limit: "\(Self.pageRows)"))
    held = answer["held"]?.elements ?? []
    next = answer["next"]?.string
  }

  private static func query(
    _ request: DashboardRequest, cursor: String? = nil, limit: String? = nil
  ) -> KeyValuePairs<String, String?> {
    [
      "state": request.query("state"), "reason": request.query("reason"),
      "campaign": request.query("campaign"), "person": request.query("person"),
      "cursor": cursor, "limit": limit,
    ]
  }

  /// The facts in it have properties of people.
  static let table = DashboardTable(name: "held") { request in
    try request.needs(.edit)
    return try await request.csv(RewardRoute.listHeld, query: query(request))
  }

  static let decide = DashboardAction("decide", .money, done: .decided) { request in
    let isPage = request.field("which") == "page"
    let chosen = Array(
      request.fields(isPage ? "page" : "transfers").prefix(WaitingRewards.decidedMax))
    guard !chosen.isEmpty else { throw FormFault(request.text(.choseNone)) }
    guard let decision = request.field("decision") else {
      throw FormFault(request.text(.choseNoDecision), field: "decision")
    }
    let answer = try await request.ask(
      RewardRoute.decideHeld,
      body: .object([
        "decision": .string(decision), "transfers": .array(chosen.map(JSON.string)),
        "reason": request.field("reason").map(JSON.string),
      ]))
    let results = answer["results"]?.elements ?? []
    let areDone = results.allSatisfy { $0["result"]?.string == "done" }
    return areDone ? .done() : .shown(outcome(request, results))
  }
}
