import BeckonStore

/// A statement in SQLite's words, made of the common SQL: `$1` becomes `?1`, and a named piece in
/// braces what SQLite needs there. Text in quotes stays as it is.
struct SQLTranslation {
  /// The statement, ready for SQLite.
  let text: String
  /// Its first word, in upper case.
  let verb: String

  /// - Throws: `DatabaseError.misuse` for a piece that no `SQLPiece` names.
  init(_ sql: String) throws(DatabaseError) {
    var output = ""
    var rest = Substring(sql)
    var quote: Character?
    while let character = rest.popFirst() {
      if let open = quote {
        quote = character == open ? nil : quote
        output.append(character)
      } else if character == "'" || character == "\"" {
        quote = character
        output.append(character)
      } else if character == "$" {
        output.append("?")
      } else if character == "{" {
        output += try Self.replacement(piece: rest.prefix { $0 != "}" }, in: sql)
        rest = rest.drop { $0 != "}" }.dropFirst()
      } else {
        output.append(character)
      }
    }
    text = output
    verb = output.drop { $0.isWhitespace }.prefix { $0.isLetter }.uppercased()
  }

  private static func replacement(
    piece name: Substring, in sql: String
  ) throws(DatabaseError) -> String {
    switch SQLPiece(rawValue: String(name)) {
    case .clustered: return "WITHOUT ROWID"
    // Without AUTOINCREMENT, SQLite gives the number of a deleted last row to the next one, and a
    // reader that remembers how far it has come would step over that row. It costs half a
    // microsecond a row.
    case .sequence: return "INTEGER PRIMARY KEY AUTOINCREMENT"
    // There is one writer; nobody else can change the rows.
    case .locked: return ""
    case nil: throw .misuse("unknown piece {\(name)}, in: \(sql)")
    }
  }
}
