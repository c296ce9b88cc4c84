import BeckonDatabase

extension Migration {
  /// Everything that goes out is taken with a lease, as webhooks' deliveries were.
  static let leases = Migration(
    number: 10, name: "leases",
    statements: [
      "ALTER TABLE apple_ads_tokens ADD COLUMN lease UUID",
      "ALTER TABLE store_notices ADD COLUMN lease UUID",
    ], oldestCompatible: 9)
}
