#if !canImport(CryptoKit)
  import CBeckonCrypto

  /// A public key as the library holds it, for signatures with SHA-256 and for agreeing on secrets.
  /// The library counts references to a key, and only reads it.
  final class LibraryPublicKey: @unchecked Sendable {
    private let key: OpaquePointer

    /// Reads a SubjectPublicKeyInfo (RFC 5280) in DER; `nil` when it is none.
    init?(info bytes: [UInt8]) {
      let key = bytes.withUnsafeBufferPointer { buffer in
        var start = buffer.baseAddress
        return d2i_PUBKEY(nil, &start, buffer.count)
      }
      guard let key else { return nil }
      self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    /// Lends the key for as long as `body` runs.
    func withKey<Value>(_ body: (OpaquePointer) -> Value) -> Value {
      withExtendedLifetime(self) { body(key) }
    }

    /// Whether the key's owner signed these bytes; the signature as the library reads it.
    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
      guard let context = EVP_MD_CTX_new() else { return false }
      defer { EVP_MD_CTX_free(context) }
      guard EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1 else { return false }
      return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
  }
#endif
