import BeckonDatabase
import BeckonModel

extension Feature {
  /// Widgets of shops, what visitors did with them, and what that comes to. Visitors are erased,
  /// merged and exported by `Feature.visitors`, which says so to `WidgetVisitors`; sums tell of
  /// nobody.
  static let widgets = Feature(
    tables: [
      CopiedTable(
        "widgets", key: [.integer("app"), .identifier("id")],
        [.text("code"), .text("body"), .integer("created_at"), .integer("changed_at")]),
      CopiedTable(
        "widget_visitors",
        key: [.integer("app"), .integer("visitor"), .identifier("widget")],
        [
          .text("arm"), .text("day"), .integer("at"), .integer("orders"), .integer("amount"),
          .text("currency"),
        ]),
      CopiedTable(
        "widget_acts", key: [.integer("seq")],
        [
          .integer("app"), .identifier("widget"), .integer("visitor"), .text("arm"),
          .integer("kind"), .integer("number"), .text("product"), .text("banner"),
          .integer("amount"), .text("currency"), .integer("is_claimed"), .integer("at"),
          .integer("received_at"),
        ], .position(at: "received_at")),
      CopiedTable(
        "widget_orders",
        key: [.integer("app"), .identifier("purchase"), .identifier("widget")],
        [
          .integer("visitor"), .text("arm"), .integer("is_clicked"), .text("product"),
          .text("banner"), .integer("amount"), .text("currency"), .integer("is_claimed"),
          .text("refunds"), .integer("at"),
        ]),
      CopiedTable(
        "widget_sums",
        key: [
          .integer("app"), .identifier("widget"), .text("dimension"), .text("day"), .text("name"),
          .text("arm"), .text("currency"),
        ],
        [
          .integer("impressions"), .integer("views"), .integer("clicks"),
          .integer("conversions"), .integer("amount"), .integer("claimed"),
        ]),
      CopiedTable(
        "widget_cohorts",
        key: [
          .integer("app"), .identifier("widget"), .text("day"), .text("arm"), .text("currency"),
        ],
        [.integer("visitors"), .integer("buyers"), .integer("amount"), .real("squares")]),
    ],
    kept: kept,
    works: LongWork.ofWidgets,
    erasure: .nothing,
    merge: mergesNothing)

  private static let kept = [
    KeptRows(
      for: .events, by: .time, months: "widget_acts",
      """
      DELETE FROM widget_acts WHERE seq IN (
        SELECT seq FROM widget_acts {by widget_acts_by_time}
        WHERE app = $1 AND received_at < $2 LIMIT $3)
      """),
    KeptRows(
      for: .events, by: .time,
      """
      DELETE FROM widget_visitors WHERE (app, visitor, widget) IN (
        SELECT app, visitor, widget FROM widget_visitors {by widget_visitors_by_time}
        WHERE app = $1 AND at < $2 LIMIT $3)
      """),
    KeptRows(
      for: .events, by: .time,
      """
      DELETE FROM widget_orders WHERE (app, purchase, widget) IN (
        SELECT app, purchase, widget FROM widget_orders {by widget_orders_by_time}
        WHERE app = $1 AND at < $2 LIMIT $3)
      """),
  ]
}
