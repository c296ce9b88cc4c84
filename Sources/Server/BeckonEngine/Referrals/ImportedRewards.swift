/// What becomes of rewards for a referral that was imported. The raw value is what is stored.
public enum ImportedRewards: String, CaseIterable, Sendable {
  /// It was settled where it came from, so nobody is paid for it here, whatever comes.
  case settled
  /// What comes after the import pays as for any referral.
  case open
}
