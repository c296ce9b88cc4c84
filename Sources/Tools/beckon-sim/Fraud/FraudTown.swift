import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore
import BeckonTesting

/// Both shops on one server, and everybody who acts in them.
final class FraudTown {
  let server: FraudServer
  let shops: [FraudShop]
  let plans: [HonestPlan]
  let terms: FraudTerms
  let journal = FraudJournal()
  let canaries = Canaries()
  /// What each honest person has in a shop, by `FraudShop.Kind` and number.
  private(set) var lives: [[HonestLife]] = []
  /// Ids of events that thieves have made up; some are those of true ones.
  private(set) var forged: Set<String> = []
  /// Ids that thieves have used before anybody honest told an event under them.
  private(set) var taken: Set<String> = []
  /// People whose attributes thieves have written.
  private(set) var overwritten: Set<PersonID> = []
  /// Sign-in tokens that were used, and of whom; whoever reads logs may know them.
  var usedSignIns: [(userID: String, token: String)] = []
  /// Routes that thieves have tried.
  private(set) var coverage = RouteCoverage()
  /// How often each thieves' move was made, and how often the server did something for it.
  private(set) var moves: [String: (made: Int, granted: Int)] = [:]

  /// How often an app's token was refused, so that it signed in anew.
  private(set) var newSignIns: [FraudShop.Kind: Int] = [:]

  /// How many products honest people were shown on their visits.
  private(set) var shown = 0

  /// Opens both shops.
  init(
    _ scratch: FraudDatabase, _ plans: [HonestPlan], seed: UInt64, trust: String
  ) async throws {
    server = try await FraudServer(scratch, seed: seed, at: HonestPlan.start)
    self.plans = plans
    terms = HonestPlan.terms(of: plans, trust: trust)
    var shops: [FraudShop] = []
    for kind in FraudShop.Kind.allCases {
      var shop = try await FraudShop(kind, on: server)
      try shop.open(terms, on: server)
      for vendor in FraudVendor.shops { try vendor.open(shop, server) }
      shops.append(shop)
    }
    self.shops = shops
    lives = shops.map { shop in plans.map { HonestLife($0, shop, self) } }
    for plan in plans { plan.secrets.forEach { canaries.add($0.value, $0.what) } }
    for shop in shops {
      canaries.add(shop.secret, "the secret key of the \(shop.kind) shop")
      for number in 0..<terms.coupons {
        canaries.add(Canaries.coupon(number, shop.kind), "a coupon of the \(shop.kind) shop")
      }
    }
  }

  var robbed: FraudShop { shops[FraudShop.Kind.robbed.rawValue] }
  func lives(in kind: FraudShop.Kind) -> [HonestLife] { lives[kind.rawValue] }

  /// What the database says now.
  func books() async throws -> FraudBooks { try await server.database.read { try FraudBooks($0) } }

  /// Sends a call to a shop. Whoever gets a fault of the server, and a thief who gets what is
  /// somebody else's, has found a mistake.
  func ask(
    _ call: FraudCall, of shop: FraudShop, by actor: FraudActor, _ deed: String
  ) throws -> SimulatedAnswer {
    let request = call.request(to: shop)
    let answer = try server.ask(request)
    if shop.kind == .robbed {
      journal.note(actor, deed, request, answer, at: server.now)
    }
    if answer.status >= 500 {
      journal.violate(
        .serverFault, "\(request.method) \(Self.pattern(request.path))",
        "\(answer.status) to \(actor.name), \(deed): "
          + String(decoding: answer.body.prefix(300), as: UTF8.self))
    }
    if actor.isThief {
      coverage.note(request.method, request.path)
      note(writing: request, answer)
      findLeaks(in: answer, request, actor, deed)
    }
    return answer
  }

  private func findLeaks(
    in answer: SimulatedAnswer, _ request: SimulatedRequest, _ actor: FraudActor, _ deed: String
  ) {
    let headers = answer.headers.values.joined(separator: " ")
    for secret in canaries.found(in: answer.body + Array((" " + headers).utf8)) {
      journal.violate(
        .leak, "\(deed): \(request.method) \(Self.pattern(request.path))",
        "\(actor.name) read the \(secret)")
    }
  }

  /// A path without its ids.
  private static func pattern(_ path: String) -> String {
    path.prefix { $0 != "?" }.split(separator: "/").map { part in
      part.contains("_") || part.count > 24 ? "…" : String(part)
    }.joined(separator: "/")
  }

  /// Notes that a thief tells an event under this id.
  func forge(_ id: String) {
    forged.insert(id)
    take(id)
  }

  /// Whether thieves alone have told of what a reward is for: what is told of another's purchase is
  /// made up too.
  func isForged(_ reward: FraudBooks.Reward) -> Bool {
    guard let fact = reward.fact else { return false }
    let buyer = lives(in: .robbed).first { life in
      reward.recipient.map(life.people.contains) ?? false
    }
    let told = (buyer.map { [$0.plan] } ?? plans).flatMap(\.steps)
      .filter { $0.at <= server.now }.compactMap(\.purchaseID)
    return forged.subtracting(told).contains { FactID(Identifier(clientID: $0)) == fact }
  }

  /// Notes that a thief uses this id, be it of an event or of a conversion: both are facts.
  func take(_ id: String) {
    let isTold = plans.contains { plan in
      plan.steps.contains { $0.purchaseID == id && $0.at <= server.now }
    }
    if !isTold { taken.insert(id) }
  }

  /// Notes that a thief could write a person's attributes.
  private func note(writing request: SimulatedRequest, _ answer: SimulatedAnswer) {
    guard ["PATCH", "PUT", "DELETE"].contains(request.method), answer.isSuccess else { return }
    overwritten.formUnion(request.path.split(separator: "/").compactMap { PersonID(String($0)) })
  }

  /// Counts products that honest people were shown.
  func countShown(_ count: Int) { shown += count }

  func countNewSignIn(in kind: FraudShop.Kind) { newSignIns[kind, default: 0] += 1 }

  /// Counts a thief's move.
  func count(_ move: String, granted: Bool) {
    let before = moves[move] ?? (0, 0)
    moves[move] = (before.made + 1, before.granted + (granted ? 1 : 0))
  }
}
