import BeckonDatabase

extension Migration {
  /// Long links, which say all about themselves: what a short link was made of, by what it is found
  /// again when the same is shortened once more, and the long link of a click when no row stands
  /// for it. Their clicks are counted along an index of their own, because anybody can make up as
  /// many of these links as they like. Installs that a protocol does not name, which give way to
  /// the first that is named and looks the same. How often the app was opened by a link, by day.
  static let longLinks = Migration(
    number: 16, name: "long_links",
    statements: [
      "ALTER TABLE links ADD COLUMN long_link TEXT",
      "ALTER TABLE links ADD COLUMN long_digest UUID",
      """
      CREATE UNIQUE INDEX links_by_long_digest ON links (app, long_digest)
      WHERE long_digest IS NOT NULL
      """,
      "ALTER TABLE clicks ADD COLUMN long_link TEXT",
      "CREATE INDEX clicks_by_long_link ON clicks (app, link) WHERE long_link IS NOT NULL",
      "ALTER TABLE installs ADD COLUMN unnamed BIGINT",
      "CREATE INDEX installs_unnamed ON installs (app, network) WHERE unnamed IS NOT NULL",
      """
      CREATE TABLE link_opens (
        app BIGINT NOT NULL,
        link UUID NOT NULL,
        day TEXT NOT NULL,
        platform TEXT NOT NULL,
        count BIGINT NOT NULL,
        PRIMARY KEY (app, link, day, platform)
      ) {clustered}
      """,
    ], oldestCompatible: 15)
}
