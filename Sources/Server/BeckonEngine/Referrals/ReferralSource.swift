import BeckonModel

/// How a person came to a campaign.
public struct ReferralSource: Hashable, Sendable {
  /// Who brought them; `nil` for a campaign's own link.
  public let referrer: PersonID?
  /// The link's campaign.
  public let campaign: CampaignID?
  /// By what it was found: `referrer`, `click_id`, `install`.
  public let method: String
  /// How sure it is.
  public let match: MatchType
  /// What it rests on.
  public let evidence: JSON

  /// The method of a referrer whom the call names.
  public static let named = "referrer"

  /// Makes a source.
  public init(
    referrer: PersonID?, campaign: CampaignID?, method: String, match: MatchType, evidence: JSON
  ) {
    self.referrer = referrer
    self.campaign = campaign
    self.method = method
    self.match = match
    self.evidence = evidence
  }
}
