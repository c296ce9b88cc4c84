import BeckonDatabase

extension Migration {
  /// A person's proven visitors are found without the others, which anybody makes who knows an id;
  /// and of all who were meant by a name, the one who was this person.
  static let provenVisitors = Migration(
    number: 42, name: "proven-visitors",
    statements: [
      """
      CREATE INDEX shop_visitors_proven ON shop_visitors (app, person, number)
      WHERE is_proven = 1
      """,
      "DROP INDEX shop_visitors_former",
      """
      CREATE INDEX shop_visitors_former ON shop_visitors (app, digest, person, number)
      WHERE is_current = 0
      """,
    ])
}
