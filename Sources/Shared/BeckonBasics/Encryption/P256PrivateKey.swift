import BeckonModel

#if !canImport(CryptoKit)
  import CBeckonCrypto
#endif

/// A private key of the curve P-256 for the agreement on a secret (ECDH; NIST SP 800-56A, section
/// 5.7.1.2). Only on Linux: what needs it runs in a server.
public final class P256PrivateKey: @unchecked Sendable {
  /// Bytes of the secret that two keys agree on: the x of a point.
  public static let secretBytes = 32

  /// The public key as a point: 4, x and y, 65 bytes in all (SEC 1, section 2.3.3).
  public let point: [UInt8]

  #if canImport(CryptoKit)
    /// A new key; `nil` on this platform.
    public static func make() -> P256PrivateKey? { nil }

    /// Reads a key; `nil` on this platform.
    public init?(der bytes: [UInt8]) { return nil }

    /// Writes the key; `nil` on this platform.
    public var der: [UInt8]? { nil }

    /// The secret that both sides can compute; `nil` on this platform.
    public func secret(with point: [UInt8]) -> [UInt8]? { nil }
  #else
    /// The library counts references to a key, and only reads it.
    private let key: OpaquePointer

    /// A new key, of the library's own randomness; `nil` when the library refuses.
    public static func make() -> P256PrivateKey? {
      guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil) else { return nil }
      defer { EVP_PKEY_CTX_free(context) }
      var made: OpaquePointer?
      guard EVP_PKEY_keygen_init(context) == 1,
        EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1,
        EVP_PKEY_keygen(context, &made) == 1
      else { return nil }
      return P256PrivateKey(owning: made)
    }

    /// Reads what `der` gave; `nil` when it is no private key of this curve.
    public convenience init?(der bytes: [UInt8]) {
      let key = bytes.withUnsafeBufferPointer { buffer in
        var start = buffer.baseAddress
        return d2i_AutoPrivateKey(nil, &start, buffer.count)
      }
      self.init(owning: key)
    }

    private init?(owning key: OpaquePointer?) {
      guard let key else { return nil }
      guard let info = Self.encoded(key, i2d_PUBKEY), let point = P256PublicKey.point(of: info)
      else {
        EVP_PKEY_free(key)
        return nil
      }
      self.key = key
      self.point = point
    }

    deinit { EVP_PKEY_free(key) }

    /// The key in DER (RFC 5915), to be kept secret; `nil` when the library refuses.
    public var der: [UInt8]? { Self.encoded(key, i2d_PrivateKey) }

    /// The secret that both sides can compute, 32 bytes; `nil` when `point`, written as `point` is,
    /// is none of this curve.
    public func secret(with point: [UInt8]) -> [UInt8]? {
      guard let other = P256PublicKey.libraryKey(of: point) else { return nil }
      return other.withKey(secret)
    }

    private func secret(with other: OpaquePointer) -> [UInt8]? {
      guard let context = EVP_PKEY_CTX_new(key, nil) else { return nil }
      defer { EVP_PKEY_CTX_free(context) }
      var secret = [UInt8](repeating: 0, count: Self.secretBytes)
      var length = secret.count
      guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, other) == 1,
        EVP_PKEY_derive(context, &secret, &length) == 1, length == Self.secretBytes
      else { return nil }
      return secret
    }

    private static func encoded(
      _ key: OpaquePointer,
      _ write: (OpaquePointer, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) -> [UInt8]? {
      let count = Int(write(key, nil))
      guard count > 0 else { return nil }
      return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
        var start = buffer.baseAddress
        written = max(0, Int(write(key, &start)))
      }
    }
  #endif
}
