import BeckonModel
import Testing

@testable import BeckonServer

@Suite struct CSVTests {
  @Test(arguments: [
    // A text, and how it is written.
    ("snow", "snow"), ("", ""), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
    ("two\r\nlines", "\"two\r\nlines\""), ("é漢", "é漢"),
    // What a spreadsheet would take for a formula.
    ("x;=1+1", "x;'=1+1"), ("x\t@cmd", "x\t'@cmd"), ("x;1", "x;1"),
    ("=1+1", "'=1+1"), ("+SUM(A1)", "'+SUM(A1)"), ("-2+3", "'-2+3"), ("@cmd", "'@cmd"),
    ("\tx", "'\tx"), ("\r=1", "\"'\r=1\""), ("=\"a\"", "\"'=\"\"a\"\"\""), ("-", "'-"),
    ("+", "'+"), ("-1.", "'-1."), ("+1.2.3", "'+1.2.3"),
    // Numbers are none.
    ("-12", "-12"), ("+491701234567", "+491701234567"), ("-0.50", "-0.50"), ("1=1", "1=1"),
  ])
  func aTextIsWrittenSoThatItStaysOne(text: String, written: String) {
    #expect(String(decoding: CSV.line([.string(text)]), as: UTF8.self) == written + "\r\n")
  }

  @Test func otherValuesAreExact() {
    let line = CSV.line([
      .number("-90071992547409931"), .number("1.10"), true, nil, .null, ["b": 1, "a": ["x,y"]],
    ])
    #expect(
      String(decoding: line, as: UTF8.self)
        == "-90071992547409931,1.10,true,,,\"{\"\"b\"\":1,\"\"a\"\":[\"\"x,y\"\"]}\"\r\n")
  }
}
