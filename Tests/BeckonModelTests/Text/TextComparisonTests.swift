import BeckonModel
import Testing

/// Two texts are the same when their bytes are.
@Suite struct TextComparisonTests {
  /// É composed and not; K and the sign for kelvin; the order of two marks.
  static let lookalikes = [
    ("\u{E9}", "e\u{301}"), ("K", "\u{212A}"), ("a\u{301}\u{316}", "a\u{316}\u{301}"),
    (String(repeating: "x", count: 40) + "\u{E9}", String(repeating: "x", count: 40) + "e\u{301}"),
  ]

  private struct Pair: Hashable {
    let text: String
    var more: String?
    var list: [String] = []
  }

  @Test(arguments: lookalikes)
  func textsThatOnlyLookTheSameAreTwo(_ one: String, _ other: String) {
    let (some, another): (String?, String?) = (one, other)
    #expect(one != other && !(one == other) && some != another && some != other)
    #expect([one] != [other] && ![one].contains(other) && [one].firstIndex(of: other) == nil)
    #expect(!one.hasPrefix(other) && !one.hasSuffix(other))
    #expect(Pair(text: one) != Pair(text: other))
    #expect(Pair(text: "", more: one) != Pair(text: "", more: other))
    #expect(Set([Pair(text: one), Pair(text: other), Pair(text: "", list: [one])]).count == 3)
    #expect(Set(texts: [one, other]).count == 2)
    #expect(JSON.string(one) != JSON.string(other))
    let isCase =
      switch one {
      case other: true
      default: false
      }
    #expect(!isCase)
  }

  @Test(arguments: ["", "a", "1234567", "12345678", "123456789", "0123456789abcdef", "\u{301}é"])
  func oneTextIsTheSameHoweverItWasMade(_ text: String) {
    let made = String(decoding: Array(text.utf8), as: UTF8.self)
    let cut = String(("<" + text).dropFirst())
    #expect(text == made && made == cut || text == "\u{301}é")
    #expect(TextKey(text) == TextKey(made))
    #expect(TextKey(text).hashValue == TextKey(made).hashValue)
    #expect(made.hasPrefix(text) && made.hasSuffix(text) && !(made < text))
    #expect([TextKey(text): 1][made] == 1)
    #expect(made + "x" != made && made < made + "x")
  }

  @Test func partsAreFoundAmongTheBytes() {
    #expect("a,b,,c\u{301},".split(on: ",") == ["a", "b", "c\u{301}"])
    #expect(",a,".split(on: ",", keepsEmpty: true) == ["", "a", ""])
    #expect("a b c".split(on: " ", maxSplits: 1) == ["a", "b c"])
    #expect("a,\u{301}".has(",") && !"ab".has(","))
    #expect("host:80".upTo(":") == "host" && "host".upTo(":") == "host")
    #expect("en_US_x".substituting("_", by: "-") == "en-US-x")
    #expect("text/html;q=1".has(text: "text/html") && "".has(text: "") && !"a".has(text: "ab"))
    #expect("aXbXc".parts(around: "X")?.behind == "bXc")
    for (count, cut) in [(0, ""), (1, "a"), (2, "a"), (3, "aé"), (6, "aé"), (7, "aé😀"), (9, "aé😀")]
    {
      #expect("aé😀".prefix(bytes: count) == cut)
    }
  }

  @Test func aWordIsReadByItsBytes() {
    #expect(IdentityKind(word: "email") == .email)
    #expect(IdentityKind(word: "email\u{301}") == nil)
    #expect(IdentityKind(word: "") == nil)
  }
}
