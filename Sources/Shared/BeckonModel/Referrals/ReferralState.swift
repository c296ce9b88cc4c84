/// How far a referral has come.
public enum ReferralState: String, CaseIterable, Sendable {
  /// Joined; a further step is needed.
  case pending
  /// The second of three steps is done.
  case unconfirmed
  /// All steps of the campaign's goal are done.
  case confirmed
  /// Two people turned out to be one, and the other's referral stands.
  case superseded
  /// The payment that confirmed it was taken back.
  case reversed
  /// Enrolled before the sign-up, with a link and perhaps a referrer; counts nowhere and is paid
  /// nothing until then.
  case awaitingSignUp = "awaiting_sign_up"
  /// Has signed up, and has not shown that the mail address is theirs, as the campaign asks; counts
  /// nowhere and is paid nothing until then. What happens meanwhile is kept.
  case unverified
}

/// What a campaign is for.
public enum CampaignKind: String, CaseIterable, Sendable {
  /// People invite people.
  case referral
  /// People compete by their number of referrals.
  case contest
  /// People wait, and move up by referring.
  case waitlist
}

extension ReferralState {
  /// Whether a referral of a campaign with so many steps passes through this state.
  public func isReached(byGoal goal: Int) -> Bool {
    switch self {
    case .pending: goal >= 2
    case .unconfirmed: goal == 3
    case .confirmed: true
    case .superseded, .reversed, .awaitingSignUp, .unverified: false
    }
  }
}
