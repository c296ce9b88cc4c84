import BeckonModel

/// Compares what the server tells with what the shoppers did.
struct ShopperAudit {
  private let server: FraudServer
  private let shop: ShopperShop
  private let shoppers: [DayShopper]
  private let network: LossyNetwork

  init(
    _ server: FraudServer, _ shop: ShopperShop, _ shoppers: [DayShopper], _ network: LossyNetwork
  ) {
    (self.server, self.shop, self.shoppers, self.network) = (server, shop, shoppers, network)
  }

  /// Tells the network what differs.
  func run() throws {
    for shopper in shoppers {
      let name = "shopper \(shopper.plan.number)"
      var stored: [JSON] = []
      for (number, device) in shopper.devices.enumerated() {
        stored += try audit(device, "device \(number) of \(name)")
      }
      try auditFacts(of: shopper, name, stored)
    }
    try auditRevenue()
    try auditCatalogue()
  }

  private func get(_ path: String) throws -> JSON { try shop.app.ask(server, "GET", path) }

  // MARK: Visitors

  /// - Returns: the pages of what is stored of the device's visitors.
  private func audit(_ device: DayShopper.Device, _ name: String) throws -> [JSON] {
    let pages = try pages("/v1/visitors/" + device.visitor)
    let visits = pages[0]["visits"]?.elements ?? []
    network.expect("visitors by \(name)", "\(device.visitors)", "\(visits.count)")
    let signedIn = (device.facts["shop_user_login"] ?? 0) > 0
    network.expect(
      "who signed in on \(name)", signedIn ? "1" : "0",
      "\(Set(visits.compactMap { $0["person"]?.string }).count)")
    auditActions(device, name, Self.rows("shop_actions", of: pages))
    auditOrders(device, name, Self.rows("shop_purchases", of: pages))
    try auditLastVisited(device, name)
    return pages
  }

  private func pages(_ path: String) throws -> [JSON] {
    var pages = [try get(path)]
    while let next = pages.last?["next"]?.string { pages.append(try get(path + "?after=" + next)) }
    return pages
  }

  private static func rows(_ member: String, of pages: [JSON]) -> [JSON] {
    pages.flatMap { $0[member]?.elements ?? [] }
  }

  /// What they did on all devices: from the first log-in on it is the person's.
  private func auditFacts(of shopper: DayShopper, _ name: String, _ stored: [JSON]) throws {
    var pages = stored
    let people = Set(Self.rows("visits", of: stored).compactMap { $0["person"]?.string })
    for person in people { pages += try self.pages("/v1/people/\(person)/export") }
    network.expect("people who are \(name)", "\(min(1, people.count))", "\(people.count)")
    var found: [String: Int] = [:]
    for fact in Self.rows("facts", of: pages) { found[fact["name"]?.string ?? "", default: 0] += 1 }
    for fact in Set(shopper.devices.flatMap(\.facts.keys)).sorted() {
      let expected = shopper.devices.reduce(0) { $0 + ($1.facts[fact] ?? 0) }
      network.expect("\(fact) of \(name)", "\(expected)", "\(found[fact] ?? 0)")
    }
  }

  /// What was done with products, and in how many sessions: their numbers say nothing, which belong
  /// together does.
  private func auditActions(
    _ device: DayShopper.Device, _ name: String, _ rows: [JSON]
  ) {
    var ordinals: [Int64: Int] = [:]
    let found = rows.map { row -> String in
      let session = row["session"]?.integer ?? 0
      let ordinal = ordinals[session] ?? ordinals.count + 1
      ordinals[session] = ordinal
      return "\(row["kind"]?.string ?? "") \(row["product_id"]?.string ?? "") in \(ordinal)"
    }
    network.expect("what was done by \(name)", "\(device.actions)", "\(found)")
  }

  private func auditOrders(_ device: DayShopper.Device, _ name: String, _ rows: [JSON]) {
    let expected = device.orders.map { buy, order in
      let amount = ShopperShop.price(buy.product) * Int64(buy.quantity)
      let isPayment = buy.hasOrder || order.isConfirmed
      return "\(amount) \(order.isConfirmed ? "server" : "client") \(isPayment)"
    }
    let found = rows.map { row in
      "\(row["amount"]?.text ?? "") \(row["trust"]?.string ?? "") "
        + "\(row["is_payment"]?.bool ?? false)"
    }
    network.expect("orders of \(name)", "\(expected.sorted())", "\(found.sorted())")
  }

  /// The products at which the visitor of now looked, as far as the shop has told of them.
  private func auditLastVisited(_ device: DayShopper.Device, _ name: String) throws {
    let list = try get(
      "/v1/recommendations?count=100&method=last_visited&visitor=" + device.visitor)
    let found = (list["items"]?.elements ?? []).compactMap { $0["product"]?.string }
    let told = Set((0..<ShopperPlan.told).map(ShopperShop.id))
    network.expect(
      "what \(name) saw last", "\(device.seen.filter(told.contains))", "\(found)")
  }

  // MARK: The shop

  /// What was paid on each day of the shop's clock, by whose word.
  private func auditRevenue() throws {
    var expected: [String: (server: Int64, client: Int64)] = [:]
    for (buy, order) in shoppers.flatMap(\.devices).flatMap({ Array($0.orders) })
    where buy.hasOrder || order.isConfirmed {
      let amount = ShopperShop.price(buy.product) * Int64(buy.quantity)
      // Istanbul is three hours ahead of UTC.
      let day = String(
        order.at.adding(milliseconds: 3 * Span.hourMilliseconds).text.prefix(10))
      var sums = expected[day] ?? (0, 0)
      if order.isConfirmed { sums.server += amount } else { sums.client += amount }
      expected[day] = sums
    }
    let rows = try get("/v1/revenue?by=day")["revenue"]?.elements ?? []
    for (day, sums) in expected {
      let row = rows.first { $0["day"]?.string == day }
      network.expect(
        "revenue of \(day)", "\(sums.server) and \(sums.client)",
        "\(row?["trusted_amount"]?.integer ?? 0) and \(row?["client_amount"]?.integer ?? 0)")
    }
    network.expect("days with revenue", "\(expected.count)", "\(rows.count)")
    if expected.count > 1 { network.count("midnights") }
  }

  /// What the shop's server told stays; of what only clients tell, a price counts when two agree.
  private func auditCatalogue() throws {
    for product in 0..<ShopperPlan.told + ShopperPlan.untold {
      let id = ShopperShop.id(product)
      let tellers = Set(
        shoppers.flatMap(\.devices).filter { device in
          device.actions.contains { $0.hasPrefix("view \(id) ") }
        }.map(\.address))
      let isTold = product < ShopperPlan.told
      guard isTold || !tellers.isEmpty else { continue }
      let stored = try get("/v1/products/" + id)
      let price = ShopperShop.decimal(ShopperShop.price(product))
      network.expect(
        "the title of \(id)", isTold ? "Told \(product)" : "Seen \(product)",
        stored["title"]?.string ?? "nothing")
      network.expect(
        "the price of \(id)", isTold || tellers.count > 1 ? price : "nothing",
        stored["price"]?.string ?? "nothing")
      network.count("products")
    }
  }
}
