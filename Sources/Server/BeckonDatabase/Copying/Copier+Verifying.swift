import BeckonModel

extension Copier {
  /// What a comparison found.
  public struct Verification: Sendable {
    /// What is wrong with the copy, in words; empty when nothing is.
    public let problems: [String]
    /// Tables that others have changed in the source since it was read.
    public let changedTables: [String]
    /// Whether what must agree agrees in the target.
    public let audit: Audit
    /// Rows that were drawn by lot and compared field by field.
    public let sampleCount: Int

    /// Whether the target is what the source is.
    public var isSound: Bool { problems.isEmpty && changedTables.isEmpty }
  }

  /// Rows drawn by lot, over all tables, if there are so many.
  public static let sampleRows = 1_000

  /// Reads the target whole and compares it with what was copied. Unless the source `isServing`, it
  /// is read again too: it must not have changed, and rows that `seed` draws are compared field by
  /// field.
  /// - Throws: `DatabaseError`.
  public func verify(
    _ copied: Copied, seed: UInt64, isServing: Bool = false
  ) async throws -> Verification {
    async let again = isServing ? nil : surveySource(seed)
    let found = try await surveyTarget(total: copied.rows)
    let source = try await again
    let changed = zip(schema.tables, zip(copied.tallies, source?.tallies ?? copied.tallies))
      .filter { $1.0 != $1.1 }.map(\.0.name)
    var problems = zip(schema.tables, zip(copied.tallies, found.tallies))
      .compactMap { Self.difference($0, copied: $1.0, found: $1.1) }
    problems += found.audit.problems
    if let source, changed.isEmpty {
      if source.audit.figures != found.audit.figures {
        problems.append("the sums that must agree differ")
      }
      problems += try await target.read { try source.sampleDifferences($0) }
    }
    return Verification(
      problems: problems, changedTables: changed, audit: found.audit,
      sampleCount: source?.sampleCount ?? 0)
  }

  private func surveySource(_ seed: UInt64) async throws -> Survey? {
    try await source.read { [schema] connection in
      try Survey(of: schema, connection, sampleRows: Self.sampleRows, seed: seed)
    }
  }

  private func surveyTarget(total: Int64) async throws -> Survey {
    try await target.read { [schema, report] connection in
      var (done, current, name): (Int64, Int64, String) = (0, 0, "")
      return try Survey(of: schema, connection) { table, rows in
        if table.name != name { (done, name) = (done + current, table.name) }
        current = rows
        report(
          CopyProgress(
            phase: .verifying, table: name, tableRows: rows, rows: done + rows, rowsTotal: total,
            isTableDone: false))
      }
    }
  }

  private static func difference(
    _ table: CopiedTable, copied: Tally, found: Tally
  ) -> String? {
    if copied == found { return nil }
    return copied.count == found.count
      ? "\(table.name): the rows are not those that were copied"
      : "\(table.name): \(found.count) rows instead of \(copied.count)"
  }
}
