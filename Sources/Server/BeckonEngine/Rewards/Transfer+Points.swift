import BeckonModel

extension Transfer {
  /// The unit that contests are about.
  public static let pointsUnit = "points"

  /// By how much it changes somebody's points in its campaign once it is posted: what is earned
  /// adds to them, what is taken back takes away. What is spent, moved or forfeited lowers a
  /// balance, and was earned all the same.
  public var pointsChange: Int64 {
    guard unit == Self.pointsUnit, campaign != nil else { return 0 }
    return switch kind {
    case .reward: amount
    case .clawback: -amount
    case .redemption, .merge, .forfeit: 0
    }
  }
}
