extension VendorDay {
  /// Players who invite each other by links, on the server that has taken the vendor's place.
  static let dynamicLinks = VendorDay(
    name: "dynamiclinks",
    usage: """
             beckon-sim dynamiclinks [--users N] [--seed S] [--database sqlite|postgres://…]
                 [--repeat-all]
        A day of a game whose players invite each other by Dynamic Links: long and short ones, by
        old clients, by Beckon's, and by both in one app. They click, install, write their records,
        sign up and rise; answers are lost, and requests come again, some hours later. Checks that
        each link's figures, each install's match, each record and each reward is what it must be.
        --repeat-all also repeats what counts twice by the protocol, which must be seen.
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
    let shop = try await GameShop(on: server)
    let network = LossyNetwork(server, size)
    var players: [GamePlayer] = []
    for plan in GamePlan.all(size.users, seed: size.seed) {
      players.append(
        GamePlayer(plan, shop, network, inviter: plan.inviter.map { players[$0] }))
    }
    let steps = players.flatMap { player in player.plan.steps.map { (player: player, step: $0) } }
    for (player, step) in steps.sorted(by: { $0.step.at < $1.step.at }) {
      try network.catchUp(until: step.at)
      server.set(step.at)
      try player.take(step)
    }
    try await server.settle()
    try GameAudit(server, shop, players, network).run()
    var result = DayResult()
    result.violations = network.violations
    result.done = network.done.sorted { $0.key < $1.key }.map { (name: $0.key, count: $0.value) }
    result.done.append(("reached the level", players.count { $0.levelMax >= GameShop.level }))
    return result
  }
}
