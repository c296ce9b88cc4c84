import BeckonModel
import BeckonTesting

/// What everybody does on the day, drawn from a seed.
struct DayPlan {
  /// Midnight in Berlin is at 22:00 of the day before.
  static let start = Instant("2026-06-01T20:00:00Z") ?? Instant(milliseconds: 1_780_344_000_000)
  static let links = 5
  static let sources = ["google", "letter", "direct"]

  private var chance: SeededGenerator
  private(set) var sayings: [DaySaying] = []
  private var phones = 0
  private var turns: [String: Int] = [:]

  /// Draws everybody's day.
  init(seed: UInt64, users: Int) {
    chance = SeededGenerator(seed: seed)
    for user in 0..<users { draw(user) }
  }

  /// Reinstalls, second phones, guests and wrong clocks, by their number.
  var done: [(name: String, count: Int)] {
    turns.sorted { $0.key < $1.key }.map { (name: $0.key, count: $0.value) }
  }

  private mutating func draw(_ number: Int) {
    let user = "user-\(number)"
    var now = Self.start.adding(milliseconds: minutes(0...600))
    let visitor = chance.hits(0.25) ? "visitor-\(number)" : nil
    let source = chance.pick(Self.sources)
    if let visitor {
      let views = Int.random(in: 1...3, using: &chance)
      for view in 0..<views {
        visit(
          DayVisit(visitor: visitor, id: "\(visitor)-\(view)", kind: "page_view", source: source),
          now)
        now = now.adding(milliseconds: minutes(1...4))
      }
    }
    let phone = install(device: number * 2, chance.pick(DayClient.allCases), origin(), &now)
    let signsUp = chance.hits(0.85)
    if signsUp { signUp(user, phone, &now) }
    if signsUp, let visitor {
      visit(
        DayVisit(
          visitor: visitor, id: "\(visitor)-who", kind: "identify", source: source, user: user),
        now)
    }
    live(user, phone, &now, isKnown: signsUp)
    if signsUp { serve(user, phone, now) }
    if chance.hits(0.1) { host("guest-\(number)", phone, &now) }
    if chance.hits(0.2) {
      note("reinstalls")
      let again = install(device: phone.device, phone.client, origin(0.2), &now)
      if signsUp { signUp(user, again, &now) }
      live(user, again, &now)
    }
    if chance.hits(0.15) {
      note("second phones")
      let other = install(
        device: number * 2 + 1, chance.pick(DayClient.allCases), origin(0.3), &now)
      if signsUp { signUp(user, other, &now) }
      live(user, other, &now)
    }
  }

  // MARK: Parts of a day

  private mutating func origin(_ probability: Double = 0.7) -> DayOrigin {
    guard chance.hits(probability) else { return .none }
    let link = Int.random(in: 0..<Self.links, using: &chance)
    return .clicked(link)
  }

  /// Comes by the app and starts it; some push tokens and events are sent before the start is.
  private mutating func install(
    device: Int, _ client: DayClient, _ origin: DayOrigin, _ now: inout Instant
  ) -> DayPhone {
    let number = phones + 1
    // The one-file client is told with which link it was opened.
    let origin = client == .rest ? origin.link.map(DayOrigin.opened) ?? .none : origin
    if case .clicked(let link) = origin {
      let browser = DayPhone(
        installID: "install-\(number)", client: client, device: device,
        address: Self.address(number), origin: origin, began: now)
      say(.click(link), browser, now)
      now = now.adding(milliseconds: minutes(1...20))
    }
    var phone = DayPhone(
      installID: "install-\(number)", client: client, device: device,
      address: Self.address(number), origin: origin, began: now)
    if chance.hits(0.25) {
      note("wrong clocks")
      phone.clockAhead.before = chance.pick([-7_200.0, -600, -40, 30, 900, 5_400, -86_400 * 200])
      if chance.hits(0.5) { phone.clockSet = now.adding(milliseconds: minutes(5...200)) }
    }
    phones += 1
    if chance.hits(0.1) { say(.push, phone, now, isPrompt: true) }
    if chance.hits(0.1) { say(.tap(-number, user: nil), phone, now, isPrompt: true) }
    now = now.adding(milliseconds: 1_000)
    say(.start, phone, now, isPrompt: true)
    if chance.hits(0.5) { say(.attribution, phone, now.adding(milliseconds: 500)) }
    now = now.adding(milliseconds: minutes(3...20))
    return phone
  }

