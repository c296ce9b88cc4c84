import BeckonModel

/// What somebody has said of being written to by one channel.
public struct ContactConsent: Hashable, Sendable {
  /// The channel.
  public let channel: ContactChannel
  /// Whether they have said yes; else they have taken it back, or said no.
  public let isGiven: Bool
  /// Who told so: the app's server, or a client with the person's token.
  public let by: Trust
  /// When.
  public let at: Instant

  /// Makes one.
  public init(_ channel: ContactChannel, isGiven: Bool, by: Trust, at: Instant) {
    self.channel = channel
    self.isGiven = isGiven
    self.by = by
    self.at = at
  }

  /// What holds of two people who are one: the later word, and of two of one time the no.
  public static func later(_ one: ContactConsent, _ other: ContactConsent) -> ContactConsent {
    if one.at != other.at { return one.at > other.at ? one : other }
    return one.isGiven ? other : one
  }

  /// As the API writes it, under the name of the channel.
  public var json: JSON {
    ["given": .bool(isGiven), "by": .string(by.rawValue), "at": .instant(at)]
  }
}
