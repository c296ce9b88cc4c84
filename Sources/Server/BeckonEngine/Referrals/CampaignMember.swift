import BeckonModel

/// A person in a campaign, with what is known of them there alone.
public struct CampaignMember: Hashable, Sendable {
  /// Their part in the campaign.
  public let referral: Referral
  /// What a form of the campaign asked for besides who they are: an object of texts by name.
  public var details: JSON
  /// The id that they had where they were imported from, if they were.
  public let alias: String?
  /// When they left the campaign; `nil` while they are in it.
  public var leftAt: Instant?
  /// When the app's server promoted them: they have won, or need not wait any more.
  public var promotedAt: Instant?
  /// When something of this was changed; `nil` for never.
  public var updatedAt: Instant?

  /// Makes a member.
  public init(
    referral: Referral, details: JSON = [:], alias: String? = nil, leftAt: Instant?,
    promotedAt: Instant? = nil, updatedAt: Instant?
  ) {
    self.alias = alias
    self.referral = referral
    self.details = details
    self.leftAt = leftAt
    self.promotedAt = promotedAt
    self.updatedAt = updatedAt
  }

  /// Most bytes of what is known of a member.
  public static let detailsBytesMax = 16_384

  /// Whether the person has joined, and not left.
  public var takesPart: Bool {
    leftAt == nil && ![.awaitingSignUp, .superseded].contains(referral.state)
  }

  /// A detail that is a text and not empty.
  public func detail(_ name: String) -> String? {
    details[name]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The details after somebody has told more.
  /// - Parameters:
  ///   - told: texts by name; one that is empty takes the detail away.
  ///   - overwrites: whether what is known already gives way.
  public func details(adding told: [JSON.Member], overwrites: Bool) -> JSON {
    var kept = details.members ?? []
    for member in told {
      let isKnown = detail(member.name) != nil
      guard overwrites || !isKnown else { continue }
      kept.removeAll { $0.name == member.name }
      if member.value != "" { kept.append(member) }
    }
    return .object(kept)
  }
}
