import BeckonModel
import BeckonTesting

extension HonestPlan {
  /// Draws everybody's plans for so many hours.
  static func all(_ people: Int, hours: Int64, seed: UInt64) -> [HonestPlan] {
    var chance = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    var drawings: [HonestDrawing] = []
    for number in 0..<people {
      drawings.append(HonestDrawing(number, of: people, drawings, hours: hours, &chance))
    }
    return numbered(drawings, hours: hours)
  }

  /// Gives purchases and activations their numbers, in the order in which they happen.
  private static func numbered(_ drawings: [HonestDrawing], hours: Int64) -> [HonestPlan] {
    let end = start.adding(milliseconds: hours * Span.hourMilliseconds)
    var purchases = drawings.flatMap(\.purchases).sorted { $0.at < $1.at }
    for index in purchases.indices { purchases[index].number = index }
    let activations = drawings.filter { $0.activatedAt < end }
      .sorted { $0.activatedAt < $1.activatedAt }.map(\.plan.number)
    return drawings.map { drawing in
      var plan = drawing.plan
      let own = purchases.filter { $0.person == plan.number }
      let activation = activations.firstIndex(of: plan.number) ?? 0
      plan.steps = drawing.steps(own, activation: activation).filter { $0.at < end }
      return plan
    }
  }
}

/// A plan while it is drawn.
struct HonestDrawing {
  let plan: HonestPlan
  let signedUpAt: Instant
  let activatedAt: Instant
  private(set) var purchases: [HonestPurchase] = []
  private var drawn: [HonestStep] = []
  /// When the server and the phone tell of each purchase, and when it is refunded.
  private var tellings: [(server: Int64, phone: Int64?, refund: Int64?)] = []

  /// Minutes from `start`.
  private static func instant(_ minutes: Int64) -> Instant {
    HonestPlan.start.adding(milliseconds: minutes * Span.minuteMilliseconds)
  }

  init(
    _ number: Int, of people: Int, _ earlier: [HonestDrawing], hours: Int64,
    _ chance: inout SeededGenerator
  ) {
    // People come over the first half of the time, so that what they do afterwards is seen too.
    let spread = hours * 60 * Int64(number) / Int64(people) * 55 / 100
    let arrival = Self.instant(spread + .random(in: 0...90, using: &chance))
    let friends = earlier.filter { $0.signedUpAt < arrival }
    plan = Self.who(number, friends, &chance)
    let isServerAlone = plan.vendor == nil && chance.hits(0.3)
    var minutes = spread + 95
    func step(_ kind: HonestStep.Kind, after: ClosedRange<Int64>) -> HonestStep {
      minutes += .random(in: after, using: &chance)
      return HonestStep(
        at: Self.instant(minutes), person: number, kind: kind, seed: chance.next())
    }
    var steps: [HonestStep] = []
    if plan.friend != nil { steps.append(step(.click, after: 0...5)) }
    // A plain link tells little of the device: a match by network must come soon.
    steps.append(step(.install, after: 2...8))
    if plan.vendor == nil, plan.isSureAtInstall, chance.hits(0.25) || plan.recordsFriend {
      steps.append(step(.useAnonymously, after: 1...3))
    }
    if !isServerAlone { steps.append(step(.phoneSignUp, after: 5...240)) }
    let isLate = !isServerAlone && chance.hits(0.25)
    let signUp = step(.serverSignUp, after: isLate ? 1_200...2_400 : 0...90)
    steps.append(signUp)
    (drawn, signedUpAt) = (steps, signUp.at)
    activatedAt = signUp.at.adding(
      milliseconds: .random(in: 30...900, using: &chance) * Span.minuteMilliseconds)
    live(from: minutes, to: hours * 60, &chance)
  }

