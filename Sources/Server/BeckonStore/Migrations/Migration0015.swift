import BeckonDatabase

extension Migration {
  /// What is left of work on somebody's rows that were too many for one transaction.
  static let leftovers = Migration(
    number: 15, name: "leftovers",
    statements: [
      """
      CREATE TABLE leftovers (
        app BIGINT NOT NULL,
        work TEXT NOT NULL,
        subject UUID NOT NULL,
        target UUID,
        number BIGINT NOT NULL,
        PRIMARY KEY (app, work, subject)
      ) {clustered}
      """
    ])
}
