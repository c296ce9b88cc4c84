import BeckonDatabase

extension Feature {
  /// What keeps the database in order.
  static let upkeep = Feature(
    tables: [CopiedTable("loops", key: [.text("name")], [.integer("position")])],
    erasure: .nothing, merge: mergesNothing)
}
