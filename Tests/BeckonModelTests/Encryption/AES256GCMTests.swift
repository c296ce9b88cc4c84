import BeckonBasics
import BeckonModel
import Testing

@Suite struct AES256GCMTests {
  private static func bytes(_ digits: String...) throws -> [UInt8] {
    try #require(Hexadecimal.decode(digits.joined()))
  }

  // The specification of GCM by McGrew and Viega, test cases 15 and 13.
  private static let key = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"
  private static let nonce = "cafebabefacedbaddecaf888"
  private static let plain =
    "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255"
  private static let sealed =
    "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad"
  private static let tag = "b094dac5d93471bdec1a502270e3cc6c"

  @Test("What the specification sealed is opened")
  func opens() throws {
    let cipher = try #require(AES256GCM(key: try Self.bytes(Self.key)))
    let sealed = try Self.bytes(Self.sealed, Self.tag)
    #expect(
      cipher.open(sealed, nonce: try Self.bytes(Self.nonce)) == (try Self.bytes(Self.plain)))
    let zeros = try #require(AES256GCM(key: [UInt8](repeating: 0, count: 32)))
    let empty = try Self.bytes("530f8afbc74536b9a963b4f1c4cb738b")
    #expect(zeros.open(empty, nonce: [UInt8](repeating: 0, count: 12)) == [])
  }

  @Test("One bit changed anywhere, a byte less, another nonce or key: nothing is opened")
  func refuses() throws {
    let (key, nonce) = (try Self.bytes(Self.key), try Self.bytes(Self.nonce))
    let cipher = try #require(AES256GCM(key: key))
    let sealed = try Self.bytes(Self.sealed, Self.tag)
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 0x80
      #expect(cipher.open(changed, nonce: nonce) == nil, "byte \(index)")
      #expect(cipher.open(Array(sealed[..<index]), nonce: nonce) == nil, "\(index) bytes")
    }
    for nonce in [[], Array(nonce.dropLast()), nonce + [0], [0] + nonce.dropFirst()] {
      #expect(cipher.open(sealed, nonce: nonce) == nil, "a nonce of \(nonce.count) bytes")
    }
    let other = try #require(AES256GCM(key: [0] + key.dropFirst()))
    #expect(other.open(sealed, nonce: nonce) == nil)
  }

  @Test("A key has 32 bytes", arguments: [0, 16, 24, 31, 33])
  func keys(count: Int) {
    #expect(AES256GCM(key: [UInt8](repeating: 1, count: count)) == nil)
  }

  @Test("Keys are derived as RFC 5869 says")
  func derivation() throws {
    // Appendix A.3: no salt, no info. Its 42 bytes begin with our 32.
    let secret = [UInt8](repeating: 0x0B, count: 22)
    #expect(
      Hash.hkdf(secret, info: [])
        == (try Self.bytes("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d")))
    #expect(Hash.hkdf(secret, info: [0]) != Hash.hkdf(secret, info: []))
  }

  @Test("Hexadecimal digits come in pairs, in either case")
  func hexadecimal() {
    #expect(Hexadecimal.decode("00fFaB10") == [0, 255, 171, 16])
    #expect(Hexadecimal.decode("") == [])
    #expect(Hexadecimal.encode([0, 255, 171, 16]) == "00ffab10")
    for wrong in ["0", "0g", "0x00", "00 ", "+1", "é0"] {
      #expect(Hexadecimal.decode(wrong) == nil, "\(wrong)")
    }
  }
}
