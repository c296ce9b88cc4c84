import BeckonModel
import CBeckonSQLite

/// How many rows each table of a SQLite file has.
struct TableCounts {
  private var rows: [String: Int] = [:]

  /// Counts them, beside whoever writes.
  /// - Throws: `BenchError`.
  init(_ path: String) throws {
    rows = try PlainSQLite.read(path) { handle in
      let tables = try Self.column(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'", handle)
      let counts = try tables.map { table in
        (
          table,
          try Self.column("SELECT COUNT(*) FROM \"\(table)\"", handle).first.flatMap { Int($0) }
        )
      }
      return Dictionary(counts) { first, _ in first }.compactMapValues(\.self)
    }
  }

  /// What has more rows than before.
  func since(_ before: TableCounts) -> JSON {
    let more = rows.map { ($0.key, $0.value - (before.rows[$0.key] ?? 0)) }.filter { $0.1 != 0 }
    return .object(more.sorted { $0.0 < $1.0 }.map { JSON.Member($0.0, .integer($0.1)) })
  }

  private static func column(_ sql: String, _ handle: OpaquePointer?) throws -> [String] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw BenchError(sql + ": " + String(cString: sqlite3_errmsg(handle)))
    }
    defer { sqlite3_finalize(statement) }
    var values: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      values.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
    }
    return values
  }
}
