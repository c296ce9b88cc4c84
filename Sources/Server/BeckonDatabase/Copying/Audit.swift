import BeckonModel

/// What the content of a database comes to, beyond each table by itself: sums that must agree, such
/// as those of a ledger.
public struct Audit: Sendable {
  /// A number that a copy must have too.
  public struct Figure: Equatable, Sendable {
    /// What is counted, for people: a unit.
    public let name: String
    /// How much.
    public let value: Int64

    /// A number with its name.
    public init(name: String, value: Int64) {
      self.name = name
      self.value = value
    }
  }

  /// What was counted.
  public let figures: [Figure]
  /// What is wrong, in words; empty when nothing is.
  public let problems: [String]

  /// What an audit found.
  public init(figures: [Figure], problems: [String]) {
    self.figures = figures
    self.problems = problems
  }
}
