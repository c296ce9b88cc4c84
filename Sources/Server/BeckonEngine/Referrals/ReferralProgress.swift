import BeckonModel

/// Which steps of a campaign's goal a person has reached, in whatever order they came.
public struct ReferralProgress: Hashable, Sendable {
  /// Number of steps of the campaign, 1 to 3.
  public let goal: Int
  /// The steps that were recorded, also those that came too early.
  public private(set) var recorded: Set<Int>

  /// Makes the progress of a person in a campaign.
  public init(goal: Int, recorded: Set<Int>) {
    self.goal = goal
    self.recorded = recorded
  }

  /// The steps from the first without a gap: those that count.
  public var applied: Int {
    var step = 0
    while recorded.contains(step + 1), step < goal { step += 1 }
    return step
  }

  /// The state of a referral that has reached so many steps of a goal without a gap.
  public static func state(after steps: Int, goal: Int) -> ReferralState {
    ReferralProgress(goal: goal, recorded: steps > 0 ? Set(1...steps) : []).state
  }

  /// The state that the applied steps give. One step of three is `pending`, two are `unconfirmed`.
  public var state: ReferralState {
    if applied >= goal { return .confirmed }
    return applied == 2 ? .unconfirmed : .pending
  }

  /// The step by which a referral of a campaign comes to a state; `nil` when none does.
  public static func step(reaching state: ReferralState, goal: Int) -> Int? {
    guard state.isReached(byGoal: goal) else { return nil }
    return (1...goal).first { Self.state(after: $0, goal: goal) == state }
  }

  /// What recording a step does.
  public enum Advance: Hashable, Sendable {
    /// The states newly reached, in order; more than one when a gap closes.
    case advanced([ReferralState])
    /// The step was recorded before.
    case already
    /// An earlier step is missing; the step is kept and counts when the gap closes.
    case early(missing: Int)
  }

  /// Records a step, 1 to `goal`.
  public mutating func record(_ step: Int) -> Advance {
    let before = applied
    guard recorded.insert(step).inserted else { return .already }
    guard applied > before else { return .early(missing: before + 1) }
    return .advanced((before + 1...applied).map { Self.state(after: $0, goal: goal) })
  }
}
