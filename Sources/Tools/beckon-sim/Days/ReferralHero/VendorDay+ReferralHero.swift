extension VendorDay {
  /// Members of a campaign with three conversion events, who refer each other.
  static let referralHero = VendorDay(
    name: "referralhero",
    usage: """
             beckon-sim referralhero [--users N] [--seed S] [--database sqlite|postgres://…]
                 [--repeat-all]
        A day of a campaign with three conversion events, by ReferralHero's clients: members join by
        codes, links, clicks, ids and mail addresses, by phones and by the app's server, convert and
        are confirmed; some leave. Answers are lost, and requests come again, some hours later.
        Checks that each member's state, counts, amount and rewards are what they must be.
        --repeat-all also repeats who left joining, by which they are members again, which must be
        seen.
      """
  ) { size, database in
    let server = try await FraudServer(database, seed: size.seed, at: GamePlan.start)
    let result: Result<DayResult, any Error>
    do {
      result = .success(try await play(size, on: server))
    } catch {
      result = .failure(error)
    }
    await server.stop()
    return try result.get()
  }

  private static func play(_ size: DaySize, on server: FraudServer) async throws -> DayResult {
    let shop = try await MemberShop(on: server)
    let network = LossyNetwork(server, size)
    var members: [DayMember] = []
    for plan in MemberPlan.all(size.users, seed: size.seed) {
      members.append(
        DayMember(plan, shop, network, referrer: plan.referrer.map { members[$0] }))
    }
    let steps = members.flatMap { member in member.plan.steps.map { (member: member, step: $0) } }
    for (member, step) in steps.sorted(by: { $0.step.at < $1.step.at }) {
      try network.catchUp(until: step.at)
      server.set(step.at)
      try member.take(step.kind)
    }
    try await server.settle()
    try MemberAudit(server, shop, members, network).run()
    var result = DayResult()
    result.violations = network.violations
    result.done = network.done.sorted { $0.key < $1.key }.map { (name: $0.key, count: $0.value) }
    result.done.append(("confirmed", members.count { $0.state == .confirmed }))
    return result
  }
}
