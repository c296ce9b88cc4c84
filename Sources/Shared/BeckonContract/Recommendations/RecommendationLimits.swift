/// Bounds of what is recommended.
public enum RecommendationLimits {
  /// Products of one answer.
  public static let count: ClosedRange<Int> = 1...100
  /// Products of an answer to somebody who does not say how many.
  public static let usualCount = 20
}
