import BeckonModel
import BeckonTesting

/// Somebody honest in one of the shops: what they have been given there, and how they act.
final class HonestLife {
  /// A phone with the app.
  struct Phone {
    let installID: String
    /// The install's token.
    var installToken: String?
    /// The person's token on this phone.
    var token: String?
  }

  let plan: HonestPlan
  let shop: FraudShop
  unowned let town: FraudTown
  /// Everybody they have been to the server: an anonymous person first, perhaps.
  var people: Set<PersonID> = []
  var person: PersonID?
  /// Their link and its code.
  var link: String?
  var code: String?
  var phones: [Phone] = []
  /// The click that led them to the app, and where it led.
  var click: (id: String?, target: String)?
  /// The vendor's link by which they were invited.
  var invitation: String?
  var isErased = false
  /// Whether the app's server has signed them up.
  var isConfirmed = false

  init(_ plan: HonestPlan, _ shop: FraudShop, _ town: FraudTown) {
    (self.plan, self.shop, self.town) = (plan, shop, town)
  }

  /// Names by which calls tell of them.
  var names: [String] {
    ["\"\(plan.userID)\"", plan.mail] + people.map(\.text) + phones.map(\.installID)
  }

  /// Does what a step says.
  /// - Throws: when the server is gone.
  func take(_ step: HonestStep) throws {
    guard !isErased else { return }
    var turn = HonestTurn(step)
    switch step.kind {
    case .click: try open(&turn)
    case .install: try install(&turn)
    case .useAnonymously: try useAnonymously(&turn)
    case .phoneSignUp: try signUpOnPhone(&turn)
    case .serverSignUp: try signUpByServer(&turn)
    case .activate(let number): try activate(number, &turn)
    case .tell(let purchase, let byServer):
      try byServer ? tellByServer(purchase, &turn) : tellByPhone(purchase, &turn)
    case .refund(let purchase): try refund(purchase, &turn)
    case .level(let byServer): try rise(byServer: byServer, &turn)
    case .profile: try completeProfile(&turn)
    case .newPhone(let losesOld): try getPhone(losesOld: losesOld, &turn)
    case .look: try look(&turn)
    case .erase: try erase(&turn)
    }
  }

  // MARK: Asking

  /// Makes a call that must succeed. Some answers are lost on their way; then it is made again.
  @discardableResult
  func must(
    _ deed: String, _ call: FraudCall, _ turn: inout HonestTurn,
    as actor: FraudActor? = nil
  ) throws -> SimulatedAnswer {
    let actor = actor ?? .honest(plan.number)
    if turn.losesAnswer() { _ = try town.ask(call, of: shop, by: actor, deed) }
    let answer = try town.ask(call, of: shop, by: actor, deed)
    if !answer.isSuccess {
      lockOut(
        deed,
        "was answered \(answer.status): "
          + String(decoding: answer.body.prefix(250), as: UTF8.self))
    }
    return answer
  }

  /// Notes that they could not do what they may.
  func lockOut(_ deed: String, _ what: String) {
    town.journal.violate(
      .lockedOut, "\(deed), in the \(shop.kind) shop",
      "person \(plan.number) in the \(shop.kind) shop: \(deed) \(what)", about: names)
  }

  /// A call of one of their phones, from where they are just now.
  func phoneCall(
    _ path: String, _ body: JSON?, token: String?, _ turn: inout HonestTurn,
    method: String = "POST"
  ) -> FraudCall {
    FraudCall(
      method: method, path: path, token: token, body: body, address: turn.address(plan),
      headers: method == "POST" ? [("Idempotency-Key", turn.key())] : [])
  }

  /// A call of the app's server.
  func serverCall(_ path: String, _ body: JSON?, method: String = "POST") -> FraudCall {
    FraudCall(method: method, path: path, key: .secret, body: body)
  }

  /// Tells something from one of their phones in the vendor's protocol.
  func tell(
    _ word: FraudVendor.Word, _ deed: String, _ vendor: FraudVendor, _ phone: Phone,
    _ turn: inout HonestTurn
  ) throws {
    guard let telling = vendor.telling else { return }
    try must(deed, telling.phoneCall(word, self, phone, turn.address(plan)), &turn)
  }

  // MARK: Remembering

  /// Keeps what an answer tells of them.
  func learn(from answer: SimulatedAnswer) {
    guard let json = answer.json else { return }
    if let id = json["person"]?.string.flatMap({ PersonID($0) }) {
      person = id
      people.insert(id)
    }
    code = json["referral_code"]?.string ?? code
    link = json["referral_link"]?.string ?? link
  }

  /// Keeps a token where no thief may find it.
  func secret(_ token: String?, _ what: String) -> String? {
    town.canaries.add(token, "\(what) of person \(plan.number)")
    return token
  }
}

/// One step, with the chance of its seed: the same in both shops.
struct HonestTurn {
  let step: HonestStep
  private var chance: SeededGenerator
  private var keys = 0

  init(_ step: HonestStep) {
    self.step = step
    chance = SeededGenerator(seed: step.seed)
  }

  /// A new `Idempotency-Key`, which nobody guesses.
  mutating func key() -> String {
    keys += 1
    return String(step.seed, radix: 36) + "-\(keys)"
  }

  /// Whether an answer is lost on its way. What is gone is not erased again.
  mutating func losesAnswer() -> Bool { step.kind != .erase && chance.hits(0.12) }
  mutating func hits(_ probability: Double) -> Bool { chance.hits(probability) }

  /// A name that nobody guesses.
  mutating func word() -> String { String(chance.next(), radix: 36) }

  /// Where they are: at home or among others.
  mutating func address(_ plan: HonestPlan) -> String {
    switch step.kind {
    case .click, .install, .useAnonymously: plan.address(plan.place)
    case .newPhone: plan.address(.home)
    default: plan.address(chance.pick([.home, .home, .office, .carrier]))
    }
  }
}
