extension SQL {
  /// Whether a text of the database contains another, in whatever case. Both are made small by the
  /// database itself: databases differ in the letters for which they can (PostgreSQL asks its
  /// locale; under `C` that is A to Z alone).
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
