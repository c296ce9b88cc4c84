import BeckonDatabase

extension Migration {
  /// How many people of a campaign have which score, in a tree (`RankNode`), so that a rank is
  /// found without counting everybody ahead; in shares, as what rules may pay. What was there
  /// before is counted by a loop, in parts (`RankFill`).
  ///
  /// A program of an earlier step would change scores without the tree, so the two do not work side
  /// by side.
  static let ranks = Migration(
    number: 20, name: "ranks",
    statements: [
      """
      CREATE TABLE rank_counts (
        app BIGINT NOT NULL,
        campaign UUID NOT NULL,
        board TEXT NOT NULL,
        node BIGINT NOT NULL,
        share BIGINT NOT NULL,
        people BIGINT NOT NULL,
        PRIMARY KEY (app, campaign, board, node, share)
      ) {clustered}
      """,
      "ALTER TABLE referral_counts ADD COLUMN is_ranked BIGINT NOT NULL DEFAULT 0",
      """
      CREATE INDEX referral_counts_unranked ON referral_counts (app, campaign, person)
      WHERE is_ranked = 0
      """,
    ])
}
