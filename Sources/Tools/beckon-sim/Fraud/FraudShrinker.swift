import BeckonModel

/// Finds a few moves that are enough for a fault: runs again with parts left out, as long as it
/// still shows.
struct FraudShrinker {
  let size: FraudRun.Size
  let runsMax: Int
  let open: () throws -> FraudDatabase

  /// The fewest moves found, and the fault as they show it.
  func shrink(
    _ violation: FraudJournal.Violation, from made: [FraudRun.MoveID]
  ) async throws -> (moves: Int, violation: FraudJournal.Violation) {
    var moves = made.filter { $0.round <= violation.round }
    var shown = violation
    var runs = 0
    var parts = 2
    while moves.count > 1, runs < runsMax {
      let length = (moves.count + parts - 1) / parts
      var isSmaller = false
      for start in stride(from: 0, to: moves.count, by: length) where runs < runsMax {
        let rest = Array(moves[..<start] + moves[min(start + length, moves.count)...])
        runs += 1
        guard let again = try await find(violation, with: rest) else { continue }
        (moves, shown, isSmaller) = (rest, again, true)
        break
      }
      if isSmaller {
        parts = max(2, parts - 1)
      } else if length == 1 {
        break
      } else {
        parts = min(moves.count, parts * 2)
      }
    }
    return (moves.count, shown)
  }

  private func find(
    _ violation: FraudJournal.Violation, with moves: [FraudRun.MoveID]
  ) async throws -> FraudJournal.Violation? {
    let run = FraudRun(size: size, only: Set(moves), goal: violation)
    return try await run.run(try open()).violations.first(where: violation.isLike)
  }
}
