import BeckonDatabase

extension Feature {
  /// Files that were imported, and what became of each row. A row tells of nobody but by the
  /// person's id.
  static let imports = Feature(
    tables: [
      CopiedTable(
        "imports", key: [.integer("app"), .identifier("id")],
        [
          .text("kind"), .integer("pass"), .integer("position"), .integer("started_at"),
          .integer("finished_at"),
        ]),
      CopiedTable(
        "import_rows", key: [.integer("app"), .identifier("import"), .integer("line")],
        [
          .text("verdict"), .text("reason"), .text("detail"), .identifier("person"),
          .text("referrer"),
        ]),
    ],
    erasure: .nothing, merge: mergesNothing)
}
