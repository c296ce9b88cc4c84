extension VendorDay {
  /// Visitors of a shop, who look around, sign in and buy.
  static let segmentify = VendorDay(
    name: "segmentify",
    usage: """
             beckon-sim segmentify [--users N] [--seed S] [--database sqlite|postgres://…]
                 [--repeat-all]
        A day of a shop by Segmentify's clients, across midnight: on one device or two people look
        around, come back after a silence, sign in and out, fill baskets and buy, with an order's
        number and without, which the shop's server confirms, or not. Answers are lost, and what
        has a key comes again, some hours later. Checks that visitors, sessions, orders, revenue,
        the catalogue and what is recommended rest on what they did.
        --repeat-all also repeats what counts twice by the protocol, which must be seen.
      """
  ) { size, database in
    let server = try await FraudServer(database, seed: size.seed, at: ShopperPlan.start)
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
    let shop = try await ShopperShop(on: server)
    let network = LossyNetwork(server, size)
    let shoppers = ShopperPlan.all(size.users, seed: size.seed).map {
      DayShopper($0, shop, network, server)
    }
    let steps = shoppers.flatMap { shopper in
      shopper.plan.steps.map { (shopper: shopper, step: $0) }
    }
    for (shopper, step) in steps.sorted(by: { $0.step.at < $1.step.at }) {
      try network.catchUp(until: step.at)
      server.set(step.at)
      try shopper.take(step)
    }
    try await server.settle()
    try ShopperAudit(server, shop, shoppers, network).run()
    var result = DayResult()
    result.violations = network.violations
    result.done = network.done.sorted { $0.key < $1.key }.map { (name: $0.key, count: $0.value) }
    return result
  }
}
