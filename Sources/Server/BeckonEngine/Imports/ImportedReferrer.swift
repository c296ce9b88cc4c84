import BeckonModel

/// An import names somebody's referrer.
public struct ImportedReferrer: Sendable {
  /// Who is to be the referrer; `nil` when what the row names is nobody.
  public let referrer: PersonID?
  /// The person's part in the campaign.
  public let part: Referral

  /// Makes one.
  public init(_ referrer: PersonID?, of part: Referral) {
    self.referrer = referrer
    self.part = part
  }

  /// What becomes of it. Nobody's referrer is replaced but one whom only a client has claimed, and
  /// who joined the campaign here got what they got by how they came.
  /// - Parameter ancestors: gives the referrer's own referrer, that one's referrer, and so on.
  public func outcome(ancestors: () throws -> [PersonID]) rethrows -> ReferrerOutcome {
    guard let referrer else { return .unknownCode }
    guard referrer != part.person else { return .own }
    if let standing = part.referrer, !part.isReferrerClaimed {
      return standing == referrer ? .made : .alreadyReferred
    }
    guard part.imported != nil || part.isReferrerClaimed else { return .tooLate }
    return ReferrerProposal.closesCircle(part.person, below: try ancestors()) ? .cycle : .made
  }

  /// What an import knows of how the referrer brought the person.
  public var source: ReferralSource {
    ReferralSource(
      referrer: referrer, campaign: part.campaign, method: "import", match: .unique,
      evidence: .object([]))
  }
}
