import BeckonModel

/// A reward that is recorded already when its rule fires once more under the same key. It stands,
/// but for what was held because only a client had told something: that gives way to the word of
/// the app's server, or whoever forges a fact first would keep the true one from being paid.
public struct RecordedReward: Hashable, Sendable {
  /// Where it stands.
  public let state: TransferState
  /// Its reasons: those for which it was held, then what was added since.
  public let reasons: [String]
  /// Whether it was rejected in a review, which adds one reason.
  public let isRejected: Bool

  /// Makes a description of a recorded reward.
  public init(state: TransferState, reasons: [String], isRejected: Bool) {
    self.state = state
    self.reasons = reasons
    self.isRejected = isRejected
  }

  /// Why a reward is held whose rule trusts only the server: a client told the fact.
  public static let clientFact = "client_fact"
  /// Why a referrer's reward is held whose rule trusts only the server: a client named the referrer
  /// before the server had named the person.
  public static let claimedReferrer = "claimed_referrer"
  /// What is added to a held reward when its person is merged into another.
  public static let merged = "merged"

  /// For what a reward in review is held after its referral's risk or referrer has changed.
  public static func reasons(
    _ reasons: [String], risk: ReferralRisk, isReferrerClaimed: Bool
  ) -> [String] {
    let ofReferral = ReferralRisk.Reason.allCases.map(\.rawValue) + [claimedReferrer]
    return risk.holding.map(\.rawValue) + reasons.filter { !ofReferral.contains($0) }
      + (isReferrerClaimed ? [claimedReferrer] : [])
  }

  /// Whether it gives way to one that would be held for these reasons, or for none. Of rejected
  /// rewards only those are revived that were held for a client's word alone: any other reason is
  /// still there.
  public func givesWay(toReasons reasons: [String]) -> Bool {
    let lifted = [Self.clientFact, Self.claimedReferrer].filter {
      self.reasons.contains($0) && !reasons.contains($0)
    }
    guard !lifted.isEmpty else { return false }
    switch state {
    case .inReview: return true
    case .voided:
      let held = self.reasons.dropLast().filter { $0 != Self.merged }
      return isRejected && held.allSatisfy(lifted.contains)
    case .pending, .posted: return false
    }
  }
}
