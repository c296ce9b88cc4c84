import BeckonModel
import BeckonTesting
import Testing

@Suite struct JSONWriterTests {
  @Test(
    arguments: [
      (JSON.null, "null"), (true, "true"), (false, "false"), (-5, "-5"), (1.5, "1.5"), ([], "[]"),
      (.object([]), "{}"), ([1, "a", [.null]], #"[1,"a",[null]]"#),
      (["a": 1, "b": ["c": []]], #"{"a":1,"b":{"c":[]}}"#), (["a": 1, "a": 2], #"{"a":2}"#),
      ("\"\\/", #""\"\\/""#), ("\u{8}\u{C}\n\r\t\0\u{1F}", #""\u0008\u000c\n\r\t\u0000\u001f""#),
      ("é你😀\u{7F}\u{2028}", "\"é你😀\u{7F}\u{2028}\""), (["\"\n": ""], #"{"\"\n":""}"#),
      (.integer(UInt64.max), "18446744073709551615"),
      (.instant(Instant(milliseconds: 0)), #""1970-01-01T00:00:00.000Z""#),
      (.id(PersonID(Identifier(high: 0, low: 1))), #""per_00000000000000000000000001""#),
      (.object(["a": nil, "b": 1]), #"{"b":1}"#),
    ] as [(JSON, String)])
  func isCompact(_ value: JSON, _ text: String) {
    #expect(value.text == text)
    #expect(value.bytes == Array(text.utf8))
  }

  @Test func isReadAsTheSameValue() throws {
    var random = SeededGenerator(announcedFor: #function)
    for _ in 0..<500 {
      let value = SampleJSON.random(using: &random, depth: 4)
      #expect(try JSONReader.read(value.bytes) == value)
    }
  }
}
