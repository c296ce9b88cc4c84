/// What its operator has said of a campaign. Any of them can follow any other.
public enum CampaignState: String, CaseIterable, Sendable {
  /// It takes new members, unless a date says otherwise.
  case active
  /// It takes no new members for now.
  case paused
  /// It takes no new members any more.
  case ended
  /// The same, and lists leave it out unless they are asked for it.
  case archived
}
