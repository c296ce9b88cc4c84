import BeckonModel

/// What somebody has of a unit.
public struct Balance: Hashable, Sendable {
  /// Of what.
  public let unit: String
  /// What can be spent.
  public let posted: Int64
  /// What will be posted when it is due.
  public let pending: Int64
  /// What somebody has to decide about, and may never come.
  public let inReview: Int64

  /// Makes a balance.
  public init(unit: String, posted: Int64, pending: Int64, inReview: Int64) {
    self.unit = unit
    self.posted = posted
    self.pending = pending
    self.inReview = inReview
  }
}
