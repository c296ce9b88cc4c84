import BeckonModel
import BeckonTesting

/// One run of a seed: some days in both shops, and what comes after them.
struct FraudRun {
  /// A move of a thief, by which one run can leave out what another had.
  struct MoveID: Hashable, Comparable {
    let round: Int
    let thief: Int
    let number: Int

    static func < (left: MoveID, right: MoveID) -> Bool {
      (left.round, left.thief, left.number) < (right.round, right.thief, right.number)
    }
  }

  /// How large it is.
  struct Size {
    var seed: UInt64 = 1
    var rounds = 12
    var honest = 12
    var thieves = 6
    /// Moves of each thief in a round.
    var moves = 4
    /// How far the campaign's rules trust.
    var trust = "server"
    /// How the names of the moves begin that thieves make; empty for all.
    var only = ""
    /// How rewards in review are decided.
    var review = FraudOperator.Kind.just
  }

  /// What it brought.
  struct Result {
    var violations: [FraudJournal.Violation] = []
    var moves: [String: (made: Int, granted: Int)] = [:]
    /// Moves that were made, in their order.
    var made: [MoveID] = []
    var calls = 0
    /// What honest people have at the end, by unit, in the shop with thieves.
    var paid: [String: Int64] = [:]
    var newSignIns: [FraudShop.Kind: Int] = [:]
    var coverage = RouteCoverage()
    /// Products that honest people were shown in a shop.
    var shown = 0
  }

  static let roundHours: Int64 = 12
  let size: Size
  /// The only moves to make; `nil` for all.
  var only: Set<MoveID>?
  /// The fault at which it may stop.
  var goal: FraudJournal.Violation?

  /// Runs it to the end.
  /// - Throws: when the server is gone, or would not open the shops.
  func run(_ scratch: FraudDatabase, tell: (String) -> Void = { _ in }) async throws -> Result {
    let plans = HonestPlan.all(
      size.honest, hours: Int64(size.rounds) * Self.roundHours, seed: size.seed)
    let town = try await FraudTown(scratch, plans, seed: size.seed, trust: size.trust)
    do {
      let result = try await live(in: town, tell)
      await town.server.stop()
      return result
    } catch {
      await town.server.stop()
      throw error
    }
  }

  private func live(in town: FraudTown, _ tell: (String) -> Void) async throws -> Result {
    var result = Result()
    let thieves = (0..<size.thieves).map { Thief($0) }
    let steps = town.plans.flatMap(\.steps).sorted { $0.at < $1.at }
    for round in 1...size.rounds {
      town.journal.round = round
      let begin = HonestPlan.start.adding(
        milliseconds: Int64(round - 1) * Self.roundHours * Span.hourMilliseconds)
      let end = begin.adding(milliseconds: Self.roundHours * Span.hourMilliseconds)
      let due = steps.filter { begin <= $0.at && $0.at < end }
      let moves = draw(round, from: begin, to: end, near: due)
      try act(due, moves, thieves, town)
      result.made += moves.map(\.id)
      town.server.set(end)
      try visitShops(round, town)
      try await town.server.settle()
      if round % 4 == 0 {
        try await FraudOperator(size.review, in: town, knows: thieves).decide()
      }
      FraudAudit(town, try await town.books()).check()
      for vendor in FraudVendor.shops { try vendor.audit(town) }
      tell(
        "round \(round): \(town.server.calls) calls, \(town.journal.violations.count) violations")
      result.violations = town.journal.violations
      if let goal, result.violations.contains(where: goal.isLike) { return result }
    }
    try await FraudEnding(town, thieves, size.review).run()
    result.violations = town.journal.violations
    result.moves = town.moves
    result.calls = town.server.calls
    result.newSignIns = town.newSignIns
    result.coverage = town.coverage
    result.shown = town.shown
    result.paid = FraudEnding.paid(in: town, try await town.books())
    return result
  }

  /// A move that a thief will make.
  private struct Draw {
    let id: MoveID
    let at: Instant
    let move: ThiefMove
    let seed: UInt64
  }

  /// Draws a round's moves, each from a seed of its own, so that it stays the same when others are
  /// left out. Half of them are just before or after what somebody honest does.
  private func draw(
    _ round: Int, from begin: Instant, to end: Instant, near steps: [HonestStep]
  ) -> [Draw] {
    var draws: [Draw] = []
    let kinds = ThiefMove.all.filter { $0.name.hasPrefix(size.only) }
    for thief in 0..<size.thieves {
      for number in 0..<size.moves {
        let id = MoveID(round: round, thief: thief, number: number)
        let place = UInt64((round * 1_000 + thief) * 1_000 + number)
        var chance = SeededGenerator(seed: size.seed &* 0xD1B5_4A32_D192_ED03 &+ place)
        _ = chance.next()
        var at = begin.adding(
          milliseconds: .random(in: 0..<end.milliseconds(since: begin), using: &chance))
        if !steps.isEmpty, chance.hits(0.5) {
          let minutes = Int64.random(in: -4...4, using: &chance)
          at = chance.pick(steps).at.adding(milliseconds: minutes * Span.minuteMilliseconds + 1)
          at = min(max(at, begin), end)
        }
        let move = chance.pick(kinds)
        let seed = chance.next()
        guard only?.contains(id) ?? true else { continue }
        draws.append(Draw(id: id, at: at, move: move, seed: seed))
      }
    }
    return draws.sorted { ($0.at, $0.id) < ($1.at, $1.id) }
  }

  /// Lets honest people and thieves act in the order of time.
  private func act(
    _ steps: [HonestStep], _ moves: [Draw], _ thieves: [Thief], _ town: FraudTown
  ) throws {
    var moves = moves[...]
    for step in steps {
      while let move = moves.first, move.at <= step.at {
        try make(moves.removeFirst(), thieves[move.id.thief], town)
      }
      town.server.set(step.at)
      for kind in FraudShop.Kind.allCases { try town.lives(in: kind)[step.person].take(step) }
    }
    for move in moves { try make(move, thieves[move.id.thief], town) }
  }

  /// Lets honest people look around in the shops, the same in both.
  private func visitShops(_ round: Int, _ town: FraudTown) throws {
    for kind in FraudShop.Kind.allCases {
      for life in town.lives(in: kind) {
        for vendor in FraudVendor.shops { try vendor.visit(life, round) }
      }
    }
  }

  private func make(_ draw: Draw, _ thief: Thief, _ town: FraudTown) throws {
    town.server.set(draw.at)
    let turn = ThiefTurn(thief, town, draw.move.name, seed: draw.seed)
    try draw.move.make(turn)
    town.count(draw.move.name, granted: turn.isGranted)
  }
}
