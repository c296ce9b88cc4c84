import BeckonDatabase

extension Migration {
  /// Of three indexes that each new visitor of a shop reached at a random place, one is left. Few
  /// names have former visitors, so only those are in an index of their own. A subject is indexed
  /// where it is not the hash of the name: then it sorts by time.
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
