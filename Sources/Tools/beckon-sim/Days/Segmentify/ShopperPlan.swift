import BeckonModel
import BeckonTesting

/// What somebody does in the shop on a day, and on which of their devices.
struct ShopperPlan: Sendable {
  /// Something that was bought.
  struct Buy: Hashable, Sendable {
    let number: Int
    let product: Int
    let quantity: Int
    /// Whether the client tells the order's number; the vendor's for iOS loses it as a rule.
    let hasOrder: Bool
    /// Whether the client tells it twice.
    let isRepeated: Bool
  }

  /// What they do.
  enum Kind: Hashable, Sendable {
    /// They open the app, or the shop's page, after a silence.
    case open
    case look(Int)
    case search
    case add(Int)
    case remove(Int)
    case checkOut
    case buy(Buy)
    /// The shop's server says the same.
    case confirm(Buy)
    case signIn
    case signOut
  }

  /// When they do it, and where.
  struct Step: Sendable {
    let at: Instant
    let device: Int
    let kind: Kind
  }

  /// In the evening, by the shop's clock: so that visits go on over midnight.
  static let start = Instant(milliseconds: 1_780_340_400_000)
  /// Products of which the shop's server tells, and behind them those of which only clients do.
  static let told = 20
  static let untold = 8

  let number: Int
  let clients: [DayShopper.Client]
  private(set) var steps: [Step] = []

  var userID: String { "shopper-\(number)" }
  /// Each device is on a network of its own.
  func address(_ device: Int) -> String {
    "84.\(device).\(number >> 8 & 255).\(number & 255)"
  }

  /// Everybody of a day.
  static func all(_ count: Int, seed: UInt64) -> [ShopperPlan] {
    var chance = SeededGenerator(seed: seed)
    return (0..<count).map { ShopperPlan($0, &chance) }
  }

  private init(_ number: Int, _ chance: inout SeededGenerator) {
    self.number = number
    let devices = chance.hits(0.3) ? 2 : 1
    clients = (0..<devices).map { _ in chance.pick(DayShopper.Client.allCases) }
    let signsIn = chance.hits(0.5)
    for device in 0..<devices {
      var now = Self.start.adding(
        milliseconds: Int64.random(in: 0...240, using: &chance) * Span.minuteMilliseconds)
      let visits = Int.random(in: 1...4, using: &chance)
      for visit in 0..<visits {
        addVisit(device, visit, signsIn: signsIn && visit == 0, from: &now, &chance)
        // Longer than the silence that ends a session.
        now = now.adding(
          milliseconds: Int64.random(in: 40...300, using: &chance) * Span.minuteMilliseconds)
      }
    }
  }

  private mutating func addVisit(
    _ device: Int, _ visit: Int, signsIn: Bool, from now: inout Instant,
    _ chance: inout SeededGenerator
  ) {
    func add(_ kind: Kind, _ steps: inout [Step]) {
      now = now.adding(milliseconds: Int64.random(in: 5_000...480_000, using: &chance))
      steps.append(Step(at: now, device: device, kind: kind))
    }
    add(.open, &steps)
    var seen = chance.pick(Array(0..<Self.told + Self.untold))
    for _ in 0..<Int.random(in: 1...5, using: &chance) {
      seen = chance.pick(Array(0..<Self.told + Self.untold))
      add(.look(seen), &steps)
    }
    if chance.hits(0.3) { add(.search, &steps) }
    if signsIn { add(.signIn, &steps) }
    guard seen < Self.told, chance.hits(0.6) else { return }
    add(.add(seen), &steps)
    if chance.hits(0.2) { return add(.remove(seen), &steps) }
    guard chance.hits(0.7) else { return }
    add(.checkOut, &steps)
    let buy = Buy(
      number: number * 100 + device * 10 + visit, product: seen,
      quantity: Int.random(in: 1...3, using: &chance), hasOrder: chance.hits(0.6),
      isRepeated: chance.hits(0.3))
    add(.buy(buy), &steps)
    if chance.hits(0.6) { add(.confirm(buy), &steps) }
    if signsIn, chance.hits(0.3) { add(.signOut, &steps) }
  }
}
