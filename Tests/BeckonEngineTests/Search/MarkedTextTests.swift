import BeckonEngine
import Testing

/// Which parts of a text are marked, by what a search met.
@Suite struct MarkedTextTests {
  /// The text with what is marked in brackets.
  private static func marked(_ text: String, _ met: [MarkedText.Met]) -> String {
    let fold = SearchLanguage(
      fold: { word in
        SearchLanguage.Folded(
          Array(String(decoding: word, as: UTF8.self).replacing("ß", with: "ss").utf8))
      }, stem: { $0 })
    return MarkedText(text, met: met, in: fold).parts
      .map { $0.isMarked ? "[" + $0.text + "]" : $0.text }.joined()
  }

  @Test(
    "A word is marked where it stands, whatever its capitals, and nothing beside it",
    arguments: [
      ("Red Shoe, red", [MarkedText.Met("red")], "[Red] Shoe, [red]"),
      ("Reddish red", [.init("red")], "Reddish [red]"),
      ("Shoelace", [.init("shoelace", beginning: "sho")], "[Sho]elace"),
      ("Straße 7", [.init("strasse", beginning: "stras")], "[Straße] 7"),
      ("Pipe 25.4mm, 3 m", [.init("25.4mm")], "Pipe [25.4mm], 3 m"),
      ("note book", [.init("note book")], "[note] [book]"),
      ("", [.init("red")], ""), ("… —", [.init("red")], "… —"),
      ("赤い靴", [.init("靴")], "赤い[靴]"),
    ])
  func marks(text: String, met: [MarkedText.Met], expected: String) {
    #expect(Self.marked(text, met) == expected)
  }

  @Test("Whatever is marked, the text stays whole")
  func whole() {
    let text = "Größe 42,5 – “Läufer” <b>½</b> 靴x"
    for word in ["groesse", "42,5", "b", "靴", "x"] {
      let parts = MarkedText(text, met: [.init(word)], in: .none).parts
      #expect(parts.map(\.text).joined() == text)
    }
  }
}
