import BeckonModel
import Testing

@Suite struct Base64Tests {
  @Test(
    "The examples of RFC 4648",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
  func examples(_ plain: String, _ text: String) {
    #expect(Base64.standard.encode(Array(plain.utf8)) == text)
    #expect(Base64.standard.decode(text) == Array(plain.utf8))
    let bare = String(text.prefix { $0 != "=" })
    #expect(Base64.url.encode(Array(plain.utf8)) == bare)
    #expect(Base64.url.decode(bare) == Array(plain.utf8))
  }

  @Test("The two alphabets differ in two letters")
  func alphabets() {
    #expect(Base64.standard.encode([0xFB, 0xFF]) == "+/8=")
    #expect(Base64.url.encode([0xFB, 0xFF]) == "-_8")
    #expect(Base64.url.decode("-_8") == [0xFB, 0xFF])
  }

  @Test(
    "What is written otherwise is none",
    arguments: ["Z", "Zg", "Zg=", "Zh==", "Zm9v\n", "Zm 9v", "=", "====", "Z===", "-_8=", "é==="])
  func refused(_ text: String) {
    #expect(Base64.standard.decode(text) == nil)
  }

  @Test("Without padding, bits that are left over are refused too")
  func leftOver() {
    #expect(Base64.url.decode("Zh") == nil)
    #expect(Base64.url.decode("Zg==") == nil)
    #expect(Base64.url.decode("+/8") == nil)
  }
}
