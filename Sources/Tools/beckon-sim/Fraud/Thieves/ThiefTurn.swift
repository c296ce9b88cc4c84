import BeckonModel
import BeckonTesting
import Foundation

/// One move of one thief: what they know, what they draw, and how they ask.
final class ThiefTurn {
  let thief: Thief
  let town: FraudTown
  private var chance: SeededGenerator
  private let deed: String
  /// Whether the server granted anything.
  private(set) var isGranted = false

  init(_ thief: Thief, _ town: FraudTown, _ deed: String, seed: UInt64) {
    (self.thief, self.town, self.deed) = (thief, town, deed)
    chance = SeededGenerator(seed: seed)
  }

  var shop: FraudShop { town.robbed }

  // MARK: Drawing

  func pick<Element>(_ elements: [Element]) -> Element { chance.pick(elements) }
  func hits(_ probability: Double) -> Bool { chance.hits(probability) }
  func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &chance) }
  func word() -> String { String(chance.next(), radix: 36) }

  /// A text as the parts of a signed identity are written.
  func encoded(_ text: String) -> String { Base64.url.encode(Array(text.utf8)) }

  // MARK: What anybody knows

  /// Somebody honest, who may not have come yet: user ids are counted up.
  func victim() -> HonestPlan { chance.pick(town.plans) }

  /// Somebody honest whose id the server has told, and who is not erased.
  func known() -> HonestLife? {
    let known = town.lives(in: .robbed).filter { $0.person != nil && !$0.isErased }
    return known.isEmpty ? nil : chance.pick(known)
  }

  /// Somebody honest with a phone in the native protocol. Its install id is no secret there.
  func knownInstall() -> String? {
    let phones = town.lives(in: .robbed).filter { $0.plan.vendor == nil }.flatMap(\.phones)
    return phones.isEmpty ? nil : chance.pick(phones).installID
  }

  /// The code of somebody honest, which they give to everybody.
  func honestCode() -> String? {
    let codes = town.lives(in: .robbed).compactMap(\.code)
    return codes.isEmpty ? nil : chance.pick(codes)
  }

  /// The id of a fact that was told, or will be: shops count their orders.
  func guessedID() -> String {
    let steps = town.plans.flatMap(\.steps).filter { $0.at <= town.server.now }
    let bought = steps.filter(\.isToldByServer).count
    let activated = steps.filter(\.isActivation).count
    let kind = chance.pick(["order", "order", "pay", "activation"])
    let next = kind == "activation" ? activated : bought
    return "\(kind)-\(1_000 + max(0, next + number(-3...5)))"
  }

  /// The honest person's own word for themselves.
  func mail(of victim: HonestPlan) -> String? { victim.isMailKnown ? victim.mail : nil }

  // MARK: What they have

  /// A person of their own; made when there is none.
  func account() throws -> Thief.Account {
    if !thief.accounts.isEmpty { return chance.pick(thief.accounts) }
    let name = thief.newName()
    return try signUp(["user_id": .string(name)])
      ?? Thief.Account(person: "per_nobody", token: nil, userID: name, code: nil)
  }

  /// An install of their own; made when there is none.
  func install() throws -> Thief.Install {
    if !thief.installs.isEmpty { return chance.pick(thief.installs) }
    return try register([:]) ?? Thief.Install(id: "install-" + word(), token: nil)
  }

  /// Any token that they have.
  func token() throws -> String? {
    let tokens = thief.accounts.compactMap(\.token) + thief.installs.compactMap(\.token)
    return tokens.isEmpty ? try account().token : chance.pick(tokens)
  }

  // MARK: Asking

  /// What the app's own server does for them as for any customer: it tells the truth.
  func appServer(_ path: String, _ body: JSON) throws -> SimulatedAnswer {
    try town.ask(
      FraudCall(path: path, key: .secret, body: body), of: shop, by: .appServer, deed)
  }

  /// Sends a call from where they are: at home, or where honest people are too.
  @discardableResult
  func ask(
    _ method: String, _ path: String, _ body: JSON? = nil, token: String? = nil,
    key: FraudCall.Key = .publishable, headers: [(name: String, value: String)] = []
  ) throws -> SimulatedAnswer {
    try send(
      from: FraudCall(
        method: method, path: path, key: key, token: token, body: body, headers: headers))
  }

  /// Opens a whole URL in a browser, or tells there what a page learned.
  @discardableResult
  func visit(_ url: String, telling body: JSON? = nil) throws -> SimulatedAnswer {
    var call = FraudCall(
      method: body == nil ? "GET" : "POST", path: "/", key: .none, body: body,
      headers: Self.browser)
    call.visit(url)
    return try send(from: call)
  }

  /// Sends a call from where they are.
  private func send(from call: FraudCall) throws -> SimulatedAnswer {
    var call = call
    call.address = chance.pick([
      FraudNetwork.den(thief.number), FraudNetwork.office(number(0...9)),
      FraudNetwork.carrier(number(0...9)),
    ])
    // A proxy adds the true address behind whatever they claim.
    if chance.hits(0.2) { call.claimedAddress = FraudNetwork.home(number(0...9)) }
    return try send(call)
  }

  /// Sends a call, which they may send again one day.
  @discardableResult
  func send(_ call: FraudCall) throws -> SimulatedAnswer {
    thief.sent.append((call, town.server.now))
    let answer = try town.ask(call, of: shop, by: .thief(thief.number), deed)
    if answer.isSuccess { isGranted = true }
    let text = String(decoding: answer.body, as: UTF8.self) + (answer.headers["location"] ?? "")
    note(clicksIn: text)
    return answer
  }

  @discardableResult
  func post(
    _ path: String, _ body: JSON, token: String? = nil
  ) throws -> SimulatedAnswer {
    try ask("POST", path, body, token: token)
  }

  /// Signs somebody up and keeps what the server gives.
  @discardableResult
  func signUp(_ body: JSON, token: String? = nil) throws -> Thief.Account? {
    let answer = try post("/v1/people", body, token: token)
    return keep(answer, body["user_id"]?.string)
  }

  /// Keeps a person whom an answer told.
  @discardableResult
  func keep(_ answer: SimulatedAnswer, _ userID: String?) -> Thief.Account? {
    guard let json = answer.json, let person = json["person"]?.string else { return nil }
    let account = Thief.Account(
      person: person, token: json["token"]?.string, userID: userID,
      code: json["referral_code"]?.string)
    thief.accounts.append(account)
    return account
  }

  /// Registers an install and keeps it.
  @discardableResult
  func register(_ more: JSON, id: String? = nil) throws -> Thief.Install? {
    let id = id ?? "install-" + word()
    let device: JSON = [
      "install_id": .string(id), "platform": "ios", "os_version": "17.5.1",
      "device_model": "iPhone15,2", "language": "tr-TR", "timezone": "Europe/Istanbul",
    ]
    let answer = try post(
      "/v1/installs", .object((device.members ?? []) + (more.members ?? [])))
    guard answer.isSuccess else { return nil }
    let install = Thief.Install(id: id, token: answer.json?["token"]?.string)
    thief.installs.append(install)
    return install
  }

  /// Clicks whose ids they have read, their own or not, can be claimed later.
  private func note(clicksIn text: String) {
    var rest = text[...]
    while let start = rest.range(of: "clk_") {
      let id = rest[start.lowerBound...].prefix { $0 == "_" || $0.isLetter || $0.isNumber }
      if !thief.clicks.contains(String(id)) { thief.clicks.append(String(id)) }
      rest = rest[id.endIndex...]
    }
  }
}
