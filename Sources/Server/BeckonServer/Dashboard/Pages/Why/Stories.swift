import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// All that was decided about a person.
struct PersonStory: Sendable {
  let id: String
  /// As the API tells of them, with their part in each campaign.
  let person: JSON
  let installs: [JSON]
  /// Their part in each campaign, with what rules refused.
  let referrals: [JSON]
  /// Whom they brought, the last first.
  let brought: [JSON]
  let unpaid: [JSON]
  let transfers: [JSON]
  let payments: [JSON]

  private static let rows = "25"

  /// `nil` when there is nobody of this id.
  init?(_ id: String, _ request: DashboardRequest) async throws {
    guard let person = try await request.find(PersonRoute.read, id),
      let present = person["person"]?.string
    else { return nil }
    (self.id, self.person) = (present, person)
    func list(_ route: some ServedRoutes, _ name: String, by filter: String) async throws -> [JSON]
    {
      let found = try await request.find(
        route, query: [filter: present, "limit": Self.rows])
      return found?[name]?.elements ?? []
    }
    installs = try await list(InstallRoute.list, "installs", by: "person")
    brought = try await list(CampaignRoute.findReferrals, "referrals", by: "referrer")
    transfers = try await list(RewardRoute.listTransfers, "transfers", by: "person")
    payments = try await list(PaymentRoute.list, "payments", by: "person")
    unpaid = try await request.find(PersonRoute.explainUnpaid, present)?["unpaid"]?.elements ?? []
    referrals = try await Self.referrals(person["referrals"]?.elements ?? [], request)
  }

  /// With what rules refused of each.
  private static func referrals(
    _ plain: [JSON], _ request: DashboardRequest
  ) async throws -> [JSON] {
    try await request.read { scope in
      try plain.map { json in
        let id = json["id"]?.string.flatMap { ReferralID($0) }
        let referral = try id.flatMap { try Referrals(scope).find($0) }
        return try referral.map { try ListReferrals.describe($0, scope, to: .secret) } ?? json
      }
    }
  }
}

/// All that is known of a link.
struct LinkStory: Sendable {
  let link: JSON
  let statistics: JSON
  let clicks: [JSON]

  /// `nil` when there is none of this id.
  init?(_ id: String, _ request: DashboardRequest) async throws {
    guard let link = try await request.find(LinkRoute.read, id) else { return nil }
    self.link = link
    statistics = try await request.find(LinkRoute.statistics, id) ?? .null
    clicks =
      try await request.find(LinkRoute.listClicks, query: ["link": id, "limit": "15"])?["clicks"]?
      .elements ?? []
  }
}

/// A payment, whose it is, and what was paid for it.
struct PaymentStory: Sendable {
  let payment: JSON
  let person: String?
  let transfers: [JSON]

  private static let max = 5

  /// Those that a filter finds.
  static func all(
    _ filter: FoundPayments.Filter, _ request: DashboardRequest
  ) async throws -> [PaymentStory] {
    try await request.read { scope in
      let payments = FoundPayments(scope)
      return try payments.page(filter, behind: nil, limit: max).rows.map { row in
        let id = row.json["payment"]?.string.flatMap { FactID($0) }
        var caused = FoundTransfers.Filter()
        caused.fact = id
        let transfers =
          id == nil
          ? [] : try FoundTransfers(scope).page(caused, behind: nil, limit: 50).rows.map(\.json)
        return PaymentStory(
          payment: row.json, person: try id.flatMap { try payments.payer(of: $0)?.text },
          transfers: transfers)
      }
    }
  }
}
