import BeckonModel
import BeckonTesting
import Testing

/// Bad input, with the reason and the byte that the sender is told.
@Suite struct JSONRefusalTests {
  @Test(arguments: [
    ("", "the text ends too early", 0), ("  ", "the text ends too early", 2),
    ("-", "not a JSON value", 1), ("+1", "not a JSON value", 0), ("01", "not a JSON value", 2),
    ("-01", "not a JSON value", 3), (".5", "not a JSON value", 0), ("1.", "a digit is missing", 2),
    ("1.e5", "a digit is missing", 2), ("1e", "a digit is missing", 2),
    ("1e10000", "a number is too large", 7), ("1e-00001", "a number is too large", 8),
    (String(repeating: "1", count: 1_001), "a number is too long", 1_001),
    ("1e+", "a digit is missing", 3), ("1e-+5", "a digit is missing", 3),
    ("0x10", "more text after the value", 1), ("1 2", "more text after the value", 2),
    ("NaN", "not a JSON value", 0), ("Infinity", "not a JSON value", 0),
    ("nul", "not a JSON value", 0), ("True", "not a JSON value", 0),
    ("truex", "more text after the value", 4), ("'a'", "not a JSON value", 0),
    ("\u{FEFF}1", "not a JSON value", 0), ("\u{A0}1", "not a JSON value", 0),
    ("// a\n1", "not a JSON value", 0), ("1,", "more text after the value", 1),
    ("[1,]", "not a JSON value", 3), ("[,1]", "not a JSON value", 1),
    ("[1 2]", "a comma or ] is missing", 3), ("[1}", "a comma or ] is missing", 2),
    ("[", "the text ends too early", 1), ("]", "not a JSON value", 0),
    (#"{"a":1,}"#, "a name in quotes is missing", 7), ("{,}", "a name in quotes is missing", 1),
    ("{a:1}", "a name in quotes is missing", 1), ("{1:1}", "a name in quotes is missing", 1),
    (#"{"a" 1}"#, "a colon is missing", 5), (#"{"a":}"#, "not a JSON value", 5),
    (#"{"a":1 "b":2}"#, "a comma or } is missing", 7), ("{", "a name in quotes is missing", 1),
    (#"{"a":1,"a":2}"#, "the name \"a\" stands twice in one object", 11),
    (#"{"a":1,"\u0061":2}"#, "the name \"a\" stands twice in one object", 16),
  ])
  func structureAndNumbers(_ text: String, _ reason: String, _ offset: Int) {
    expectRefusal(Array(text.utf8), reason, offset)
  }

  @Test(arguments: [
    ("\"", "a string without end", 1), ("\"a", "a string without end", 2),
    (#""a\"#, "a string without end", 3), (#""\n"#, "a string without end", 3),
    ("\"a\nb\"", "a control character in a string", 2),
    ("\"\\n\u{1}\"", "a control character in a string", 4),
    ("\"\0\"", "a control character in a string", 1), (#""\u0000""#, "NUL in a string", 7),
    (#""\x41""#, "an unknown escape", 3), (#""\U0041""#, "an unknown escape", 3),
    (#""\u41""#, "four hexadecimal digits are missing", 3),
    (#""\u+041""#, "four hexadecimal digits are missing", 3),
    (#""\u-041""#, "four hexadecimal digits are missing", 3),
    (#""\u 041""#, "four hexadecimal digits are missing", 3),
    (#""\ud800""#, "half a surrogate pair", 7), (#""\udc00""#, "half a surrogate pair", 7),
    (#""\ud800\ud800""#, "half a surrogate pair", 13),
    (#""\ud800\u0041""#, "half a surrogate pair", 13),
    (#""\ud800\n""#, "half a surrogate pair", 8),
    (#""\ude00\ud83d""#, "half a surrogate pair", 7),
  ])
  func strings(_ text: String, _ reason: String, _ offset: Int) {
    expectRefusal(Array(text.utf8), reason, offset)
  }

  @Test(
    arguments: [
      ("a stray continuation", [0x80]), ("a lone start", [0xC3]),
      ("a cut character", [0xE4, 0xBD]),
      ("an overlong slash in 2", [0xC0, 0xAF]), ("an overlong slash in 3", [0xE0, 0x80, 0xAF]),
      ("an overlong slash in 4", [0xF0, 0x80, 0x80, 0xAF]), ("an overlong NUL", [0xC0, 0x80]),
      ("a surrogate", [0xED, 0xA0, 0x80]), ("above Unicode", [0xF4, 0x90, 0x80, 0x80]),
      ("Latin-1", [0xE9]), ("never a byte of UTF-8", [0xFF]), ("UTF-16", [0xFE, 0xFF]),
    ] as [(String, [UInt8])])
  func whatIsNotUTF8(_ name: String, _ bytes: [UInt8]) {
    let quote = UInt8(ascii: "\"")
    expectRefusal([quote] + bytes + [quote], "not UTF-8", 1 + bytes.count)
    let escaped = [quote] + Array(#"\n"#.utf8) + bytes + [quote]
    expectRefusal(escaped, "not UTF-8", escaped.count)
    expectRefusal([UInt8(ascii: "[")] + bytes, "not a JSON value", 1)
  }

  /// The character that a decoder puts in place of bad bytes is itself good UTF-8.
  @Test func theReplacementCharacterIsAccepted() throws {
    #expect(try JSONReader.read("\"\u{FFFD}\"").string == "\u{FFFD}")
  }

  @Test(arguments: ["[", "{\"a\":"])
  func nestingOf33(_ open: String) {
    let text = String(repeating: open, count: 33)
    expectRefusal(Array(text.utf8), "nested deeper than 32", 32 * open.utf8.count)
    expectRefusal(
      Array(String(repeating: open, count: 100_000).utf8), "nested deeper than 32",
      32 * open.utf8.count)
  }

  @Test(arguments: [2, 8, 32, 33, 34, 50])
  func aNameThatStandsTwice(_ count: Int) {
    let names = (1..<count).map { "\"n\($0)\":0" }.joined(separator: ",")
    let text = "{\(names),\"n1\":0}"
    expectRefusal(
      Array(text.utf8), "the name \"n1\" stands twice in one object", text.utf8.count - 2)
  }

  /// Composed or not, and the sign for kelvin, which is a K, before and behind what they look like.
  @Test(arguments: [("\u{E9}", "e\u{301}"), ("K", "\u{212A}"), ("\u{212A}", "K")])
  func namesThatOnlyLookTheSameAreTwo(_ first: String, _ second: String) throws {
    let json = try JSONReader.read("{\"\(first)\":1,\"other\":1,\"\(second)\":2}")
    #expect(json[first] == 1)
    #expect(json[second] == 2)
  }

  @Test func textCutAtAnyByte() {
    let text = #" {"a":[1.5e-3,true,false,null,"é\u00e9\ud83d\ude00\n"],"b":{"c":{}}}"#
    let bytes = Array(text.utf8)
    #expect((try? JSONReader.read(bytes)) != nil)
    for count in 0..<bytes.count {
      #expect(throws: JSONError.self, "cut to \(count) bytes") {
        try JSONReader.read(Array(bytes[..<count]))
      }
    }
  }

  /// Whatever a byte is changed to: an error, or a value that is written and read again unchanged.
  @Test func changedBytes() throws {
    var random = SeededGenerator(announcedFor: #function)
    for _ in 0..<3_000 {
      var bytes = SampleJSON.random(using: &random, depth: 3).bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let position = Int.random(in: 0..<bytes.count, using: &random)
        bytes[position] = UInt8.random(in: 0...255, using: &random)
      }
      guard let value = try? JSONReader.read(bytes) else { continue }
      #expect(try JSONReader.read(value.bytes) == value)
    }
  }

  private func expectRefusal(
    _ bytes: [UInt8], _ reason: String, _ offset: Int, _ location: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: JSONError.self, sourceLocation: location) {
      try JSONReader.read(bytes)
    }
    #expect(error?.reason == reason, sourceLocation: location)
    #expect(error?.offset == offset, sourceLocation: location)
  }
}
