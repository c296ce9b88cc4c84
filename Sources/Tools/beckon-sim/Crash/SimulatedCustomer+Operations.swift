import BeckonModel

extension SimulatedCustomer {
  private static let agents = [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 "
      + "(KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36",
    robot,
  ]
  private static let robot = "facebookexternalhit/1.1"

  /// What this customer does next.
  func nextOperation() -> SimulatedOperation {
    switch Int.random(in: 0..<100, using: &chance) {
    case 0..<25: return click()
    case 25..<32: return install()
    case 32..<44: return signUp()
    case 44..<54: return member.map(attributes) ?? signUp()
    case 54..<70: return member.map(events) ?? signUp()
    case 70..<84: return member.map(conversion) ?? signUp()
    case 84..<89: return redemption()
    case 89..<92: return refund() ?? click()
    case 92..<94: return clawback() ?? click()
    case 94..<97: return read()
    default: return SimulatedOperation(kind: .hostile, request: hostileRequest())
    }
  }

  private var member: Int? { members.indices.randomElement(using: &chance) }

  private var inviter: SimulatedShop.Inviter {
    shop.inviters[Int.random(in: shop.inviters.indices, using: &chance)]
  }

  private func post(
    _ path: String, _ body: JSON, isSecret: Bool = true, hasKey: Bool = false,
    method: String = "POST"
  ) -> SimulatedRequest {
    SimulatedRequest(
      method: method, path: path, key: isSecret ? shop.secretKey : shop.publishableKey,
      headers: hasKey ? [("Idempotency-Key", newID())] : [], body: body.bytes)
  }

  // MARK: Coming

  private func click() -> SimulatedOperation {
    let agent = Self.agents[Int.random(in: Self.agents.indices, using: &chance)]
    return SimulatedOperation(
      kind: .click(isRobot: agent == Self.robot),
      request: SimulatedRequest(
        method: "GET", path: "/" + inviter.code, headers: [("User-Agent", agent)]))
  }

  private func install() -> SimulatedOperation {
    let client = newID()
    let click = Bool.random(using: &chance) ? facts.clicks.randomElement(using: &chance) : nil
    let body = JSON.object([
      "install_id": .string(client), "platform": "ios", "os_version": "18.1",
      "screen": ["width": 393, "height": 852, "scale": 3], "click_id": click.map(JSON.id),
    ])
    return SimulatedOperation(
      kind: .install(client: client),
      request: post("/v1/installs", body, isSecret: false, hasKey: true))
  }

  private func signUp() -> SimulatedOperation {
    let user = newID()
    let inviter = inviter
    let isInvited = Int.random(in: 0..<10, using: &chance) < 9
    let referrer = Bool.random(using: &chance) ? inviter.code : inviter.person.text
    let body = JSON.object([
      "user_id": .string(user), "campaign": .id(shop.campaigns[inviter.campaign].id),
      "referrer": isInvited ? .string(referrer) : nil, "attributes": ["level": 0],
    ])
    return SimulatedOperation(
      kind: .signUp(user: user), request: post("/v1/people", body, hasKey: true))
  }

  // MARK: Staying

  private func attributes(_ index: Int) -> SimulatedOperation {
    members[index].level += Int64.random(in: 1...4, using: &chance)
    let member = members[index]
    facts.levels[
      member.person, default: AcknowledgedFacts.Level(acknowledged: 0, sent: 0)
    ].sent = member.level
    let attributes: JSON = ["level": .integer(member.level), "nick": .string(name)]
    return SimulatedOperation(
      kind: .attributes(member.person, level: member.level),
      request: post(
        "/v1/people/\(member.person.text)", ["attributes": attributes], method: "PATCH"))
  }

  private func events(_ index: Int) -> SimulatedOperation {
    var good: [String] = []
    var bad: [String] = []
    let events = (0..<Int.random(in: 1...12, using: &chance)).map { _ -> JSON in
      let id = newID()
      let isBad = Int.random(in: 0..<20, using: &chance) == 0
      let names = ["purchase", "watch", "watch", "jackpot", "audit", "view", "view"]
      let name = isBad ? "beckon.forged" : names.randomElement(using: &chance) ?? "view"
      if isBad { bad.append(id) } else { good.append(id) }
      if name == "purchase" { members[index].purchases.append(id) }
      return [
        "id": .string(id), "name": .string(name), "person": .id(members[index].person),
        "properties": ["number": hostileNumber()],
      ]
    }
    let isSecret = Bool.random(using: &chance)
    return SimulatedOperation(
      kind: .events(good: good, bad: bad),
      request: post("/v1/events", ["events": .array(events)], isSecret: isSecret))
  }

  private func conversion(_ index: Int) -> SimulatedOperation {
    let campaign = shop.campaigns[members[index].campaign]
    // Now and then a later step comes first.
    let step = Int.random(in: 1...campaign.goal, using: &chance)
    let id = newID()
    let body: JSON = [
      "person": .id(members[index].person), "step": .integer(step), "id": .string(id),
    ]
    return SimulatedOperation(
      kind: .conversion(id: id),
      request: post("/v1/campaigns/\(campaign.id.text)/conversions", body))
  }

  // MARK: Money

  private func redemption() -> SimulatedOperation {
    let id = newID()
    let unit = ["pieces", "EUR", "badges", "gold"].randomElement(using: &chance) ?? "EUR"
    let body: JSON = [
      "id": .string(id), "amount": .integer(Int64.random(in: 1...200, using: &chance)),
      "unit": .string(unit),
    ]
    return SimulatedOperation(
      kind: .redemption(id: id),
      request: post("/v1/people/\(inviter.person.text)/redemptions", body))
  }

  private func refund() -> SimulatedOperation? {
    let isOfPurchase = Bool.random(using: &chance)
    let conversion = facts.conversions.randomElement(using: &chance)
    let purchase = members.randomElement(using: &chance)?.purchases.last
    guard let of = isOfPurchase ? purchase : conversion, facts.events.contains(of) || !isOfPurchase
    else { return nil }
    let id = newID()
    let event: JSON = [
      "id": .string(id), "name": "refund", "properties": ["of": .string(of)],
    ]
    return SimulatedOperation(
      kind: .refund(id: id, of: of), request: post("/v1/events", ["events": [event]]))
  }

  private func clawback() -> SimulatedOperation? {
    guard let transfer = facts.transfers.randomElement(using: &chance)?.key else { return nil }
    return SimulatedOperation(
      kind: .clawback,
      request: post("/v1/ledger/transfers/\(transfer.text)/clawback", ["reason": "sim"]))
  }

  private func read() -> SimulatedOperation {
    let campaign = shop.campaigns[inviter.campaign].id.text
    let paths = [
      "/v1/people/\(inviter.person.text)/balances", "/v1/campaigns/\(campaign)/leaderboard",
      "/v1/campaigns/\(campaign)/funnel", "/v1/ledger/transfers?limit=5", "/health", "/metrics",
    ]
    var request = SimulatedRequest(path: paths.randomElement(using: &chance) ?? "/health")
    request.method = "GET"
    request.key = shop.secretKey
    return SimulatedOperation(kind: .read, request: request)
  }
}
