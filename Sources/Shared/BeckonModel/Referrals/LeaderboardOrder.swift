/// By what a leaderboard is sorted.
public enum LeaderboardOrder: String, CaseIterable, Sendable {
  /// By confirmed referrals.
  case confirmed
  /// By points that the campaign has given.
  case points
}

extension CampaignKind {
  /// The order of its leaderboard, unless another is asked for.
  public var leaderboardOrder: LeaderboardOrder {
    switch self {
    case .contest: .points
    case .referral, .waitlist: .confirmed
    }
  }
}
