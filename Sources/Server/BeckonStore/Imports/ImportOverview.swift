import BeckonDatabase
import BeckonEngine
import BeckonModel

/// An import as operators look at it: how far it has come, and what was wrong with its rows.
public struct ImportOverview: Sendable {
  /// What was imported.
  public let kind: String
  /// How far it has come.
  public let record: ImportLog.Record
  /// How many of the first `rowsLookedAt` rows became what.
  public let tally: ImportTally
  /// The first of them that were rejected, or of which there is a remark.
  public let problems: [ImportLog.Row]

  /// Rows of an import that are looked at; `GET /v1/imports` has all of a larger one.
  public static let rowsLookedAt: Int64 = 10_000
  /// Imports that are shown, and rows of each.
  private static let (importsMost, rowsMost): (Int64, Int) = (5, 5)

  /// The app's imports, the one begun last first.
  /// - Throws: `DatabaseError`.
  public static func latest(_ scope: Scope) throws -> [ImportOverview] {
    let found = try scope.connection.rows(
      """
      SELECT id, kind FROM imports WHERE app = \(scope.tenant)
      ORDER BY started_at DESC, id LIMIT \(.integer(importsMost))
      """
    ) { (id: $0.identifier(0), kind: $0.text(1)) }
    return try found.compactMap { found in
      let log = ImportLog(scope, found.id)
      guard let record = try log.find() else { return nil }
      return ImportOverview(
        kind: found.kind, record: record, tally: try log.tally(ofFirst: rowsLookedAt),
        problems: try log.problems(limit: rowsMost, ofFirst: rowsLookedAt))
    }
  }
}
