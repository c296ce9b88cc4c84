import BeckonBasics
import BeckonModel
import Testing

@Suite struct P256PublicKeyTests {
  // A key that signed "hello", made with the command `openssl`.
  private static let key =
    "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEhqce0zhuv5YisqRItRr25UuYccd+tqJcxWdet1u99ZmirSmB+RHBN+YxQOjGW9mP/b6nGemR+DLe+oBClN5m9A=="
  private static let der =
    "MEQCIEfBr0hcaa6VVHBvhoD/0fG2YOe6WuqQBDUWiR/Z4lNaAiATdov1bjOxmoDJSUP79Lc+DLDky+wkP7KQ1/IgKu+GEA=="
  private static let raw =
    "R8GvSFxprpVUcG-GgP_R8bZg57pa6pAENRaJH9niU1oTdov1bjOxmoDJSUP79Lc-DLDky-wkP7KQ1_IgKu-GEA"
  private static let secp256k1 =
    "MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAE/kL/fYunbMJiD5qFvyKh0WNoikhno9lHi8nyxEB7KnvVDrPTqAwnyoQZPawKsTD7gY/YPfR1oNODWNdjbIH5ig=="

  private static let message = Array("hello".utf8)

  @Test("A signature holds in both forms, and for this message only")
  func both() throws {
    let key = try #require(P256PublicKey(base64: Self.key))
    let der = try #require(Base64.standard.decode(Self.der))
    let raw = try #require(Base64.url.decode(Self.raw))
    #expect(key.verifies(der, .der, of: Self.message))
    #expect(key.verifies(raw, .raw, of: Self.message))
    #expect(!key.verifies(der, .der, of: Array("hellO".utf8)))
    #expect(!key.verifies(raw, .raw, of: Array("hellO".utf8)))
    #expect(!key.verifies(raw, .der, of: Self.message))
    #expect(!key.verifies(der, .raw, of: Self.message))
  }

  @Test("A damaged or shortened signature does not hold")
  func damaged() throws {
    let key = try #require(P256PublicKey(base64: Self.key))
    for (text, form) in [(Self.der, P256PublicKey.SignatureForm.der), (Self.raw, .raw)] {
      let bytes = try #require(Base64.url.decode(text) ?? Base64.standard.decode(text))
      for index in bytes.indices {
        var damaged = bytes
        damaged[index] ^= 1
        #expect(!key.verifies(damaged, form, of: Self.message), "byte \(index)")
        #expect(!key.verifies(Array(bytes[..<index]), form, of: Self.message), "\(index) bytes")
      }
    }
    #expect(!key.verifies([UInt8](repeating: 0, count: 64), .raw, of: Self.message))
  }

  @Test("Only a point of this curve is a key")
  func keys() throws {
    #expect(P256PublicKey(base64: Self.secp256k1) == nil)
    #expect(P256PublicKey(base64: "") == nil)
    #expect(P256PublicKey(base64: String(Self.key.dropLast(4))) == nil)
    let bytes = try #require(Base64.standard.decode(Self.key))
    let offCurve = bytes.dropLast() + [bytes[bytes.count - 1] ^ 1]
    #expect(P256PublicKey(base64: Base64.standard.encode(Array(offCurve))) == nil)
  }
}
