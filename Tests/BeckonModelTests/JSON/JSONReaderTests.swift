import BeckonModel
import BeckonTesting
import Foundation
import Testing

@Suite struct JSONReaderTests {
  @Test(
    arguments: [
      ("null", JSON.null), (" true\n", true), ("\t\r\nfalse", false), ("\"\"", ""), ("[]", []),
      ("[ ]", []), ("{}", .object([])), ("{ }", .object([])), ("0", .number("0")),
      ("[1,[2,[]],{}]", [1, [2, []], .object([])]),
      (#"{"a":1,"b":{"a":null}}"#, .object(["a": 1, "b": .object(["a": .null])])),
      (#"{"":1," ":2}"#, .object(["": 1, " ": 2])),
    ] as [(String, JSON)])
  func valuesAreRead(_ text: String, _ value: JSON) throws {
    #expect(try JSONReader.read(text) == value)
  }

  @Test(arguments: [
    "0", "-0", "19.90", "1e5", "1E+5", "-1.5e-300", "123456789012345678901234567890.10", "1e999",
  ])
  func numbersStayAsWritten(_ text: String) throws {
    #expect(try JSONReader.read(text) == .number(text))
    #expect(try JSONReader.read("[\(text)]").text == "[\(text)]")
  }

  @Test(arguments: [
    (#""a\"b\\c\/d""#, "a\"b\\c/d"), (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u00E9""#, "Aéé"), (#""\ud83d\ude00""#, "😀"), (#""\uD834\uDD1Ex""#, "𝄞x"),
    (#""\u001f\u007f""#, "\u{1F}\u{7F}"), (#""\uffff""#, "\u{FFFF}"),
    (#""\udbff\udfff""#, "\u{10FFFF}"), ("\"Grüße 你好 😀\"", "Grüße 你好 😀"),
    (#""你\n好""#, "你\n好"), ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"),
  ])
  func stringsAreRead(_ text: String, _ value: String) throws {
    let read = try #require(try JSONReader.read(text).string)
    #expect(Array(read.utf8) == Array(value.utf8))
  }

  @Test func nestingOf32IsRead() throws {
    let open = String(repeating: "[", count: 31) + "{\"a\":1}"
    let text = open + String(repeating: "]", count: 31)
    #expect(try JSONReader.read(text).text == text)
  }

  @Test func membersKeepTheirOrder() throws {
    let names = (0..<100).map { "name\($0)" }.reversed()
    let text = "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
    #expect(try JSONReader.read(text).members?.map(\.name) == Array(names))
  }

  @Test func numbersAreGivenOnlyWhenTheyFit() throws {
    let values = try JSONReader.read("[9223372036854775807,9223372036854775808,1.0,1e400,-0]")
    #expect(values.elements?.map(\.integer) == [.max, nil, nil, nil, 0])
    #expect(values.elements?.map(\.double) == [0x1p63, 0x1p63, 1, nil, 0])
    #expect(JSON.string("1").integer == nil)
  }

  @Test func aValueIsFoundByNameAndPosition() throws {
    let value = try JSONReader.read(#"{"a":[true,"x"]}"#)
    #expect(value["a"]?[0]?.bool == true)
    #expect(value["a"]?[1]?.string == "x")
    #expect(value["a"]?[2] == nil && value["a"]?[-1] == nil && value["b"] == nil)
    #expect(value[0] == nil && value["a"]?["a"] == nil)
  }

  /// What Foundation writes is read as the same value.
  @Test func agreesWithFoundation() throws {
    var random = SeededGenerator(announcedFor: #function)
    for _ in 0..<200 {
      let value = SampleJSON.random(using: &random, depth: 4)
      let object = try JSONSerialization.jsonObject(
        with: Data(value.bytes), options: .fragmentsAllowed)
      let data = try JSONSerialization.data(
        withJSONObject: object, options: [.fragmentsAllowed, .prettyPrinted])
      #expect(SampleJSON.sorted(try JSONReader.read([UInt8](data))) == SampleJSON.sorted(value))
    }
  }
}
