import BeckonDatabase
import BeckonEngine
import BeckonModel

extension Feature {
  /// Products, what clients say of them, and their prices. Nothing of it is of people but who said
  /// what waits, as a keyed hash.
  static let catalog = Feature(
    tables: [
      CopiedTable(
        "products", key: [.integer("app"), .identifier("id")],
        [
          .text("product"), .text("body"), .text("brand"), .text("categories"),
          .integer("in_stock"), .integer("hidden"), .integer("created_at"),
          .integer("changed_at"), .integer("deleted_at"), .integer("absent_since"),
          .identifier("feed"),
        ]),
      CopiedTable(
        "product_claims",
        key: [
          .integer("app"), .identifier("product"), .text("field"), .identifier("reporter"),
        ],
        [.text("value"), .integer("at")]),
      CopiedTable(
        "product_prices", key: [.integer("app"), .identifier("product"), .identifier("id")],
        [
          .text("currency"), .integer("at"), .integer("before"), .integer("after"),
          .text("told_by"),
        ]),
    ],
    kept: [
      KeptRows(
        for: .milliseconds(ProductLimits.claimDays * Span.dayMilliseconds), by: .time,
        """
        DELETE FROM product_claims WHERE (app, product, field, reporter) IN (
          SELECT app, product, field, reporter FROM product_claims WHERE at < $1 LIMIT $2)
        """),
      KeptRows(
        for: .milliseconds(ProductLimits.priceDays * Span.dayMilliseconds), by: .time,
        """
        DELETE FROM product_prices WHERE (app, product, id) IN (
          SELECT app, product, id FROM product_prices WHERE at < $1 LIMIT $2)
        """),
    ],
    erasure: ErasedRows(
      subject: { try ProductClaims($0).forget($1) },
      claimedSubject: { try ProductClaims($0).forget($1) }),
    merge: mergesNothing)
}
