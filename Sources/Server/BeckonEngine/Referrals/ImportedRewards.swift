/// What becomes of rewards for a referral that was imported. The raw value is what is stored.
public enum ImportedRewards: String, CaseIterable, Sendable {
  /// It was settled where it came from, so nobody is paid for it here, whatever comes.
  case settled
  /// What comes after the import pays as for any referral.
  case open
}

extension ImportedRewards {
  /// What becomes of rewards when two people turn out to be one who both have a part in a campaign:
  /// what was settled for one of them was settled for the one who is left. `nil` when neither part
  /// was imported.
  public static func merged(_ one: ImportedRewards?, _ other: ImportedRewards?) -> Self? {
    if one == .settled || other == .settled { return .settled }
    return one ?? other
  }
}
