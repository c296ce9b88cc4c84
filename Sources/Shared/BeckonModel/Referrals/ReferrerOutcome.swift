/// What became of the referrer whom a sign-up named, or who was found for it; and why somebody is
/// not in the campaign to which the sign-up led.
public enum ReferrerOutcome: String, CaseIterable, Sendable {
  /// They are the person's referrer, by this call or an earlier one.
  case made
  /// They are noted; the referral begins when the person signs up.
  case awaitingSignUp = "awaiting_sign_up"
  /// They are noted; the referral begins when the person shows that the mail address is theirs.
  case unverified
  /// What was named leads to nobody.
  case unknownCode = "unknown_code"
  /// No click of the id that was named is there, and nothing else was found.
  case unknownClick = "unknown_click"
  /// The code or link that was named is nobody's, so nobody is the referrer. Its campaign counts.
  case noOwner = "no_owner"
  /// A person cannot refer themselves.
  case own
  /// The person has referred them, or somebody who led to them.
  case cycle
  /// Somebody else is the person's referrer, who is set once.
  case alreadyReferred = "already_referred"
  /// The sign-up was too long ago, or the person has gone on to the second step.
  case tooLate = "too_late"
  /// It is of no campaign that the person joins.
  case noCampaign = "no_campaign"
  /// The campaign begins later.
  case campaignNotStarted = "campaign_not_started"
  /// The campaign takes nobody for now.
  case campaignPaused = "campaign_paused"
  /// The campaign takes nobody any more.
  case campaignEnded = "campaign_ended"
  /// The person is known already, and the call did not prove to be theirs: nothing was changed.
  case personUnproven = "person_unproven"
  /// The call names an install that is there, and showed no token of it or of who uses it: what led
  /// to that install was not looked at.
  case installUnproven = "install_unproven"
}
