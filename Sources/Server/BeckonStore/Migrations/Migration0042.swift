import BeckonDatabase

extension Migration {
  /// A person's proven visitors are found without the others, which anybody makes who knows an id.
  static let provenVisitors = Migration(
    number: 42, name: "proven-visitors",
    statements: [
      """
      CREATE INDEX shop_visitors_proven ON shop_visitors (app, person, number)
      WHERE is_proven = 1
      """
    ])
}
