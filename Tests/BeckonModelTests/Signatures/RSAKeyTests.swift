import BeckonBasics
import BeckonModel
import TestCertificates
import Testing

@Suite struct RSAKeyTests {
  @Test("What the private key signs, the public one verifies, and nothing else")
  func both() throws {
    let (account, other) = (try TestAccount(), try TestAccount())
    let numbers = account.numbers
    let key = try #require(
      RSAPublicKey(modulus: numbers.modulus, exponent: numbers.exponent))
    let message = Array("hello".utf8)
    let signature = try #require(RSAPrivateKey(pem: account.pem)?.sign(message))
    #expect(signature == (try account.sign(message)))
    #expect(key.verifies(signature, of: message))
    #expect(!key.verifies(signature, of: Array("hellO".utf8)))
    #expect(!key.verifies(try other.sign(message), of: message))
    #expect(!key.verifies([], of: message))
    for index in signature.indices {
      var damaged = signature
      damaged[index] ^= 1
      #expect(!key.verifies(damaged, of: message), "byte \(index)")
    }
  }

  @Test("What is no key is none")
  func refused() throws {
    let numbers = try TestAccount().numbers
    #expect(RSAPublicKey(modulus: Array(numbers.modulus.prefix(128)), exponent: [3]) == nil)
    #expect(RSAPublicKey(modulus: numbers.modulus, exponent: []) == nil)
    #expect(RSAPublicKey(modulus: [], exponent: numbers.exponent) == nil)
    for text in [
      "", "x", "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----",
      "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
      "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----",
    ] {
      #expect(RSAPrivateKey(pem: text) == nil)
    }
  }
}
