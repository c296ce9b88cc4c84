import BeckonModel
import BeckonTesting
import Testing

/// What reading costs grows with the length of a text and no faster, whatever stands in it.
@Suite(.serialized) struct TextCostTests {
  private static let bytes = 262_144

  /// What is done with a text of a stranger's.
  static let uses: [(name: String, use: @Sendable (String) -> Void)] = [
    ("a name", { _ = try? JSONReader.read("{\"\($0)\":1}") }),
    ("a value", { _ = try? JSONReader.read("[\"\($0)\"]") }),
    ("a name beside another", { text in read(["\(text)x", "\(text)y", "y\(text)"]) }),
    ("many names", { text in read((0..<40).map { "\($0)\(text.prefix(bytes: 6_000))" }) }),
    (
      "a field that is asked for",
      { text in
        let fields = try? Fields(.object([JSON.Member(text, 1), JSON.Member("a", 2)]))
        for name in ["event_name", "a", text] { _ = fields?.value(name) }
      }
    ),
    (
      "a word of a closed set",
      { text in
        _ = try? Fields(["kind": .string(text)]).choice("kind", IdentityKind.self)
      }
    ),
    ("a key", { _ = Set(texts: [$0, "a", $0 + "a"]).contains($0) }),
    ("a time", { _ = Instant($0) }), ("an id", { _ = PersonID($0) }),
    ("a number", { _ = Money(decimal: $0, .none) }), ("a currency", { _ = Currency($0) }),
    ("a selector", { _ = WebhookSelector($0) }),
    (
      "a filter",
      { text in
        let filter = try? PropertyFilter(["a": .string(text)], at: "where")
        _ = filter?.passes(["a": .string(text + "b")])
      }
    ),
    ("a writing", { _ = JSON.string($0).bytes }),
  ]

  private static func read(_ names: [String]) {
    let members = names.map { "\"\($0)\":1" }.joined(separator: ",")
    _ = try? JSONReader.read("{\(members)}")
  }

  @Test("Marks cost what letters cost", arguments: uses.indices)
  func marks(_ use: Int) {
    let (plain, marks) = (CostlyText.plain(bytes: Self.bytes), CostlyText.marks(bytes: Self.bytes))
    let ratio = ProcessorTime.ratio(
      of: { Self.uses[use].use(marks) },
      // A use that looks at the length only costs nothing at all.
      to: {
        Self.uses[use].use(plain)
        _ = JSON.string(plain).bytes
      })
    #expect(ratio < 8, "\(Self.uses[use].name)")
  }

  /// A text that is so many times as long as the shortest.
  static let shapes: [(name: String, text: @Sendable (Int) -> String)] = [
    (
      "many members",
      { n in
        "{" + (0..<n * 500).map { "\"n\($0)\":\($0)" }.joined(separator: ",") + "}"
      }
    ),
    ("many elements", { "[" + String(repeating: "1,", count: $0 * 2_000) + "1]" }),
    ("many small objects", { "[" + String(repeating: "{\"a\":[]},", count: $0 * 500) + "1]" }),
    ("a long number", { "1" + String(repeating: "0", count: $0 * 8_000) }),
    ("a text of escapes", { "\"" + String(repeating: "\\u0301\\n", count: $0 * 1_000) + "\"" }),
    ("space", { String(repeating: " \n", count: $0 * 4_000) + "1" }),
    ("a text without end", { "[\"" + String(repeating: "a", count: $0 * 8_000) }),
  ]

  @Test("Eight times as much costs about eight times as much", arguments: shapes.indices)
  func growth(_ shape: Int) {
    let (short, long) = (Self.shapes[shape].text(1), Self.shapes[shape].text(8))
    let ratio = ProcessorTime.ratio(
      of: { _ = try? JSONReader.read(long) }, to: { _ = try? JSONReader.read(short) })
    #expect(ratio < 24, "\(Self.shapes[shape].name)")
  }
}
