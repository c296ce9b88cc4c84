import BeckonBasics
import BeckonModel
import Testing

@Suite struct HashTests {
  /// From FIPS 180-4's examples.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func sha256(_ text: String, _ hash: String) {
    #expect(Hexadecimal.encode(Hash.sha256(Array(text.utf8))) == hash)
  }

  /// From RFC 4231.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0B, count: 20), "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131),
      "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func hmac(_ key: [UInt8], _ text: String, _ code: String) {
    #expect(Hexadecimal.encode(Hash.hmac(Array(text.utf8), key: key)) == code)
  }

  /// These stand in databases: a change here loses every transfer's identity.
  @Test func identifiersOfPartsNeverChange() {
    #expect(
      Identifier(hashing: "rule", "rul_1", "step").text == "1sw9rkks1btddmet3f5vqx5h8s")
    #expect(
      Identifier(hashing: "rule", "rul_1", "step", key: HashKey(Array("key".utf8))).text
        == "3jazcy0n71n0qaxcgd7ykn8hq2")
    #expect(Identifier(clientID: "order-1").text == "1mqzgffb5tfh89dx2tgtsep2sz")
  }

  @Test func partsDoNotRunTogether() {
    let identifiers = [
      Identifier(hashing: "ab", "c"), Identifier(hashing: "a", "bc"), Identifier(hashing: "abc"),
      Identifier(hashing: "abc", ""), Identifier(hashing: "", "abc"),
      Identifier(hashing: "a\0b", "c"),
    ]
    #expect(Set(identifiers).count == identifiers.count)
  }

  @Test func aClientsUUIDKeepsItsBits() {
    let identifier = Identifier(clientID: "0198C1D2-7a3b-7cde-8f01-23456789abcd")
    #expect(identifier == Identifier(high: 0x0198_c1d2_7a3b_7cde, low: 0x8f01_2345_6789_abcd))
  }
}
