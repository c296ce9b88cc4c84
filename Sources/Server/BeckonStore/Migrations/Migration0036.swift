import BeckonDatabase

extension Migration {
  /// What strangers report of links. Who reports is kept as a keyed hash of their network: one of
  /// it has one report of a link.
  static let linkReports = Migration(
    number: 36, name: "link-reports",
    statements: [
      """
      CREATE TABLE link_reports (
        app BIGINT NOT NULL,
        link UUID NOT NULL,
        network UUID NOT NULL,
        reason TEXT NOT NULL,
        note TEXT,
        at BIGINT NOT NULL,
        settled_at BIGINT,
        PRIMARY KEY (app, link, network)
      ) {clustered}
      """,
      "CREATE INDEX link_reports_by_time ON link_reports (at)",
      """
      CREATE INDEX link_reports_open ON link_reports (app, link, at) WHERE settled_at IS NULL
      """,
    ],
    oldestCompatible: 33)
}
