/// What is said of a name that is not known: the known name that was probably meant.
public enum NameSuggestion {
  /// Longer names are not compared: no known one is.
  private static let bytesMax = 40
  /// So many letters may be missing, too many or others.
  private static let distanceMax = 2

  /// Why a name is refused.
  public static func refusal(of name: String, _ known: [String]) -> String {
    if let nearest = nearest(to: name, among: known) {
      return "is not known. Did you mean '\(nearest)'?"
    }
    guard !known.isEmpty else { return "is not known: this call takes none" }
    return "is not known. Known are: \(known.joined(separator: ", "))"
  }

  /// A name as an error shows it.
  public static func shown(_ name: String) -> String {
    name.utf8.count <= bytesMax
      ? name : String(decoding: name.utf8.prefix(bytesMax), as: UTF8.self) + "…"
  }

  /// The known name that is nearest; `nil` when none is near. What differs only in capitals,
  /// underscores and hyphens, as `userId` and `user_id` do, is the same.
  public static func nearest(to name: String, among known: [String]) -> String? {
    guard name.utf8.count <= bytesMax else { return nil }
    let letters = letters(of: name)
    let most = min(distanceMax, letters.count / 2)
    let distances = known.compactMap { known -> (name: String, distance: Int)? in
      let others = Self.letters(of: known)
      // So many letters at least are missing or too many: most names need not be compared.
      guard abs(letters.count - others.count) <= most else { return nil }
      return (known, distance(letters, others))
    }
    guard let nearest = distances.min(by: { $0.distance < $1.distance }), nearest.distance <= most
    else { return nil }
    return nearest.name
  }

  /// Whether two names differ in capitals, underscores and hyphens alone.
  public static func isSameSpelling(_ first: String, _ second: String) -> Bool {
    letters(of: first) == letters(of: second)
  }

  /// The known name that was probably misspelt; `nil` when none is near, or only its number is
  /// another, as in `level_1` and `level_2`.
  public static func misspelling(of name: String, among known: [String]) -> String? {
    nearest(to: name, among: known).flatMap { digits(of: $0) == digits(of: name) ? $0 : nil }
  }

  private static func digits(of name: String) -> [UInt8] {
    name.utf8.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private static func letters(of name: String) -> [UInt8] {
    name.utf8.compactMap { byte in
      switch byte {
      case UInt8(ascii: "_"), UInt8(ascii: "-"): nil
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      default: byte
      }
    }
  }

  /// Letters to insert, delete or replace (Levenshtein's distance).
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var row = Array(0...second.count)
    for (line, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, other) in second.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[second.count]
  }
}
