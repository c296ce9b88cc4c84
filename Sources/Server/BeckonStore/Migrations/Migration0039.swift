import BeckonDatabase

extension Migration {
  /// Which products have changed of late, without what else has happened: whoever keeps products in
  /// memory looks before each answer whether they are still as they were.
  static let changedProducts = Migration(
    number: 39, name: "changed-products",
    statements: ["CREATE INDEX feed_of_products ON feed (app, seq) WHERE kind = 'product'"],
    oldestCompatible: 36)
}
