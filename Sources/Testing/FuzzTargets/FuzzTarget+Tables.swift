import BeckonModel
import BeckonServer

extension FuzzTarget {
  /// Tables to import: what is read is the same in whatever pieces it comes, and what is written of
  /// it reads the same again.
  static let tables = FuzzTarget(
    "tables",
    seeds: [
      "user_id,email\r\nana,ana@example.com\r\n", "\u{FEFF}\"a\",b\n\"c\"\"d\",\"e\nf\"\n",
      "a,b\n\n,\n\"\"\n", "a\rb", "\"a", "a\"b", "\"a\"b", "a,b\r",
    ]
  ) { bytes, complaints in
    let whole = rows(bytes, pieces: bytes.count)
    complaints.expect(rows(bytes, pieces: 1) == whole, "a table reads otherwise in pieces")
    for row in whole ?? [] {
      guard let texts = row.texts else { continue }
      complaints.expect(!texts.isEmpty, "a row without a cell")
      // A text that a spreadsheet takes for a formula is written with a mark before it.
      let isHarmless = texts.allSatisfy { text in
        !text.utf8.contains { "=+-@\t\r\n;\u{FEFF}".utf8.contains($0) }
      }
      guard isHarmless else { continue }
      let again = rows(CSV.line(texts.map(JSON.string)), pieces: 7)?.map(\.texts)
      // A row of one empty cell is written as an empty line, which is none.
      complaints.expect(again == (texts == [""] ? [] : [texts]), "a row reads otherwise")
    }
  }

  /// The rows; `nil` when it is no table.
  private static func rows(_ bytes: [UInt8], pieces count: Int) -> [CSVReader.Row]? {
    var (reader, rows) = (CSVReader(), [CSVReader.Row]())
    var rest = bytes[...]
    do {
      while !rest.isEmpty {
        try reader.read(rest.prefix(max(1, count))) { rows.append($0) }
        rest = rest.dropFirst(max(1, count))
      }
      try reader.end { rows.append($0) }
      return rows
    } catch {
      return nil
    }
  }
}
