import BeckonDatabase

extension Feature {
  /// What keeps the database in order.
  static let upkeep = Feature(
    tables: [
      CopiedTable("loops", key: [.text("name")], [.integer("position")]),
      CopiedTable(
        "leftovers", key: [.integer("app"), .text("work"), .identifier("subject")],
        [.identifier("target"), .integer("number")]),
    ],
    erasure: .nothing, merge: mergesNothing)
}
