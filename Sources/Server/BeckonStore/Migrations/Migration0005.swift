import BeckonDatabase

extension Migration {
  /// What rules may pay in all is dealt out in shares, so that no row is hot. What they have paid
  /// so far stood in `cap_uses`, in a row of no person; it becomes a share of a bound of nothing,
  /// which the next payment deals anew (`CapShares`).
  ///
  /// A program of an earlier step would count a total where this one does not look, so the two do
  /// not work side by side.
  static let capShares = Migration(
    number: 5, name: "cap-shares",
    statements: [
      """
      CREATE TABLE cap_shares (
        app BIGINT NOT NULL,
        rule UUID NOT NULL,
        share BIGINT NOT NULL,
        bound BIGINT NOT NULL,
        room BIGINT NOT NULL,
        PRIMARY KEY (app, rule, share)
      ) {clustered}
      """,
      """
      INSERT INTO cap_shares (app, rule, share, bound, room)
      SELECT app, rule, 0, 0, -amount FROM cap_uses WHERE day = '' AND NOT EXISTS (
        SELECT 1 FROM people WHERE people.app = cap_uses.app AND people.id = cap_uses.person)
      """,
      """
      DELETE FROM cap_uses WHERE day = '' AND NOT EXISTS (
        SELECT 1 FROM people WHERE people.app = cap_uses.app AND people.id = cap_uses.person)
      """,
    ])
}
