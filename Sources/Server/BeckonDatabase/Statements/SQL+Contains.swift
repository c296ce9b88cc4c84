extension SQL {
  /// Whether a text of the database contains another, in whatever case. The database itself brings
  /// both to lower case: SQLite all letters, PostgreSQL those of the database's locale (`C` knows A
  /// to Z alone).
  /// - Parameter text: what is looked for; nothing in it is a wildcard.
  public static func contains(_ whole: SQL, _ text: String) -> SQL {
    var pattern = Array("%".utf8)
    for byte in text.utf8 {
      if "!%_".utf8.contains(byte) { pattern.append(UInt8(ascii: "!")) }
      pattern.append(byte)
    }
    pattern.append(UInt8(ascii: "%"))
    let wanted = String(decoding: pattern, as: UTF8.self)
    return "LOWER(\(whole)) LIKE LOWER(\(.text(wanted))) ESCAPE '!'"
  }
}
