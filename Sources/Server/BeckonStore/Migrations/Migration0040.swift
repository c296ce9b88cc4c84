import BeckonDatabase

extension Migration {
  /// A new visitor of a shop costs one random page instead of three: almost every visitor is the
  /// only one of their name, and has facts under a name of their own.
  static let rareVisitors = Migration(
    number: 40, name: "rare-visitors",
    statements: [
      "DROP INDEX shop_visitors_by_digest",
      "DROP INDEX shop_visitors_by_subject",
      """
      CREATE INDEX shop_visitors_former ON shop_visitors (app, digest, number)
      WHERE is_current = 0
      """,
      """
      CREATE INDEX shop_visitors_by_own_subject ON shop_visitors (app, subject)
      WHERE subject <> digest
      """,
    ])
}
