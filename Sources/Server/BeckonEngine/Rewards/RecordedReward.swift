import BeckonModel

/// A reward that is recorded already when its rule fires once more under the same key. It stands,
/// but for what was held because only a client had told something: that gives way to the word of
/// the app's server, or whoever forges a fact first would keep the true one from being paid.
public struct RecordedReward: Hashable, Sendable {
  /// Where it stands.
  public let state: TransferState
  /// Its reasons: those for which it was held, then what was added since.
  public let reasons: [String]
  /// Why it was given up or taken back; `nil` while it stands.
  public let end: End?

  /// Why a reward does not stand.
  public enum End: Hashable, Sendable {
    /// Somebody rejected it in a review, which adds one reason.
    case rejected
    /// A client had told the fact that caused it, and the app's server told otherwise.
    case toldOtherwise
    /// Any other cause.
    case other
  }

  /// What becomes of the reward that its rule gives once more.
  public enum Successor: Hashable, Sendable {
    /// None: what is recorded stands.
    case none
    /// It is recorded in place of this one.
    case inPlace
    /// It is recorded beside this one, which was paid and taken back.
    case beside
  }

  /// Makes a description of a recorded reward.
  public init(state: TransferState, reasons: [String], end: End?) {
    self.state = state
    self.reasons = reasons
    self.end = end
  }

  /// How somebody's review ended; the raw value stands in the database.
  public enum Review: String, CaseIterable, Sendable {
    /// It was let go.
    case approved
    /// It was given up.
    case rejected
  }

  /// Makes a description of a recorded reward.
  /// - Parameters:
  ///   - review: how its review ended, if it had one.
  ///   - endedFor: for what it was given up or taken back; `nil` while it stands.
  public init(
    state: TransferState, reasons: [String], review: Review?, endedFor reasonsOfEnd: [String]?
  ) {
    var end: End?
    if let reasonsOfEnd {
      end = reasonsOfEnd.contains(Self.toldOtherwise) ? .toldOtherwise : .other
    }
    if review == .rejected, end != .toldOtherwise { end = .rejected }
    self.init(state: state, reasons: reasons, end: end)
  }

  /// Why a reward is held whose rule trusts only the server: a client told the fact.
  public static let clientFact = "client_fact"
  /// Why a reward is held whose rule trusts only the server: a client named the referrer
  /// before the server had named the person.
  public static let claimedReferrer = "claimed_referrer"
  /// Why a reward is taken back: a client had told its fact, and the app's server told otherwise.
  public static let toldOtherwise = "told_otherwise_by_server"
  /// What is added to a held reward when its person is merged into another.
  public static let merged = "merged"

  /// Every reason of Beckon's own for which a reward is held. Whoever decides about one may add
  /// words of their own.
  public static let heldReasons =
    ReferralRisk.Reason.allCases.map(\.rawValue) + [clientFact, claimedReferrer, merged]
    + Payout.Refusal.allCases.map(\.rawValue)

  /// For what a reward in review is held after its referral's risk or referrer has changed.
  public static func reasons(
    _ reasons: [String], risk: ReferralRisk, isReferrerClaimed: Bool
  ) -> [String] {
    let ofReferral = ReferralRisk.Reason.allCases.map(\.rawValue) + [claimedReferrer]
    return risk.holding.map(\.rawValue) + reasons.filter { !ofReferral.contains($0) }
      + (isReferrerClaimed ? [claimedReferrer] : [])
  }

  /// What becomes of one that would be held for these reasons, or for none, by the word of the
  /// app's server. Of rejected rewards only those are revived that were held for a client's word
  /// alone: any other reason is still there.
  public func successor(heldFor reasons: [String]) -> Successor {
    if end == .toldOtherwise { return state == .posted ? .beside : .inPlace }
    let lifted = [Self.clientFact, Self.claimedReferrer].filter {
      self.reasons.contains($0) && !reasons.contains($0)
    }
    guard !lifted.isEmpty else { return .none }
    switch state {
    case .inReview: return .inPlace
    case .voided:
      let held = self.reasons.dropLast().filter { $0 != Self.merged }
      return end == .rejected && held.allSatisfy(lifted.contains) ? .inPlace : .none
    case .pending, .posted: return .none
    }
  }
}
