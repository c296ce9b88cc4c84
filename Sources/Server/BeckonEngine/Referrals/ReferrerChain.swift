import BeckonModel

/// A person's referrer, the referrer's referrer, and so on.
public struct ReferrerChain: Hashable, Sendable {
  /// Them, the nearest first.
  public private(set) var people: [PersonID] = []
  /// The lowest level that rests on what only a client claimed.
  public private(set) var claimedLevel: Int?

  /// Nobody.
  public init() {}

  /// The referrer of a referral, and nobody above.
  public init(nearest referral: Referral) {
    if let referrer = referral.referrer { add(referrer, isClaimed: referral.isReferrerClaimed) }
  }

  /// Adds the next.
  public mutating func add(_ person: PersonID, isClaimed: Bool) {
    people.append(person)
    if isClaimed, claimedLevel == nil { claimedLevel = people.count }
  }
}
