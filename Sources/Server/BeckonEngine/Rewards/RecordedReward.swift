import BeckonModel

/// A reward that is recorded already when its rule fires once more under the same key. It stands,
/// but for what a client alone has brought about: that gives way to the word of the app's server,
/// or whoever forges a fact first would keep the true one from being paid.
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

  /// Why a reward is held whose rule trusts only the server.
  public static let clientFact = "client_fact"
  /// What is added to a held reward when its person is merged into another.
  public static let merged = "merged"

  /// Whether a fact of this trust decides anew about it. Of rejected rewards only those are
  /// revived that were held for a client's fact alone: any other reason is still there.
  public func isDecidedAnew(by trust: Trust) -> Bool {
    guard trust == .server else { return false }
    switch state {
    case .inReview: return reasons.contains(Self.clientFact)
    case .voided:
      return isRejected && reasons.dropLast().filter { $0 != Self.merged } == [Self.clientFact]
    case .pending, .posted: return false
    }
  }
}
