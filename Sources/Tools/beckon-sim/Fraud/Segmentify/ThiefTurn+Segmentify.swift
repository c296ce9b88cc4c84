import BeckonModel

extension ThiefTurn {
  /// What their client calls them.
  var visitor: String { "thief-\(thief.number)-" }

  /// An event of their visitor, or of another that they have made up.
  func event(_ name: String, _ more: JSON, by visitor: String? = nil) -> JSON {
    if let product = more["productId"]?.string { thief.seen.insert(product) }
    return FraudVendor.segmentifyEvent(visitor ?? self.visitor, name, more)
  }

  /// Sends events with the key that the app ships.
  @discardableResult
  func segmentify(
    _ events: [JSON], headers: [(name: String, value: String)] = []
  ) throws -> SimulatedAnswer {
    let call = FraudVendor.segmentifyCall(shop, events, address: "")
    return try ask("POST", call.path, call.body, key: .none, headers: headers)
  }

  /// Says that they are somebody, with addresses of their own.
  func login(_ step: String, _ victim: HonestPlan) -> JSON {
    [
      "step": .string(step), pick(["username", "externalId"]): .string(victim.userID),
      "email": .string(thief.newMail()), "phone": "+905329999999", "fullName": "Thief",
    ]
  }

  /// An order of a great sum.
  func purchase(_ order: String) -> JSON {
    [
      "step": "purchase", "orderNo": .string(order), "totalPrice": "9999.00",
      "productList": [["productId": .string(pick(ShoppingTerms.products)), "quantity": 9]],
    ]
  }

  /// The number of an order of the shop: shops count, so it can be guessed.
  func shopOrder() -> String {
    "shop-\(victim().number * 1_000 + number(1...12))"
  }

  // MARK: What must hold

  /// Notes an answer that does not refuse as it must.
  func expect(_ answer: SimulatedAnswer, _ statusCode: String, _ about: String) {
    guard answer.json?["statusCode"]?.string != statusCode else { return }
    town.journal.violate(
      .leak, "segmentify: " + about,
      "thief \(thief.number) was answered "
        + String(decoding: answer.body.prefix(300), as: UTF8.self))
  }

  /// Notes what of a history is shown that is not their own.
  func expectOwnHistory(_ answer: SimulatedAnswer) {
    for (widget, product) in FraudVendor.segmentifyShown(answer)
    where widget == ShoppingTerms.history && !thief.seen.contains(product) {
      town.journal.violate(
        .leak, "segmentify: somebody's history",
        "thief \(thief.number) was shown \(product), at which they have not looked")
    }
  }

  /// Notes that a visitor of theirs came to another app.
  func expectUnknown(_ visitor: String, in other: FraudShop) throws {
    let call = FraudCall(method: "GET", path: "/v1/visitors/" + visitor, key: .secret)
    let status = try town.server.ask(call.request(to: other)).status
    guard status != 404 else { return }
    town.journal.violate(
      .leak, "segmentify: the key of another app",
      "thief \(thief.number) told the \(other.kind) shop of \(visitor): \(status)")
  }

  /// What the shop knows of somebody's addresses; `nil` of whom it does not know.
  func kept(of victim: HonestPlan) throws -> String? {
    let life = town.lives(in: .robbed)[victim.number]
    guard let person = life.person, !life.isErased else { return nil }
    let call = FraudCall(method: "GET", path: "/v1/people/" + person.text, key: .secret)
    let json = try town.server.ask(call.request(to: shop)).json
    let identities = (json?["identities"]?.elements ?? []).map(\.text).sorted()
    return "\(identities), \(json?["attributes"]?.text ?? "-")"
  }

  /// Notes that it became another.
  func expectKept(_ before: String?, _ victim: HonestPlan) throws {
    let after = try kept(of: victim)
    guard let before, before != after else { return }
    town.journal.violate(
      .spoilt, "segmentify: somebody's addresses",
      "person \(victim.number) had \(before), and then \(after ?? "nothing")",
      about: [victim.userID])
  }
}
