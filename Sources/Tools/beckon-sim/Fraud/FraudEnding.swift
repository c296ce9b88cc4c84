import BeckonModel

/// What comes after the last round: holds run out, reviews are decided, and everybody honest looks
/// whether all is theirs.
struct FraudEnding {
  private let town: FraudTown
  private let thieves: [Thief]

  private let review: FraudOperator.Kind

  init(_ town: FraudTown, _ thieves: [Thief], _ review: FraudOperator.Kind) {
    (self.town, self.thieves, self.review) = (town, thieves, review)
  }

  func run() async throws {
    town.journal.round += 1
    for _ in 0..<2 {
      try await wait(days: 4)
      try await FraudOperator(review, in: town, knows: thieves).decide(isLast: true)
    }
    try await wait(days: 4)
    let audit = FraudAudit(town, try await town.books())
    review == .none ? audit.check() : audit.checkEnd()
    try await leave()
    let problems = try await town.books().problems
    for problem in problems {
      town.journal.violate(.books, "ledger after erasures", problem)
    }
  }

  private func wait(days: Int64) async throws {
    town.server.set(town.server.now.adding(milliseconds: days * Span.dayMilliseconds))
    try await town.server.settle()
  }

  /// Everybody signs in on a new phone, takes what is stored about them, and half go for good.
  private func leave() async throws {
    for life in town.lives.joined() where life.isConfirmed && !life.isErased {
      let number = UInt64(life.plan.number)
      var turn = HonestTurn(
        HonestStep(at: town.server.now, person: life.plan.number, kind: .look, seed: number))
      try life.getPhone(losesOld: true, &turn)
      try life.look(&turn)
      try life.export(&turn)
      guard number % 2 == 0 else { continue }
      var last = HonestTurn(
        HonestStep(at: town.server.now, person: life.plan.number, kind: .erase, seed: number))
      try life.erase(&last)
    }
  }

  /// What honest people have been paid in the shop with thieves, by unit; those who are erased
  /// meanwhile left it.
  static func paid(in town: FraudTown, _ books: FraudBooks) -> [String: Int64] {
    let honest = Set(town.lives(in: .robbed).flatMap(\.people))
    let granted = books.rewards.filter {
      $0.app == town.robbed.number && $0.state == "posted" && honest.contains($0.to)
    }
    return Dictionary(
      granted.map { reward in
        (reward.rule.flatMap { town.robbed.rules[$0] } ?? "?", reward.amount)
      }, uniquingKeysWith: +)
  }
}
