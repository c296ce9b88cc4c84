import BeckonEngine
import BeckonModel
import Foundation
import Testing

/// `docs/WHY.md` answers "why was I not credited?". Whoever adds a reason explains it there.
@Suite struct WhyDocumentTests {
  private static let words =
    Payout.Refusal.allCases.map(\.rawValue) + ReferrerOutcome.allCases.map(\.rawValue)
    + ReferralRisk.Reason.allCases.map(\.rawValue)
    + AttributionLimit.allCases.map(\.rawValue) + unmatched.map(\.rawValue)
    + ReferralState.allCases.map(\.rawValue)
    + [
      RecordedReward.clientFact, RecordedReward.claimedReferrer, RecordedReward.toldOtherwise,
      SecondReward.reason, RecordedReward.merged, HeldReward.referrerReplaced, "not_counted",
    ]

  /// Reasons of a match explain nothing that is missing.
  private static let unmatched = AttributionReason.allCases.filter {
    ![
      .clickID, .openedLink, .installReferrer, .pasteboardLink, .appleAds, .networkAndDevice,
    ].contains($0)
  }

  @Test("Every reason stands in the document", arguments: words)
  func isExplained(_ word: String) throws {
    let document = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../docs/WHY.md").standardized
    let text = try String(contentsOf: document, encoding: .utf8)
    #expect(text.contains("`\(word)`"), "explain '\(word)' in docs/WHY.md")
  }
}
