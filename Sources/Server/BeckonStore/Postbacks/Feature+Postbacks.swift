import BeckonDatabase
import BeckonEngine
import BeckonModel

extension Feature {
  /// Postbacks of ad networks, and the conversion values that apps told Apple.
  static let postbacks = Feature(
    tables: [
      CopiedTable(
        "postbacks", key: [.integer("app"), .identifier("id")],
        [
          .identifier("digest"), .text("system"), .text("ad_network"), .text("source"),
          .text("day"), .text("verification"), .text("reason"), .integer("won"),
          .integer("sequence_index"), .integer("fine"), .text("coarse"), .text("body"),
          .integer("received_at"),
        ]),
      CopiedTable(
        "postback_schemas", key: [.integer("app"), .integer("number")],
        [.text("body"), .integer("effective_at")]),
      CopiedTable(
        "conversion_values",
        key: [.integer("app"), .identifier("install"), .integer("sequence_index")],
        [.integer("fine"), .text("coarse"), .integer("locked"), .integer("updated_at")]),
    ],
    kept: [
      KeptRows(
        for: .events, by: .id,
        """
        DELETE FROM postbacks WHERE app = $1 AND id IN (
          SELECT id FROM postbacks WHERE app = $1 AND id < $2 LIMIT $3)
        """),
      // An install's value is asked for as long as its last window lasts.
      KeptRows(
        for: .eventsAtLeast(days: ConversionWindow.third.endMilliseconds / Span.dayMilliseconds),
        by: .id,
        """
        DELETE FROM conversion_values WHERE app = $1 AND install IN (
          SELECT install FROM conversion_values WHERE app = $1 AND install < $2 LIMIT $3)
        """),
    ],
    installSummary: { scope, install in
      let values = try ConversionValues(scope).told(install)
      return [JSON.Member("conversion_values", .array(values.map(\.json)))]
    },
    erasure: ErasedRows(install: { try ConversionValues($0).forget($1) }),
    merge: mergesNothing)
}
