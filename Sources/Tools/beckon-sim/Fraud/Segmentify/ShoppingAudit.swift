import BeckonModel

/// Holds what the server tells of both shops against each other: what honest people did, and what
/// is sold, is the same whoever steals.
struct ShoppingAudit {
  private let town: FraudTown

  init(_ town: FraudTown) { self.town = town }

  /// - Throws: when the server is gone.
  func check() throws {
    for product in ShoppingTerms.products {
      try compare("product \(product)", "/v1/products/" + product, Self.product)
    }
    for plan in town.plans {
      let visitor = HonestVisit.visitor(plan.number)
      try compare("the visits of person \(plan.number)", "/v1/visitors/" + visitor, Self.visits)
    }
    try compare("what was paid", "/v1/revenue?by=day", Self.revenue)
    try checkReport()
  }

  private func read(_ path: String, _ shop: FraudShop) throws -> JSON {
    let call = FraudCall(method: "GET", path: path, key: .secret)
    return try town.server.ask(call.request(to: shop)).json ?? .null
  }

  private func compare(
    _ about: String, _ path: String, _ told: (JSON) -> String
  ) throws {
    let sides = try town.shops.map { told(try read(path, $0)) }
    guard sides[0] != sides[1] else { return }
    // By the kind of thing, without its name.
    let kind = about.split(separator: " ").prefix(3).joined(separator: " ")
    town.journal.violate(
      .spoilt, kind, "\(about) was \(sides[0]), and with thieves \(sides[1])", about: [about])
  }

  // MARK: What is compared

  private static func product(_ json: JSON) -> String {
    let names = [
      "title", "description", "url", "image", "brand", "categories", "price", "currency",
      "in_stock", "hidden", "stock",
    ]
    return names.map { $0 + " " + (json[$0]?.text ?? "-") }.joined(separator: ", ")
  }

  private static func visits(_ json: JSON) -> String {
    let actions = (json["shop_actions"]?.elements ?? []).map { action in
      (action["kind"]?.string ?? "") + " " + (action["product_id"]?.text ?? "-")
    }
    let orders = (json["shop_purchases"]?.elements ?? []).map { order in
      ["payment", "amount", "currency", "trust", "is_payment"].map { order[$0]?.text ?? "-" }
        .joined(separator: "/")
    }
    let facts = (json["facts"]?.elements ?? []).compactMap { $0["name"]?.string }
    return "\(actions.sorted()), \(orders.sorted()), \(facts.sorted())"
  }

  private static func revenue(_ json: JSON) -> String {
    var sums: [String: Int64] = [:]
    for row in json["revenue"]?.elements ?? [] {
      let day = "\(row["day"]?.string ?? "") \(row["currency"]?.string ?? "")"
      sums[day, default: 0] += row["trusted_amount"]?.integer ?? 0
    }
    return sums.filter { $0.value != 0 }.sorted { $0.key < $1.key }
      .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }

  /// What honest people bought is in the report, whatever thieves claim besides: that is anyone's
  /// word, as every order is of which only clients tell.
  private func checkReport() throws {
    let path = "/v1/widgets/\(ShoppingTerms.popular)/report"
    let reports = try town.shops.map { try read(path + "?by=order", $0) }
    let orders = reports.map { report in
      Set((report["rows"]?.elements ?? []).compactMap { $0["order"]?.string })
    }
    let counts = reports.map { $0["arms"]?[0]?["conversions"]?.integer ?? 0 }
    let missing = orders[0].subtracting(orders[1]).sorted()
    guard counts[1] < counts[0] || !missing.isEmpty else { return }
    town.journal.violate(
      .spoilt, "a widget's report",
      "\(counts[0]) orders were \(counts[1]) with thieves; missing: \(missing)", about: missing)
  }
}
