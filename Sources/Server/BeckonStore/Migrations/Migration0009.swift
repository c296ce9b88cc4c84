extension Migration {
  /// What is needed to tell true facts, people and identities from claimed ones.
  static let nothingToSteal = Migration(
    number: 9, name: "nothing-to-steal",
    statements: [
      "ALTER TABLE people ADD COLUMN signed_up_at BIGINT",
      "ALTER TABLE people ADD COLUMN sign_up_received_at BIGINT",
      "ALTER TABLE tombstones ADD COLUMN welcomed BIGINT",
      "ALTER TABLE referrals ADD COLUMN risk_cleared_at BIGINT",
      "ALTER TABLE conversions ADD COLUMN trust TEXT",
    ])
}
