import BeckonModel

/// What campaigns are ordered by.
public enum CampaignMeasure: String, CaseIterable, Sendable {
  /// Clicks.
  case clicks
  /// Installs.
  case installs
  /// People who signed up on these installs.
  case signUps = "signups"
  /// Revenue in one currency.
  case revenue
  /// Sign-ups per install.
  case conversion
  /// When the campaign was made.
  case createdAt = "created_at"
}

/// An order of campaigns, and what of them counts for it. Of two that are equal, the newer is
/// first.
public struct CampaignOrder: Sendable {
  /// By what.
  public var measure = CampaignMeasure.installs
  /// Whether the largest is last.
  public var isAscending = false
  /// When it happened.
  public var period = ReportPeriod()
  /// On which platform; `nil` for all.
  public var platform: Platform?
  /// The currency of the revenue; `nil` where the app has but one.
  public var currency: Currency?

  /// Most installs first.
  public init() {}
}
