import BeckonModel
import Testing

@testable import BeckonServer

@Suite struct CSVReaderTests {
  /// The rows of a text that comes in pieces of so many bytes.
  private static func rows(_ text: String, inPieces count: Int = .max) throws -> [CSVReader.Row] {
    var (reader, rows) = (CSVReader(), [CSVReader.Row]())
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      try reader.read(rest.prefix(count)) { rows.append($0) }
      rest = rest.dropFirst(count)
    }
    try reader.end { rows.append($0) }
    return rows
  }

  @Test(
    "Rows are read as RFC 4180 says, however they come in pieces",
    arguments: [
      ("", []), ("a", [["a"]]), ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
      ("a,b\nc,d", [["a", "b"], ["c", "d"]]), (",", [["", ""]]), ("a,\r\n", [["a", ""]]),
      ("\"a,b\",c", [["a,b", "c"]]), ("\"say \"\"hi\"\"\"", [["say \"hi\""]]),
      ("\"two\r\nlines\",b\r\n", [["two\r\nlines", "b"]]), ("\"\"", [[""]]),
      ("\"\",x", [["", "x"]]),
      // The mark of UTF-8, before a quote too, and only at the beginning.
      ("\u{FEFF}a,b", [["a", "b"]]), ("\u{FEFF}\"a\",b", [["a", "b"]]),
      ("a\n\u{FEFF}b", [["a"], ["\u{FEFF}b"]]),
      // Empty lines are no rows.
      ("a\n\n\r\nb\n\n", [["a"], ["b"]]), (" a , b ", [[" a ", " b "]]), ("é漢", [["é漢"]]),
    ] as [(String, [[String]])])
  func reads(text: String, cells: [[String]]) throws {
    for count in [1, 2, 3, .max] {
      #expect(try Self.rows(text, inPieces: count).map(\.texts) == cells)
    }
  }

  @Test("A row knows its line, also below cells of several lines")
  func lines() throws {
    #expect(try Self.rows("a\n\"b\nc\"\n\nd").map(\.line) == [1, 2, 5])
  }

  @Test(
    "What a quote makes doubtful is refused, with its line",
    arguments: [
      ("a\nb\"c", 2, "inside a cell"), ("a\n\"b", 2, "not closed"), ("\"a\"b", 1, "closing quote"),
      ("a\n\"b\"\"", 2, "not closed"), ("a\rb", 1, "carriage return"), ("\"a\"\rb", 1, "alone"),
      ("a\n\" \"\"", 2, "not closed"),
      ("x\n" + String(repeating: "a", count: CSVReader.rowBytes + 1), 2, "longer"),
      (String(repeating: ",", count: CSVReader.cellsMax), 1, "cells"),
    ])
  func faults(text: String, line: Int, reason: String) {
    do {
      _ = try Self.rows(text)
      Issue.record("\(text.prefix(20)) was read")
    } catch {
      let fault = error as? CSVReader.Fault
      #expect(fault?.line == line)
      #expect(fault?.reason.contains(reason) == true, "\(String(describing: fault))")
    }
  }

  @Test("What is no text is no row of texts")
  func notText() throws {
    #expect(CSVReader.Row(line: 1, cells: [[0xFF]]).texts == nil)
    #expect(CSVReader.Row(line: 1, cells: [[0]]).texts == nil)
    #expect(CSVReader.Row(line: 1, cells: [[0x41]]).texts == ["A"])
  }

  @Test("What Beckon writes it reads")
  func roundTrip() throws {
    let line = CSV.line(["a", "b,c", "say \"hi\"", "two\r\nlines", ""])
    let rows = try Self.rows(String(decoding: line, as: UTF8.self))
    #expect(rows.map(\.texts) == [["a", "b,c", "say \"hi\"", "two\r\nlines", ""]])
  }
}
