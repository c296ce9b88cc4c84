import BeckonDatabase

extension Feature {
  /// Counts by day, and what counts of each thing. They name nobody: who is erased stays counted.
  static let reports = Feature(
    tables: [
      CopiedTable(
        "daily_counts",
        key: [
          .integer("app"), .text("measure"), .text("day"), .identifier("link"),
          .identifier("campaign"), .identifier("referrer"), .text("platform"), .text("unit"),
          .text("detail"),
        ], [.integer("count"), .integer("total")]),
      CopiedTable(
        "daily_totals",
        key: [
          .integer("app"), .text("measure"), .text("day"), .identifier("campaign"),
          .text("platform"), .text("unit"), .text("detail"),
        ], [.integer("count"), .integer("total")]),
      CopiedTable(
        "daily_counted", key: [.integer("app"), .text("roll_up"), .identifier("id")],
        [.text("cells")]),
      CopiedTable(
        "daily_fills", key: [.integer("app")],
        [.text("zone"), .text("roll_up"), .identifier("last"), .integer("is_done")]),
    ],
    followers: [.dailyCounts], erasure: .nothing, merge: mergesNothing)
}
