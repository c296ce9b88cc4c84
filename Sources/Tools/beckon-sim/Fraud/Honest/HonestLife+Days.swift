import BeckonModel

/// What customers do once they are known.
extension HonestLife {
  /// They reach the campaign's second step.
  func activate(_ number: Int, _ turn: inout HonestTurn) throws {
    guard let person else { return }
    let body: JSON = [
      "person": .id(person), "step": 2, "id": .string("activation-\(1_000 + number)"),
    ]
    let call = serverCall("/v1/campaigns/\(shop.campaign)/conversions", body)
    try must("the second step", call, &turn, as: .appServer)
  }

  /// The app's server tells what they bought, at its own time.
  func tellByServer(_ purchase: HonestPurchase, _ turn: inout HonestTurn) throws {
    if purchase.isPayment {
      // Our own API has no such call.
      guard let telling = (plan.vendor ?? FraudVendor.told[0]).telling else { return }
      let call = telling.payment(purchase, self)
      try must("a payment that the server tells", call, &turn, as: .appServer)
    } else {
      let event = event(purchase, "user_id", plan.userID)
      try tell(serverCall("/v1/events", ["events": [event]]), "the server", &turn, .appServer)
    }
  }

  /// The phone tells the same, perhaps hours later, when it is online again.
  func tellByPhone(_ purchase: HonestPurchase, _ turn: inout HonestTurn) throws {
    guard let phone = phones.last else { return }
    if let vendor = plan.vendor {
      let word: FraudVendor.Word = purchase.isPayment ? .payment(purchase) : .event(purchase)
      let deed = purchase.isPayment ? "a payment" : "an event"
      try tell(word, deed + " that the phone tells", vendor, phone, &turn)
      return
    }
    guard !purchase.isPayment else { return }
    let byInstall = turn.hits(0.3)
    let event = event(
      purchase, byInstall ? "install_id" : "user_id", byInstall ? phone.installID : plan.userID)
    let body: JSON = ["sent_at": .instant(town.server.now), "events": [event]]
    let call = phoneCall("/v1/events", body, token: phone.token, &turn)
    try tell(call, "the phone", &turn, .honest(plan.number))
  }

  private func event(_ purchase: HonestPurchase, _ subject: String, _ value: String) -> JSON {
    .object([
      JSON.Member("id", .string(purchase.id)), JSON.Member("name", "purchase"),
      JSON.Member(subject, .string(value)), JSON.Member("at", .instant(purchase.at)),
      JSON.Member(
        "properties", ["total": .integer(purchase.total), "note": .string(purchase.note)]),
    ])
  }

  /// Sends events, of which none may be rejected.
  private func tell(
    _ call: FraudCall, _ teller: String, _ turn: inout HonestTurn, _ actor: FraudActor
  ) throws {
    let deed = "an event that \(teller) tells"
    let answer = try must(deed, call, &turn, as: actor)
    for receipt in answer.json?["receipts"]?.elements ?? []
    where receipt["status"]?.string == "rejected" {
      lockOut(deed, "was rejected: \(receipt["reason"]?.string ?? "")")
    }
  }

  /// The app's server takes a purchase back.
  func refund(_ purchase: HonestPurchase, _ turn: inout HonestTurn) throws {
    let event: JSON = [
      "id": .string("refund-" + purchase.id), "name": "refund",
      "user_id": .string(plan.userID), "properties": ["of": .string(purchase.id)],
    ]
    try tell(serverCall("/v1/events", ["events": [event]]), "the server", &turn, .appServer)
  }

  /// They reach a level; server and app both write it down.
  func rise(byServer: Bool, _ turn: inout HonestTurn) throws {
    try set(["level": .integer(FraudTerms.level + 2)], byServer: byServer, &turn)
  }

  func completeProfile(_ turn: inout HonestTurn) throws {
    try set(["profile": "complete"], byServer: true, &turn)
  }

  private func set(_ attributes: JSON, byServer: Bool, _ turn: inout HonestTurn) throws {
    guard byServer else {
      // Who came by a vendor's link has an app that keeps a record.
      return plan.linkVendor == nil
        ? try setOnPhone(attributes, &turn) : try recordOnPhone(attributes, &turn)
    }
    guard let person else { return }
    let call = serverCall("/v1/people/\(person.text)", ["attributes": attributes], method: "PATCH")
    try must("an attribute that the server sets", call, &turn, as: .appServer)
  }
}