  private static func who(
    _ number: Int, _ friends: [HonestDrawing], _ chance: inout SeededGenerator
  ) -> HonestPlan {
    // The first have many friends, so that somebody brings three.
    let friend = friends.isEmpty ? nil : chance.hits(0.6) ? friends[0] : chance.pick(friends)
    let isIPhone = chance.hits(0.5)
    let vendor = chance.hits(0.3) ? FraudVendor.told[number % FraudVendor.told.count] : nil
    let linked = FraudVendor.linked
    let linkVendor = chance.hits(0.4) ? linked[number % linked.count] : nil
    var evidence = chance.pick(HonestPlan.Evidence.allCases)
    if isIPhone, evidence == .playReferrer { evidence = .pasteboard }
    if vendor != nil, ![.playReferrer, .network].contains(evidence) { evidence = .openedLink }
    // Where others are, an app that names nothing could be taken for somebody else's.
    let isAlone =
      evidence == .network || friend == nil || linkVendor != nil && evidence == .code
    let place = isAlone ? .home : chance.pick([HonestPlan.Place.home, .office, .office, .carrier])
    return HonestPlan(
      number: number, friend: friend?.plan.number, evidence: evidence, place: place,
      isIPhone: isIPhone, vendor: vendor, linkVendor: linkVendor, isMailKnown: chance.hits(0.5))
  }

  /// What they do when they are signed up.
  private mutating func live(
    from signUp: Int64, to end: Int64, _ chance: inout SeededGenerator
  ) {
    guard signUp + 60 < end else { return }
    func draw() -> Instant { Self.instant(.random(in: signUp + 30...end, using: &chance)) }
    for _ in 0..<Int.random(in: 0...5, using: &chance) {
      purchases.append(
        HonestPurchase(
          person: plan.number, at: draw(), total: .random(in: 5...90, using: &chance),
          isPayment: chance.hits(0.3)))
      let phone: Int64? = chance.hits(0.6) ? .random(in: 0...400, using: &chance) : nil
      tellings.append(
        (
          server: chance.hits(0.7) ? 1 : .random(in: 1...600, using: &chance), phone: phone,
          refund: chance.hits(0.12) ? .random(in: 700...2_000, using: &chance) : nil
        ))
    }
    func add(_ kind: HonestStep.Kind, _ probability: Double) {
      guard chance.hits(probability) else { return }
      drawn.append(
        HonestStep(at: draw(), person: plan.number, kind: kind, seed: chance.next()))
    }
    add(.level(byServer: true), 0.7)
    add(.level(byServer: false), 0.4)
    add(.profile, 0.5)
    add(.newPhone(losesOld: true), 0.3)
    add(.newPhone(losesOld: false), 0.3)
    for _ in 0..<3 { add(.look, 0.8) }
    guard plan.number > 0, chance.hits(0.12) else { return }
    drawn.append(
      HonestStep(
        at: Self.instant(end - 60), person: plan.number, kind: .erase, seed: chance.next()))
  }

  /// All steps in their order, with numbered purchases.
  func steps(_ numbered: [HonestPurchase], activation: Int) -> [HonestStep] {
    let number = UInt64(plan.number)
    func step(_ at: Instant, _ minutes: Int64, _ kind: HonestStep.Kind) -> HonestStep {
      HonestStep(
        at: at.adding(milliseconds: minutes * Span.minuteMilliseconds), person: plan.number,
        kind: kind, seed: UInt64(bitPattern: at.milliseconds) &* 31 &+ number)
    }
    var steps = drawn + [step(activatedAt, 0, .activate(activation))]
    let byTime = zip(purchases, tellings).sorted { $0.0.at < $1.0.at }
    for (purchase, (_, telling)) in zip(numbered, byTime) {
      steps.append(step(purchase.at, telling.server, .tell(purchase, byServer: true)))
      if let phone = telling.phone {
        steps.append(step(purchase.at, phone, .tell(purchase, byServer: false)))
      }
      if let refund = telling.refund, !purchase.isPayment {
        steps.append(step(purchase.at, refund, .refund(purchase)))
      }
    }
    return steps.sorted { $0.at < $1.at }
  }
}
