/// Which of several who could have brought a person becomes their referrer.
public enum ReferrerChoice: String, CaseIterable, Sendable {
  /// The one of the best evidence: whom the call names, then whose link was clicked, then whose
  /// link the install was matched with.
  case strongest
  /// Of those who are sure, the one whose evidence is the oldest.
  case first
  /// Of those who are sure, the one whose evidence is the latest.
  case last
}
