import BeckonModel

/// What honest people may lack as long as only their phone has told of it.
///
/// Under `trust: "server"` a phone's word puts a reward into review. Who was first with the same id
/// of an event, or wrote the attribute of a name that they had taken, can make that word one that
/// brings nothing. Once the app's server tells the same, nothing may be lacking.
struct SpoiltWords {
  private struct Place: Hashable {
    let unit: String
    let person: Int
  }

  private var amounts: [Place: Int64] = [:]

  init(_ town: FraudTown, _ books: FraudBooks) {
    let forged = Set(books.rewards.filter { town.isForged($0) }.compactMap(\.recipient))
    for (plan, life) in zip(town.plans, town.lives(in: .robbed)) {
      spoilLevel(plan, isOverwritten: !town.overwritten.isDisjoint(with: life.people), town)
      spoilPurchases(plan, isForgedBefore: !forged.isDisjoint(with: life.people), town)
    }
  }

  /// The most that somebody may have less than without thieves.
  func most(_ unit: String, of person: Int) -> Int64 {
    amounts[Place(unit: unit, person: person)] ?? 0
  }

  /// A level that a thief wrote first is not crossed again by the phone.
  private mutating func spoilLevel(_ plan: HonestPlan, isOverwritten: Bool, _ town: FraudTown) {
    let now = town.server.now
    guard isOverwritten, let phone = plan.rise(byServer: false), phone <= now else { return }
    if let server = plan.rise(byServer: true), server <= now { return }
    for person in [plan.number, plan.friend].compactMap({ $0 }) {
      add(FraudTerms.levelAmount, "level", person)
    }
  }

  /// A purchase under an id that a thief used first is a duplicate when the phone tells it. After
  /// one that they made up, which is reviewed instead, it is not the first.
  private mutating func spoilPurchases(
    _ plan: HonestPlan, isForgedBefore: Bool, _ town: FraudTown
  ) {
    let now = town.server.now
    func isTold(_ purchase: HonestPurchase, byServer: Bool, before end: Instant) -> Bool {
      plan.steps.contains {
        $0.kind == .tell(purchase, byServer: byServer) && $0.at <= end
      }
    }
    let told = plan.purchases.filter { purchase in
      [true, false].contains { isTold(purchase, byServer: $0, before: now) }
    }
    let spoilt = told.filter {
      (isForgedBefore || town.taken.contains($0.id))
        && !isTold($0, byServer: true, before: now)
    }
    if let friend = plan.friend, !told.isEmpty, spoilt.count == told.count {
      add(FraudTerms.firstPurchase, "first_purchase", friend)
      add(1, "coupons", friend)
    }
    // What is held is paid later by as much as it was told later.
    let heldSince = now.adding(
      milliseconds: -FraudTerms.eachPurchaseHoldDays * Span.dayMilliseconds)
    for purchase in told
    where town.taken.contains(purchase.id) && !isTold(purchase, byServer: true, before: heldSince) {
      for person in [plan.number, plan.friend].compactMap({ $0 }) {
        add(FraudTerms.eachPurchase, "each_purchase", person)
      }
    }
  }

  private mutating func add(_ amount: Int64, _ unit: String, _ person: Int) {
    amounts[Place(unit: unit, person: person), default: 0] += amount
  }
}
