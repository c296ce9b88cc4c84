import BeckonModel

/// Lost phones, second phones, and what people may do with their own token.
extension HonestLife {
  /// They sign in on one more phone; the app's server knows them.
  func getPhone(losesOld: Bool, _ turn: inout HonestTurn) throws {
    guard isConfirmed, plan.vendor == nil else { return }
    var phone = Phone(installID: "phone-" + turn.word())
    let answer = try must(
      "the first launch", phoneCall("/v1/installs", device(phone), token: nil, &turn), &turn)
    phone.installToken = secret(answer.json?["token"]?.string, "install's token")
    if losesOld { phones.removeAll() }
    phones.append(phone)
    try signIn(on: phones.count - 1, &turn)
  }

  /// The app's server asks for a single-use token, and the phone exchanges it for its own.
  func signIn(on index: Int, _ turn: inout HonestTurn) throws {
    guard let person, phones.indices.contains(index) else { return }
    let asked = serverCall("/v1/people/\(person.text)/tokens", [:])
    let answer = try town.ask(asked, of: shop, by: .appServer, "asking for a token")
    if [404, 405].contains(answer.status) { return try signInBySecretKey(on: index, &turn) }
    guard let given = secret(answer.json?["token"]?.string, "sign-in token") else {
      return lockOut("signing in on a phone", "gave the app's server no token: \(answer.status)")
    }
    try exchange(on: index, &turn, identityToken: given, token: phones[index].installToken)
    if shop.kind == .robbed { town.usedSignIns.append((plan.userID, given)) }
  }

  /// With a server that has no such tokens: the app's server hands on the one that it is given.
  private func signInBySecretKey(on index: Int, _ turn: inout HonestTurn) throws {
    let call = serverCall("/v1/people", ["user_id": .string(plan.userID)])
    let answer = try must("asking for a token", call, &turn, as: .appServer)
    let given = secret(answer.json?["token"]?.string, "token")
    try exchange(on: index, &turn, identityToken: nil, token: given)
  }

  private func exchange(
    on index: Int, _ turn: inout HonestTurn, identityToken: String?, token: String?
  ) throws {
    let body = JSON.object([
      "user_id": .string(plan.userID), "install_id": .string(phones[index].installID),
      "identity_token": identityToken.map(JSON.string),
    ])
    let answer = try must(
      "signing in on a phone", phoneCall("/v1/people", body, token: token, &turn), &turn)
    guard let own = secret(answer.json?["token"]?.string, "token") else {
      return lockOut("signing in on a phone", "gave it no token")
    }
    phones[index].token = own
    learn(from: answer)
  }

  /// Makes a call with a phone's own token. An app whose token is refused asks its server for a new
  /// one, once; with that it must succeed.
  @discardableResult
  private func own(
    _ deed: String, on index: Int, _ turn: inout HonestTurn, _ make: (String) -> FraudCall
  ) throws -> SimulatedAnswer? {
    guard phones.indices.contains(index), let token = phones[index].token else { return nil }
    let first = try town.ask(make(token), of: shop, by: .honest(plan.number), deed)
    if first.isSuccess { return first }
    guard [401, 403].contains(first.status), isConfirmed else {
      let text = String(decoding: first.body.prefix(250), as: UTF8.self)
      lockOut(deed, "was answered \(first.status): \(text)")
      return first
    }
    town.countNewSignIn(in: shop.kind)
    try signIn(on: index, &turn)
    guard let renewed = phones[index].token, renewed != token else { return first }
    let second = try town.ask(make(renewed), of: shop, by: .honest(plan.number), deed)
    if !second.isSuccess {
      lockOut(deed, "was answered \(second.status), also after a new sign-in")
    }
    return second
  }

  private func ownCall(
    _ path: String, _ method: String, _ body: JSON? = nil, from address: String
  ) -> (String) -> FraudCall {
    { FraudCall(method: method, path: path, token: $0, body: body, address: address) }
  }

  /// They look at their balance.
  func look(_ turn: inout HonestTurn) throws {
    guard let person else { return }
    let call = ownCall("/v1/people/\(person.text)/balances", "GET", from: turn.address(plan))
    for index in phones.indices { try own("looking at the balance", on: index, &turn, call) }
  }

  /// The phone writes an attribute down.
  func setOnPhone(_ attributes: JSON, _ turn: inout HonestTurn) throws {
    guard let person else { return }
    let call = ownCall(
      "/v1/people/\(person.text)", "PATCH", ["attributes": attributes],
      from: turn.address(plan))
    try own("an attribute that the phone sets", on: phones.count - 1, &turn, call)
  }

  /// The phone writes the same into their record, by paths.
  func recordOnPhone(_ values: JSON, _ turn: inout HonestTurn) throws {
    guard let person else { return }
    for value in values.members ?? [] {
      let call = ownCall(
        "/v1/people/\(person.text)/record/\(value.name)", "PUT", value.value,
        from: turn.address(plan))
      try own("what the phone records", on: phones.count - 1, &turn, call)
    }
  }

  /// They ask for everything that is stored about them, which must be about them.
  func export(_ turn: inout HonestTurn) throws {
    guard let person else { return }
    let call = ownCall("/v1/people/\(person.text)/export", "GET", from: turn.address(plan))
    let answer = try own("the export", on: phones.count - 1, &turn, call)
    guard let answer, answer.isSuccess else { return }
    if !String(decoding: answer.body, as: UTF8.self).contains(plan.diary) {
      lockOut("the export", "does not hold what they have stored")
    }
  }

  /// They have themselves forgotten.
  func erase(_ turn: inout HonestTurn) throws {
    guard let person else { return }
    let path = "/v1/people/\(person.text)"
    let call = ownCall(path, "DELETE", from: turn.address(plan))
    let byPhone = try own("the erasure", on: phones.count - 1, &turn, call)
    let answer =
      try byPhone
      ?? must("the erasure", serverCall(path, nil, method: "DELETE"), &turn, as: .appServer)
    if answer.isSuccess { isErased = true }
  }
}
