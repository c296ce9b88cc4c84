import BeckonEngine
import BeckonModel
import Testing

/// Which steps count, and where they lead.
@Suite struct ReferralProgressTests {
  @Test(
    "The steps without a gap count, up to the goal",
    arguments: [
      (1, [], 0, .pending), (1, [1], 1, .confirmed), (2, [1], 1, .pending),
      (2, [1, 2], 2, .confirmed), (3, [1], 1, .pending), (3, [1, 2], 2, .unconfirmed),
      (3, [1, 2, 3], 3, .confirmed), (3, [1, 3], 1, .pending), (3, [2, 3], 0, .pending),
    ] as [(Int, Set<Int>, Int, ReferralState)])
  func applied(goal: Int, steps: Set<Int>, applied: Int, state: ReferralState) {
    let progress = ReferralProgress(goal: goal, recorded: steps)
    #expect(progress.applied == applied && progress.state == state)
    #expect(ReferralProgress.state(after: applied, goal: goal) == state)
  }

  @Test(
    "The step that leads to a state, if one does",
    arguments: [
      (1, .confirmed, 1), (1, .pending, nil), (2, .pending, 1), (2, .confirmed, 2),
      (2, .unconfirmed, nil), (3, .pending, 1), (3, .unconfirmed, 2), (3, .confirmed, 3),
      (3, .superseded, nil), (3, .reversed, nil), (3, .awaitingSignUp, nil),
    ] as [(Int, ReferralState, Int?)])
  func step(goal: Int, state: ReferralState, step: Int?) {
    #expect(ReferralProgress.step(reaching: state, goal: goal) == step)
  }

  @Test(
    "In whatever order the steps come, the same states are reached, each once", arguments: 1...3)
  func everyOrder(goal: Int) {
    for order in Self.orders(of: Array(1...goal)) {
      var progress = ReferralProgress(goal: goal, recorded: [])
      var reached: [ReferralState] = []
      for step in order + order {
        if case .advanced(let states) = progress.record(step) { reached += states }
      }
      #expect(reached == (1...goal).map { ReferralProgress.state(after: $0, goal: goal) })
    }
  }

  private static func orders(of steps: [Int]) -> [[Int]] {
    guard steps.count > 1 else { return [steps] }
    return steps.flatMap { first in
      orders(of: steps.filter { $0 != first }).map { [first] + $0 }
    }
  }
}
