import BeckonModel

/// What it does to a referral that somebody tells one of its steps. One conversion and many at once
/// are decided here, each for itself; only how the effects are stored differs.
public struct StepDecision: Hashable, Sendable {
  /// A state that is newly reached, and the step that leads to it.
  public struct Reached: Hashable, Sendable {
    /// The step.
    public let step: Int
    /// The state.
    public let state: ReferralState
  }

  /// What it does to the steps.
  public let advance: ReferralProgress.Advance
  /// Whether the step is written down.
  public let isRecorded: Bool
  /// The states that are newly reached, in order.
  public let reached: [Reached]
  /// The state of which the referrer's counts know.
  private let counted: ReferralState?
  private let before: ReferralState

  /// Decides. A step of a referral that is superseded or reversed moves nothing; of one that is
  /// unverified it is kept until the address is shown to be theirs. The first step of who has not
  /// signed up is the sign-up, and nothing else.
  /// - Parameters:
  ///   - step: the step that is told, 1 to `goal`.
  ///   - state: where the referral stands.
  ///   - goal: number of the campaign's steps.
  ///   - steps: those that were recorded before, early ones too.
  public init(_ step: Int, from state: ReferralState, goal: Int, after steps: Set<Int>) {
    before = state
    guard state != .awaitingSignUp || step != 1 else {
      (advance, isRecorded, reached, counted) = (.early(missing: 1), false, [], nil)
      return
    }
    var progress = ReferralProgress(goal: goal, recorded: steps)
    let first = progress.applied + 1
    // Before the first step the row says `pending` too, but the counts do not know of it.
    counted = progress.applied > 0 ? state : nil
    advance = progress.record(step)
    isRecorded = advance != .already
    guard case .advanced(let states) = advance, state.isCounted else {
      reached = []
      return
    }
    reached = zip(first..., states).map(Reached.init)
  }

  /// The referral's state afterwards.
  public var state: ReferralState { reached.last?.state ?? before }

  /// How the referrer's counts move.
  public func moves(of referrer: PersonID, in campaign: CampaignID) -> [ReferralMove] {
    var old = counted
    return reached.map { reached in
      defer { old = reached.state }
      return ReferralMove(person: referrer, campaign: campaign, old: old, new: reached.state)
    }
  }
}

/// What becomes of a referral when a step of it goes.
public enum StepRemoval: Hashable, Sendable {
  /// Nothing but that the step is gone.
  case none
  /// The referral goes back to a state; `counted` is the one that its referrer's counts have then.
  case back(to: ReferralState, counted: ReferralState?)
  /// The referral is reversed: a step that moved it was taken back. The step stays.
  case reversed

  /// The step is taken away as if it had not come: a client had told it, and the server uses its
  /// fact's id for something else.
  public static func retracting(
    _ step: Int, from state: ReferralState, goal: Int, after steps: Set<Int>
  ) -> StepRemoval {
    let before = ReferralProgress(goal: goal, recorded: steps)
    let after = ReferralProgress(goal: goal, recorded: steps.subtracting([step]))
    guard state.isCounted, after.applied < before.applied else { return .none }
    return .back(to: after.state, counted: after.applied > 0 ? after.state : nil)
  }

  /// What the step rests on was refunded. A step that came too early has moved nothing yet.
  public static func refunding(_ step: Int, goal: Int, after steps: Set<Int>) -> StepRemoval {
    step <= ReferralProgress(goal: goal, recorded: steps).applied ? .reversed : .none
  }
}
