import BeckonDatabase

extension Migration {
  /// A reward that was in review knows since when it counts for its rule's caps, and whatever
  /// reacts to facts follows one feed.
  static let nothingSilent = Migration(
    number: 11, name: "nothing-silent",
    statements: [
      "ALTER TABLE transfers ADD COLUMN charged_at BIGINT"
    ] + feed + dailyCounts)
}
