import BeckonEngine
import Testing

/// What may stand in front of a code.
@Suite struct LinkPrefixTests {
  @Test(
    "A host, or a host and a path of up to three segments",
    arguments: ["go.example", "go.example/promo", "go.example/A_b/c~d/e.f", "127.0.0.1"])
  func good(text: String) {
    #expect(LinkPrefix(text)?.text == text)
  }

  @Test(
    "Anything else is none",
    arguments: [
      "", "/", "go.example/", "/promo", "go.example//promo", "go.example/a/b/c/d", "GO.example",
      "go.example:80", "https://go.example", "go.example/a b", "go.example/ä", "go.example/%41",
      "go.example/..", "go.example/./a", "gö.example",
      String(repeating: "a", count: 254), "go.example/" + String(repeating: "a", count: 101),
    ])
  func bad(text: String) {
    #expect(LinkPrefix(text) == nil)
  }

  @Test(
    "A URL may lead to a link under a path, or to one that its query names",
    arguments: [
      ("https://go.example/ana", [("go.example", "ana")]),
      ("https://go.example/promo/ana?x=1", [("go.example/promo", "ana")]),
      (
        "https://go.example/promo/x?c=ana",
        [("go.example/promo", "x"), ("go.example", "ana")]
      ),
      ("https://go.example/?c=ana", [("go.example", "ana")]),
      ("https://go.example/a/b/c/d/e", []), ("shop://a/b", []),
    ] as [(String, [(String, String)])])
  func addresses(url: String, expected: [(prefix: String, code: String)]) throws {
    let opened = try #require(OpenedLink(url))
    #expect(
      opened.addresses == expected.map { LinkAddress(prefix: $0.prefix, code: $0.code) })
  }
}
