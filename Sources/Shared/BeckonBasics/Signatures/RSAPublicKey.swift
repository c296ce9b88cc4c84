/// A public key for signatures by RSA with SHA-256 (`RS256` in RFC 7518). Only on Linux: what needs
/// it runs in a server.
public final class RSAPublicKey: Sendable {
  /// Bytes of a modulus: 2,048 to 8,192 bits.
  private static let modulusBytes = 256...1_024

  private let key: Verifier

  /// Makes a key of its two numbers, most significant byte first (RFC 7518, section 6.3.1); `nil`
  /// when they are too short or too long, or no key.
  public init?(modulus: [UInt8], exponent: [UInt8]) {
    guard Self.modulusBytes.contains(modulus.count), (1...8).contains(exponent.count),
      let key = Verifier(info: DER.publicKey(modulus: modulus, exponent: exponent))
    else { return nil }
    self.key = key
  }

  /// Whether the key's owner signed these bytes.
  public func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    key.verifies(signature, of: message)
  }
}

/// The parts of ASN.1 that a key is written in.
private enum DER {
  /// `rsaEncryption` without parameters (RFC 8017).
  private static let algorithm: [UInt8] = [
    0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
  ]

  /// A SubjectPublicKeyInfo (RFC 5280).
  static func publicKey(modulus: [UInt8], exponent: [UInt8]) -> [UInt8] {
    let numbers = element(0x30, integer(modulus) + integer(exponent))
    return element(0x30, algorithm + element(0x03, [0] + numbers))
  }

  private static func integer(_ number: [UInt8]) -> [UInt8] {
    let digits = Array(number.drop { $0 == 0 })
    // One more zero keeps it positive.
    return element(0x02, (digits.first ?? 0x80) >= 0x80 ? [0] + digits : digits)
  }

  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
    return [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
  }
}

#if canImport(CryptoKit)
  private struct Verifier: Sendable {
    init?(info _: [UInt8]) { return nil }

    func verifies(_: [UInt8], of _: [UInt8]) -> Bool { false }
  }
#else
  private typealias Verifier = LibraryPublicKey
#endif
