import BeckonDatabase
import BeckonEngine
import BeckonModel

extension Feature {
  /// Visitors of shops, and what they did there.
  static let visitors = Feature(
    tables: [
      CopiedTable(
        "shop_visitors", key: [.integer("number")],
        [
          .integer("app"), .identifier("digest"), .identifier("subject"), .identifier("person"),
          .integer("is_proven"), .identifier("install"), .integer("is_current"),
          .integer("last_at"), .integer("erased_at"),
        ], .sequence),
      CopiedTable(
        "shop_sessions", key: [.integer("number")],
        [.integer("app"), .integer("visitor"), .integer("first_at"), .integer("last_at")],
        .sequence),
      CopiedTable(
        "product_numbers", key: [.integer("number")],
        [.integer("app"), .text("product"), .integer("used_at")], .sequence),
      CopiedTable(
        "shop_actions", key: [.integer("seq")],
        [
          .integer("app"), .integer("visitor"), .integer("session"), .integer("product"),
          .integer("kind"), .integer("at"), .integer("received_at"),
        ], .position(at: "received_at")),
      CopiedTable(
        "shop_trails", key: [.integer("app"), .integer("visitor")], [.text("actions")]),
      CopiedTable(
        "shop_purchases", key: [.integer("app"), .identifier("id")],
        [
          .identifier("fact"), .text("payment"), .identifier("reference"), .identifier("sameness"),
          .integer("visitor"), .integer("session"), .integer("amount"), .text("currency"),
          .text("products"), .text("trust"), .integer("is_payment"), .integer("at"),
          .integer("received_at"),
        ]),
      CopiedTable(
        "push_devices", key: [.integer("app"), .identifier("id")],
        [
          .integer("visitor"), .text("token"), .text("provider"), .text("system"),
          .text("system_version"), .text("topics"), .integer("at"),
        ]),
    ],
    kept: keptOfVisitors,
    exports: [
      ExportedList(name: "shop_actions", rowsOfLook: 500, subjects: visitorsOf) {
        try ShopActions($0.scope).page(of: $1.visitorNumber, behind: $2.number(), $3)
      },
      ExportedList(name: "shop_purchases", rowsOfLook: 100, subjects: visitorsOf) {
        try ShopPurchases($0.scope).page(
          of: $1.visitorNumber, behind: $2.timeAndID(FactID.self), $3)
      },
      ExportedList(name: "widget_acts", rowsOfLook: 500, subjects: visitorsOf) {
        try WidgetActs($0.scope).page(of: $1.visitorNumber, behind: $2.number(), $3)
      },
      ExportedList(name: "push_devices", rowsOfLook: 50, subjects: visitorsOf) {
        try PushDevices($0.scope).page(of: $1.visitorNumber, behind: $2.number(), $3)
      },
      ExportedList(name: "searches", rowsOfLook: 50, subjects: visitorsOf) {
        try VisitorSearches($0.scope).page(of: $1.visitorNumber, behind: $2.number(), $3)
      },
    ],
    works: LongWork.ofVisitors,
    erasure: ErasedRows(
      subject: { try ShopVisitors($0).forget(under: $1) },
      install: { try ShopVisitors($0).forget(ShopVisitors($0).all(on: $1)) },
      person: { try ShopVisitors($0).forget(ShopVisitors($0).all(of: $1)) }),
    merge: { try ShopVisitors($0).move(from: $1, to: $2) })

  /// The visitors of a person by their numbers. What is only claimed to be theirs is shown too: it
  /// was told in their name, as any event can be.
  private static let visitorsOf: @Sendable (ExportedPerson) throws -> [Identifier] = {
    try ShopVisitors($0.scope).all(of: $0.person.id).map { Identifier(visitor: $0.number) }
  }

  /// What visitors did is kept as long as events; orders that nobody has confirmed, and devices of
  /// which nobody tells any more, too. Numbers of products go by `UnusedProducts`.
  private static let keptOfVisitors = [
    KeptRows(
      for: .events, by: .time, months: "shop_actions",
      """
      DELETE FROM shop_actions WHERE seq IN (
        SELECT seq FROM shop_actions {by shop_actions_by_time}
        WHERE app = $1 AND received_at < $2 LIMIT $3)
      """),
    KeptRows(
      for: .events, by: .time,
      """
      DELETE FROM shop_sessions WHERE number IN (
        SELECT number FROM shop_sessions {by shop_sessions_by_time}
        WHERE app = $1 AND last_at < $2 LIMIT $3)
      """),
    KeptRows(
      for: .events, by: .time,
      """
      DELETE FROM shop_trails WHERE (app, visitor) IN (
        SELECT app, number FROM shop_visitors {by shop_visitors_by_time}
        WHERE app = $1 AND last_at < $2 ORDER BY last_at, number LIMIT $3)
      """,
      """
      DELETE FROM shop_visitors WHERE number IN (
        SELECT number FROM shop_visitors {by shop_visitors_by_time}
        WHERE app = $1 AND last_at < $2 ORDER BY last_at, number LIMIT $3)
      """),
    KeptRows(
      for: .events, by: .time,
      """
      DELETE FROM shop_purchases WHERE (app, id) IN (
        SELECT app, id FROM shop_purchases {by shop_purchases_noted}
        WHERE app = $1 AND received_at < $2 AND is_payment = 0 LIMIT $3)
      """),
    KeptRows(
      for: .events, by: .time,
      """
      DELETE FROM push_devices WHERE (app, id) IN (
        SELECT app, id FROM push_devices {by push_devices_by_time}
        WHERE app = $1 AND at < $2 LIMIT $3)
      """),
  ]
}
