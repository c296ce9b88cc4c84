import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

extension DashboardPage {
  /// What moved, and where all of it stands.
  static let ledger = DashboardPage(
    "ledger", .ledger, .app, in: .run, actions: [LedgerPage.takeBack, LedgerPage.addCoupons],
    tables: [LedgerPage.table, LedgerPage.accountTable]
  ) { try await LedgerPage($0).html }
}

/// What the page of the ledger reads, and what its forms do.
struct LedgerPage {
  let request: DashboardRequest
  /// Of each kind of account, its posted sum, by unit.
  let sums: [JSON]
  let transfers: [JSON]
  let next: String?
  let pools: [(name: String, free: Int64, all: Int64)]

  private static let pageRows = 50

  init(_ request: DashboardRequest) async throws {
    self.request = request
    sums = try await Self.sums(request)
    let answer = try await request.ask(
      RewardRoute.listTransfers,
      query: Self.query(request, cursor: request.query("cursor"), limit: "\(Self.pageRows)"))
    transfers = answer["transfers"]?.elements ?? []
    next = answer["next"]?.string
    let names = Self.pools(request)
    pools = try await request.read { scope in
      try names.map { name in
        (
          name: name, free: try Coupons(scope).free(in: name),
          all: try CouponPools(scope).couponCount(in: name)
        )
      }
    }
  }

  static func sums(_ request: DashboardRequest) async throws -> [JSON] {
    try await request.ask(RewardRoute.ledgerSummary)["accounts"]?.elements ?? []
  }

  /// The pools that rules name.
  private static func pools(_ request: DashboardRequest) -> [String] {
    let rules = (request.app?.campaigns ?? []).flatMap(\.rules)
    return Set(texts: rules.compactMap(\.rule.couponPool)).sortedTexts
  }

  private static func query(
    _ request: DashboardRequest, cursor: String? = nil, limit: String? = nil
  ) -> KeyValuePairs<String, String?> {
    [
      "state": request.query("state"), "kind": request.query("kind"),
      "campaign": request.query("campaign"), "person": request.query("person"),
      "from": request.query("from"), "until": request.query("until"), "cursor": cursor,
      "limit": limit,
    ]
  }

  /// The codes of coupons are in it, which are as good as money.
  static let table = DashboardTable(name: "transfers") { request in
    try request.needs(.edit)
    return try await request.csv(RewardRoute.listTransfers, query: query(request))
  }

  static let accountTable = DashboardTable(name: "accounts") { request in
    .csv("accounts", accounts(request, try await sums(request)))
  }

  static let takeBack = DashboardAction("take-back", .money, done: .rewardTakenBack) { request in
    guard let transfer = request.field("transfer") else { throw DashboardRefusal.noSuchPage }
    _ = try await request.ask(
      RewardRoute.clawBackTransfer, transfer,
      body: .object(["reason": request.field("reason").map(JSON.string)]))
    return .done()
  }

  static let addCoupons = DashboardAction("add-coupons", .money, done: .couponsAdded) { request in
    let codes = (request.field("codes") ?? "").split(on: "\n")
      .map { $0.split(on: "\r").joined() }.filter { !$0.isEmpty }
    guard !codes.isEmpty, let pool = request.field("pool") else {
      throw FormFault(request.text(.needsCodes), field: "codes")
    }
    _ = try await request.ask(
      RewardRoute.addCoupons, pool, body: ["codes": .array(codes.map(JSON.string))])
    return .done()
  }
}
