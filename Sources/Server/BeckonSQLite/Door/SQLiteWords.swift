import BeckonDatabase

extension SQLTranslation {
  /// The common SQL in SQLite's words.
  init(sqlite sql: String) throws(DatabaseError) {
    try self.init(sql, parameterMark: "?", replace: Self.sqlite)
  }

  private static func sqlite(_ piece: SQLPiece, _ word: Substring) -> String {
    switch piece {
    case .clustered: "WITHOUT ROWID"
    case .among: "IN (SELECT value FROM json_each(\(word)))"
    case .document: String(word)
    case .by: "INDEXED BY \(word)"
    // Without AUTOINCREMENT, SQLite gives the number of a deleted last row to the next one, and a
    // reader that remembers how far it has come would step over that row. It costs half a
    // microsecond a row.
    case .sequence, .position: "INTEGER PRIMARY KEY AUTOINCREMENT"
    // There is one writer; nobody else can change the rows, or commit later.
    case .locked, .claimed, .settled: ""
    // Each row of parameters is run by itself.
    case .each: ""
    // A table is one tree in one file.
    case .monthly, .hashed: ""
    case .routines: "SELECT 0"
    // Both are written before arguments in brackets.
    case .makePartitions: "0 *"
    case .dropPartitions: "0 * max"
    case .databaseBytes: "page_count * page_size FROM pragma_page_count, pragma_page_size"
    }
  }
}
