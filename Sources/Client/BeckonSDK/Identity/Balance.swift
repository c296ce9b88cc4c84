import BeckonContract
import BeckonModel

/// How much a person has of a unit, in the unit's smallest part.
public struct Balance: Sendable, Hashable {
  /// Of what.
  public let unit: String
  /// What can be spent; negative after a clawback of what was spent already.
  public let posted: Int
  /// What is held, and will be posted when it is due.
  public let pending: Int
  /// What somebody has to decide about, and may never come.
  public let inReview: Int

  /// Makes a balance.
  public init(unit: String, posted: Int, pending: Int = 0, inReview: Int = 0) {
    self.unit = unit
    self.posted = posted
    self.pending = pending
    self.inReview = inReview
  }

  init(_ fields: Fields) throws(FieldError) {
    let balance = try Redeem.Balance(fields)
    self.init(
      unit: balance.unit, posted: Int(balance.posted), pending: Int(balance.pending),
      inReview: Int(balance.inReview))
  }
}