  private mutating func signUp(_ user: String, _ phone: DayPhone, _ now: inout Instant) {
    say(.signUp(user), phone, now, isPrompt: true)
    if chance.hits(0.3) { say(.named(user), phone, now.adding(milliseconds: 5_000)) }
    now = now.adding(milliseconds: minutes(2...30))
  }

  /// Taps and pays.
  /// - Parameter isKnown: whether the phone is the one that the user signed up on, so that what
  ///   the app's server says of them belongs to it.
  private mutating func live(
    _ user: String, _ phone: DayPhone, _ now: inout Instant, isKnown: Bool = false
  ) {
    let taps = Int.random(in: 0...6, using: &chance)
    for tap in 0..<taps {
      let number = sayings.count * 10 + tap
      say(.tap(number, user: chance.hits(0.7) ? user : nil), phone, now)
      now = now.adding(milliseconds: minutes(1...40))
    }
    let payments = Int.random(in: 0...3, using: &chance)
    for _ in 0..<payments {
      pay(user, phone, now, isKnown)
      now = now.adding(milliseconds: minutes(2...60))
    }
  }

  private mutating func pay(
    _ user: String, _ phone: DayPhone, _ now: Instant, _ isKnown: Bool
  ) {
    var payment = DayPayment(
      id: "pay-\(sayings.count)", amount: Int64(chance.size(in: 1...9_999)))
    if chance.hits(0.1) { payment.currency = "JPY" }
    payment.type = chance.pick(["DEFAULT", "FIRST_PAYMENT", "ONE_TIME", "SUBSCRIPTION_CREATED"])
    if chance.hits(0.08) { payment.type = "ONE_TIME_REFUNDED" }
    if chance.hits(0.08) { payment.status = chance.pick(["PAYMENT_FAILED", "PAYMENT_INITIATED"]) }
    say(.pay(payment, user: user), phone, now, isPrompt: true)
    if isKnown, payment.isMoneyIn, chance.hits(0.15) {
      note("corrections")
      payment.amount += 1_000
      say(.serverPays(payment, user: user), phone, now.adding(milliseconds: minutes(5...9)))
      return
    }
    guard chance.hits(0.1) else { return }
    say(.remove(payment, user: user), phone, now.adding(milliseconds: minutes(5...9)))
  }

  /// Somebody else signs up on the phone and uses it for a while.
  private mutating func host(_ guest: String, _ phone: DayPhone, _ now: inout Instant) {
    note("guests")
    signUp(guest, phone, &now)
    live(guest, phone, &now)
  }

  /// The app's server tells of a payment of its own, and of one that it takes back.
  private mutating func serve(_ user: String, _ phone: DayPhone, _ now: Instant) {
    guard chance.hits(0.15) else { return }
    let payment = DayPayment(
      id: "order-\(sayings.count)", type: "ONE_TIME", amount: Int64(chance.size(in: 1...9_999)))
    say(.serverPays(payment, user: user), phone, now, isPrompt: true)
    guard chance.hits(0.3) else { return }
    say(.serverRemoves(payment, user: user), phone, now.adding(milliseconds: minutes(5...9)))
  }

  private mutating func visit(_ visit: DayVisit, _ now: Instant) {
    let browser = DayPhone(
      installID: visit.visitor, client: .sdk, device: 0, address: "80.1.2.3", origin: .none,
      began: now)
    say(.page(visit), browser, now)
  }

  private mutating func say(
    _ what: DaySaying.What, _ phone: DayPhone, _ at: Instant, isPrompt: Bool = false
  ) {
    sayings.append(DaySaying(what: what, phone: phone, at: at, isPrompt: isPrompt))
  }

  private mutating func note(_ turn: String) { turns[turn, default: 0] += 1 }

  private mutating func minutes(_ range: ClosedRange<Int64>) -> Int64 {
    let minute: Int64 = 60_000
    return Int64.random(
      in: range.lowerBound * minute...range.upperBound * minute, using: &chance)
  }

  private static func address(_ number: Int) -> String {
    "81.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"
  }
}
