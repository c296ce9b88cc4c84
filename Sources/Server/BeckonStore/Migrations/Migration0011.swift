import BeckonDatabase

extension Migration {
  /// What is asked for is told: which state a campaign has, what was changed of links, who has
  /// paid, what an install waits for. Whatever reacts to facts follows one feed, and whatever the
  /// app's server looks for is found by an index.
  static let nothingSilent = Migration(
    number: 11, name: "nothing-silent",
    statements: [
      // A reward that was in review knows since when it counts for its rule's caps.
      "ALTER TABLE transfers ADD COLUMN charged_at BIGINT"
    ] + feed + dailyCounts + installs + campaignsAndPayments + finding)
}
