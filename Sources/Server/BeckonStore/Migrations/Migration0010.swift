import BeckonDatabase

extension Migration {
  /// Everything that goes out is taken with a lease, as webhooks' deliveries were; and what a
  /// person's export lists is found by an index.
  static let leasesAndExports = Migration(
    number: 10, name: "leases-and-exports",
    statements: [
      "ALTER TABLE apple_ads_tokens ADD COLUMN lease UUID",
      "ALTER TABLE store_notices ADD COLUMN lease UUID",
      "CREATE INDEX people_merged ON people (app, merged_into) WHERE merged_into IS NOT NULL",
      "CREATE INDEX refusals_by_person ON refusals (app, person, at, id)",
    ], oldestCompatible: 9)
}
