import BeckonModel
import CBeckonCrypto

/// A private key of the curve P-256, made on the spot.
public final class SigningKey: @unchecked Sendable {
  /// The library's key; it counts references, and is only read.
  let pointer: OpaquePointer

  /// A new key.
  /// - Throws: `CertificateFault`.
  public init() throws {
    let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil)
    defer { EVP_PKEY_CTX_free(context) }
    var made: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1,
      EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1,
      EVP_PKEY_keygen(context, &made) == 1, let made
    else { throw CertificateFault("no key") }
    pointer = made
  }

  deinit { EVP_PKEY_free(pointer) }

  /// The signature of these bytes by ECDSA with SHA-256: two numbers of 32 bytes each (RFC 7518).
  public func sign(_ message: [UInt8]) throws -> [UInt8] {
    guard let context = EVP_MD_CTX_new() else { throw CertificateFault("no context") }
    defer { EVP_MD_CTX_free(context) }
    var length = 0
    guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, pointer) == 1,
      EVP_DigestSign(context, nil, &length, message, message.count) == 1
    else { throw CertificateFault("no signature") }
    var der = [UInt8](repeating: 0, count: length)
    guard EVP_DigestSign(context, &der, &length, message, message.count) == 1 else {
      throw CertificateFault("no signature")
    }
    // A sequence of two whole numbers in ASN.1.
    let firstLength = Int(der[3])
    let first = der[4..<4 + firstLength]
    let second = der[(6 + firstLength)..<length]
    return [first, second].flatMap { number in
      let digits = Array(number.drop { $0 == 0 })
      return [UInt8](repeating: 0, count: 32 - digits.count) + digits
    }
  }
}

/// The library refused.
public struct CertificateFault: Error, CustomStringConvertible {
  /// What it would not do.
  public let description: String

  init(_ description: String) { self.description = description }
}
