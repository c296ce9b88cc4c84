import BeckonModel

/// A step of a referral as it is recorded.
public struct RecordedStep: Hashable, Sendable {
  /// Which one, from 1.
  public let step: Int
  /// When it was received.
  public let at: Instant
  /// Whether only a client has told it.
  public let isByClient: Bool

  /// Makes a step.
  public init(step: Int, at: Instant, isByClient: Bool) {
    self.step = step
    self.at = at
    self.isByClient = isByClient
  }
}

extension ReferrerProposal {
  /// Whether it is too late for a referrer, whatever the hour: the referral has ended, or the
  /// person has gone on to the second step since the sign-up was received, or was before, as the
  /// app's server told. What a client told of a time before the sign-up may be anybody's word.
  /// - Parameter state: of the referral; `nil` when there is none yet.
  public static func hasMovedOn(
    _ state: ReferralState?, _ steps: [RecordedStep], signUpReceived: Instant?
  ) -> Bool {
    let received = signUpReceived ?? Instant(milliseconds: 0)
    let hasEnded = state.map { !$0.isCounted && !$0.isWaiting } ?? false
    return hasEnded || steps.contains { $0.step >= 2 && ($0.at >= received || !$0.isByClient) }
  }
}

extension StepFact {
  /// Whether this fact takes the other's place, so that the step counts as if the app's server had
  /// told it first.
  public func givesWay(to fact: MovingFact) -> Bool { !isVouched && fact.isServersWord }
}

extension MovingFact {
  /// Whether it is the app's server's word, and was not taken back.
  public var isServersWord: Bool { trust == .server && !isReversed }
}
