import BeckonModel

/// What a row of an imported file says of a person's part in the campaign alone.
public struct ImportedMembership: Hashable, Sendable {
  /// The id that the member had where the list is from, by which calls find them here too. No two
  /// members of an app have the same.
  public let alias: String?
  /// Texts by name, of which those are kept that are not known yet.
  public let details: [JSON.Member]
  /// How many people the list says that the member has referred.
  public let referred: Int64?

  /// Makes one.
  public init(alias: String? = nil, details: [JSON.Member] = [], referred: Int64? = nil) {
    self.alias = alias
    self.details = details
    self.referred = referred
  }

  /// What its user should know when fewer referrals came than the list speaks of; `nil` when all
  /// came.
  /// - Parameter there: how many people the member has referred here, in whatever state.
  public func shortfall(there: Int64) -> String? {
    guard let referred, there < referred else { return nil }
    return "the list says that they have referred \(referred), and \(there) of these are here"
  }
}
