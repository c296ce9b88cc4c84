import BeckonEngine
import BeckonModel
import BeckonTesting
import Testing

@Suite("Codes")
struct CodeTests {
  @Test("that are made have no look-alikes, no reserved name, and are acceptable themselves")
  func made() throws {
    var dice = SeededGenerator(announcedFor: "codes")
    var seen: Set<String> = []
    for _ in 0..<2_000 {
      let code = Code.unguessable(random: (dice.next(), dice.next()))
      let short = Code.short(random: dice.next())
      #expect(code.count == 11 && short.count == 7)
      #expect(!(code + short).contains { "0O1Il".contains($0) })
      try Code.check(custom: code)
      try Code.check(custom: short)
      seen.insert(code)
    }
    #expect(seen.count == 2_000)
  }

  @Test("use all their bits: one more in either half is another code")
  func bits() {
    let codes: [String] = [(0, 0), (1, 0), (0, 1), (.max, .max)].map {
      Code.unguessable(random: $0)
    }
    #expect(Set(codes).count == 4)
    #expect(Code.short(random: 0) != Code.short(random: 1))
  }

  @Test(
    "of one's own may be unreserved characters",
    arguments: [
      "a", "ana", "Ana-2026_x.y~z", "v1x", "2", "get-10", "ads", "node.js", "menu.html", "google",
      String(repeating: "a", count: 100),
    ])
  func fine(code: String) throws {
    try Code.check(custom: code)
  }

  @Test(
    "of one's own are refused with a reason",
    arguments: [
      ("", .empty), (String(repeating: "a", count: 101), .tooLong), ("a b", .character),
      ("a/b", .character), ("ünal", .character), ("a%20b", .character), ("a\0", .character),
      (".", .dot), ("..", .dot), (".well-known-x", .dot), ("a.", .dot), (".WELL-known", .reserved),
      ("v1", .reserved), ("V1", .reserved), ("getProfile", .reserved), ("GETPROFILE", .reserved),
      ("robots.txt", .reserved), ("1", .reserved), ("I", .reserved),
      // Files that are looked for at the root of a host.
      ("ads.txt", .reserved), ("App-Ads.txt", .reserved), ("sitemap.xml", .reserved),
      ("sitemap-2.xml", .reserved), ("page.js", .reserved), ("security.txt", .reserved),
      ("google0123abc.html", .reserved), ("apple-touch-icon-120x120.png", .reserved),
    ] as [(String, CodeError)])
  func refused(code: String, reason: CodeError) {
    #expect(throws: reason) { try Code.check(custom: code) }
  }

  @Test(
    "are refused where the links of another of the app's prefixes begin",
    arguments: [
      ("promo", "go.example", CodeError.prefix), ("deep", "go.example", .prefix),
      ("Promo", "go.example", nil), ("promote", "go.example", nil), ("pro", "go.example", nil),
      ("promo", "other.example", nil), ("promo", "go.example/promo", nil),
      ("way", "go.example/deep", .prefix),
    ] as [(String, String, CodeError?)])
  func prefix(code: String, prefix: String, fault: CodeError?) {
    let prefixes = ["go.example", "go.example/promo", "go.example/deep/way", "other.example"]
    var found: CodeError?
    do throws(CodeError) {
      try Code.check(code, under: prefix, among: prefixes)
    } catch {
      found = error
    }
    #expect(found == fault)
  }
}
