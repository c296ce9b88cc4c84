import BeckonModel
import CBeckonCrypto

/// An RSA key of a test, as Google has one for its tokens, and an app's service account its own.
public final class TestAccount: @unchecked Sendable {
  private let key: OpaquePointer

  /// A new key of 2,048 bits.
  /// - Throws: `CertificateFault`.
  public init() throws {
    let context = EVP_PKEY_CTX_new_id(EVP_PKEY_RSA, nil)
    defer { EVP_PKEY_CTX_free(context) }
    var made: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1,
      EVP_PKEY_CTX_set_rsa_keygen_bits(context, 2_048) == 1,
      EVP_PKEY_keygen(context, &made) == 1, let made
    else { throw CertificateFault("no key") }
    key = made
  }

  deinit { EVP_PKEY_free(key) }

  /// The private key as PEM, as a service account's file has it.
  public var pem: String {
    let info = EVP_PKEY2PKCS8(key)
    defer { PKCS8_PRIV_KEY_INFO_free(info) }
    var bytes = [UInt8](repeating: 0, count: Int(i2d_PKCS8_PRIV_KEY_INFO(info, nil)))
    bytes.withUnsafeMutableBufferPointer { buffer in
      var position = buffer.baseAddress
      _ = i2d_PKCS8_PRIV_KEY_INFO(info, &position)
    }
    var text = Substring(Base64.standard.encode(bytes))
    var lines = ["-----BEGIN PRIVATE KEY-----"]
    while !text.isEmpty {
      lines.append(String(text.prefix(64)))
      text = text.dropFirst(64)
    }
    return (lines + ["-----END PRIVATE KEY-----"]).joined(separator: "\n") + "\n"
  }

  /// The two numbers of the public key, most significant byte first.
  public var numbers: (modulus: [UInt8], exponent: [UInt8]) {
    (number("n"), number("e"))
  }

  private func number(_ name: String) -> [UInt8] {
    var number: OpaquePointer?
    guard EVP_PKEY_get_bn_param(key, name, &number) == 1 else { return [] }
    defer { BN_free(number) }
    var bytes = [UInt8](repeating: 0, count: Int((BN_num_bits(number) + 7) / 8))
    BN_bn2bin(number, &bytes)
    return bytes
  }

  /// The public key in a set (RFC 7517).
  public func json(id: String) -> JSON {
    [
      "kty": "RSA", "alg": "RS256", "use": "sig", "kid": .string(id),
      "n": .string(Base64.url.encode(numbers.modulus)),
      "e": .string(Base64.url.encode(numbers.exponent)),
    ]
  }

  /// A JSON Web Token that the key signs.
  /// - Throws: `CertificateFault`.
  public func token(_ claims: JSON, id: String, algorithm: String = "RS256") throws -> String {
    let header: JSON = ["alg": .string(algorithm), "kid": .string(id), "typ": "JWT"]
    let signed = Base64.url.encode(header.bytes) + "." + Base64.url.encode(claims.bytes)
    return signed + "." + Base64.url.encode(try sign(Array(signed.utf8)))
  }

  /// The signature of these bytes by RSA with SHA-256.
  /// - Throws: `CertificateFault`.
  public func sign(_ message: [UInt8]) throws -> [UInt8] {
    guard let context = EVP_MD_CTX_new() else { throw CertificateFault("no context") }
    defer { EVP_MD_CTX_free(context) }
    var signature = [UInt8](repeating: 0, count: 256)
    var length = signature.count
    guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
      EVP_DigestSign(context, &signature, &length, message, message.count) == 1
    else { throw CertificateFault("no signature") }
    return Array(signature.prefix(length))
  }
}
