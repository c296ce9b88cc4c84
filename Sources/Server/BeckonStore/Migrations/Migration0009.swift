extension Migration {
  /// What is needed to tell true facts, people and identities from claimed ones.
  static let nothingToSteal = Migration(
    number: 9, name: "nothing-to-steal",
    statements: [])
}
