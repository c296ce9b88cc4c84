import BeckonModel

/// Compares what the server tells with what the members did.
struct MemberAudit {
  private let server: FraudServer
  private let shop: MemberShop
  private let members: [DayMember]
  private let network: LossyNetwork

  init(
    _ server: FraudServer, _ shop: MemberShop, _ members: [DayMember], _ network: LossyNetwork
  ) {
    (self.server, self.shop, self.members, self.network) = (server, shop, members, network)
  }

  /// Tells the network what differs.
  func run() throws {
    for member in members { try audit(member) }
    try auditLeaders()
    let converted = members.count { $0.state == .unconfirmed || $0.state == .confirmed }
    var (payments, next) = (0, String?.some(""))
    while let cursor = next {
      let page = try shop.app.ask(
        server, "GET",
        "/v1/payments?limit=200" + (cursor.isEmpty ? "" : "&cursor=" + cursor))
      payments += page["payments"]?.elements?.count ?? 0
      next = page["next"]?.string
    }
    network.expect("payments", "\(converted)", "\(payments)")
  }

  private func friends(of member: DayMember, _ state: DayMember.State) -> Int {
    members.count { $0.plan.referrer == member.plan.number && $0.state == state }
  }

  private func audit(_ member: DayMember) throws {
    let name = "member \(member.plan.number)"
    let path = "/api/sdk/v1/lists/\(MemberShop.list)/subscribers/\(member.id)"
    let answer = try server.ask(
      SimulatedRequest(method: "GET", path: path, key: shop.app.secret))
    guard !member.hasLeft else {
      return network.expect(
        "\(name), who has left", "subscriber_not_found", answer.json?["code"]?.string ?? "there")
    }
    let data = answer.json?["data"]
    func expect(_ field: String, _ expected: JSON) {
      network.expect("\(field) of \(name)", expected.text, data?[field]?.text ?? "nothing")
    }
    expect("referral_status", .string(member.wasReferred ? member.state.rawValue : ""))
    expect("people_referred", .integer(friends(of: member, .confirmed)))
    expect("unconfirmed_referrals", .integer(friends(of: member, .unconfirmed)))
    expect("pending_referrals", .integer(friends(of: member, .pending)))
    expect("conversion_amount", .number(member.amount))
    let own = member.wasReferred && member.state == .confirmed ? 1 : 0
    let rows = try server.ask(
      SimulatedRequest(method: "GET", path: path + "/rewards", key: shop.app.secret))
    let rewards = rows.json?["data"]?["rewards"]?.elements ?? []
    // A page has no more.
    network.expect(
      "rewards of \(name)", "\(min(50, own + friends(of: member, .confirmed)))",
      "\(rewards.count { $0["status"] == "sent" })")
  }

  /// Those with most confirmed referrals, as the list has them.
  private func auditLeaders() throws {
    let answer = try server.ask(
      SimulatedRequest(
        method: "GET", path: "/api/sdk/v1/lists/\(MemberShop.list)/leaderboard?count=10",
        key: shop.app.secret))
    let found = answer.json?["data"]?["ranking"]?.elements?.compactMap {
      $0["people_referred"]?.integer
    }
    // Nobody leaves who has referred somebody, as the plan draws it, or their place is not shown.
    let counts = members.filter { !$0.hasLeft }.map { friends(of: $0, .confirmed) }.sorted(by: >)
    let expected = counts.prefix(10).filter { $0 > 0 }
    let shown = (found ?? []).filter { $0 > 0 }
    network.expect("the leaderboard", "\(expected.map(Int64.init))", "\(shown)")
  }
}
