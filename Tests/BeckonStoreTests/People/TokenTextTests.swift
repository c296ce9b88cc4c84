import BeckonBasics
import BeckonModel
import Testing

@testable import BeckonStore

@Suite struct TokenTextTests {
  private static let start = Instant(milliseconds: 1_790_000_000_000)

  private static func tokens(_ seconds: Range<Int64>) -> [String] {
    seconds.map {
      TokenText.new(at: start.adding(milliseconds: $0 * Span.secondMilliseconds), .system).text
    }
  }

  @Test("Tokens sort by when they were made where they are stored")
  func sorted() {
    let digests = Self.tokens(0..<500).map(TokenText.digest)
    #expect(digests == digests.sorted())
    #expect(Set(digests).count == 500)
  }

  @Test("Tokens that were made at once differ, and have their own hashes")
  func differ() {
    let tokens = (0..<500).map { _ in TokenText.new(at: Self.start, .system) }
    #expect(Set(tokens.map(\.text)).count == 500)
    #expect(Set(tokens.map(\.digest)).count == 500)
  }

  @Test(
    "A new token comes with the hash by which it is found", arguments: [-5, 0, 1 << 40, 1 << 62])
  func found(milliseconds: Int64) {
    let token = TokenText.new(at: Instant(milliseconds: milliseconds), .system)
    #expect(TokenText.digest(of: token.text) == token.digest)
  }

  @Test("A token with one other character is another")
  func changed() throws {
    let token = Self.tokens(0..<1)[0]
    let digest = TokenText.digest(of: token)
    for place in token.indices {
      var other = token
      let character: Character = token[place] == "7" ? "8" : "7"
      other.replaceSubrange(place...place, with: [character])
      #expect(TokenText.digest(of: other) != digest, "\(other)")
    }
    for other in [token + "0", String(token.dropLast()), token.uppercased(), ""] {
      #expect(TokenText.digest(of: other) != digest)
    }
  }

  @Test(
    "A token that does not say when it was made has the hash of its text",
    arguments: [
      "tok_4k92v3m8x1q7r5t0w6y2z8a3bc", "tok_nonsense", "",
      "toc_0000000000000000000000000000000000",
      "tok_ilou0000" + "00000000000000000000000000",
    ])
  func old(token: String) {
    #expect(TokenText.digest(of: token) == Identifier(hashing: "token", token))
  }
}
