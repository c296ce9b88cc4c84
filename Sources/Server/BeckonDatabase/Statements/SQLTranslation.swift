import BeckonModel

/// A statement in one database's words, made of the common SQL: its mark for parameters stands in
/// place of `$`, and what it needs in place of a piece in braces. Text in quotes stays as it is.
package struct SQLTranslation {
  /// The statement, ready for the database.
  package let text: String
  /// Its first word, in upper case.
  package let verb: String

  /// `replace` gets a piece and the word behind its name, which may be empty; a parameter there has
  /// the database's mark already.
  /// - Throws: `DatabaseError.misuse` for a piece that no `SQLPiece` names.
  package init(
    _ sql: String, parameterMark: Character, replace: (SQLPiece, Substring) -> String
  ) throws(DatabaseError) {
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
        output.append(parameterMark)
      } else if character == "{" {
        let words = rest.prefix { $0 != "}" }.split(
          separator: " ", omittingEmptySubsequences: false)
        guard let piece = SQLPiece(word: String(words[0])), words.count < 3 else {
          throw .misuse("unknown piece {\(rest.prefix { $0 != "}" })}, in: \(sql)")
        }
        let word = (words.dropFirst().first ?? "").map { $0 == "$" ? parameterMark : $0 }
        output += replace(piece, Substring(String(word)))
        rest = rest.drop { $0 != "}" }.dropFirst()
      } else {
        output.append(character)
      }
    }
    self.init(text: output)
  }

  /// A statement that is in the database's words already.
  package init(text: String) {
    self.text = text
    verb = text.drop { $0.isWhitespace }.prefix { $0.isLetter }.uppercased()
  }
}
