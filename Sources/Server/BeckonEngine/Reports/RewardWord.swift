/// What became of a reward, as counts by day tell it apart.
public enum RewardWord: String, Sendable {
  /// It was paid.
  case posted
  /// It is pending or in review.
  case held
  /// A later transfer took it, or part of it, back.
  case takenBack = "taken_back"
}
