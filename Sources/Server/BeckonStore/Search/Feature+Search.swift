import BeckonDatabase
import BeckonModel

extension Feature {
  /// The search of shops: its settings, and what visitors searched for last. Visitors are erased,
  /// merged and exported by `Feature.visitors`, which says so to `VisitorSearches`.
  static let search = Feature(
    tables: [
      CopiedTable(
        "search_settings", key: [.integer("app")], [.text("body"), .integer("changed_at")]),
      CopiedTable(
        "visitor_searches", key: [.integer("app"), .integer("visitor")],
        [.text("texts"), .integer("at")]),
    ],
    kept: [
      KeptRows(
        for: .events, by: .time,
        """
        DELETE FROM visitor_searches WHERE (app, visitor) IN (
          SELECT app, visitor FROM visitor_searches {by visitor_searches_by_time}
          WHERE app = $1 AND at < $2 LIMIT $3)
        """)
    ],
    erasure: .nothing,
    merge: mergesNothing)
}
