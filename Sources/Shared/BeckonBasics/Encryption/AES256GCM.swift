#if !canImport(CryptoKit)
  import CBeckonCrypto
#endif

/// Opens what was sealed with AES in Galois/Counter Mode and a key of 256 bits (NIST SP 800-38D).
/// Only on Linux: what needs it runs in a server.
public struct AES256GCM: Sendable {
  /// Bytes of a key.
  public static let keyBytes = 32
  /// Bytes of a nonce, of which no two may be the same under one key.
  public static let nonceBytes = 12
  /// Bytes of the tag, which says that nobody has changed anything.
  public static let tagBytes = 16

  private let key: [UInt8]

  /// Takes a key; `nil` when it is not 32 bytes long.
  public init?(key: [UInt8]) {
    guard key.count == Self.keyBytes else { return nil }
    self.key = key
  }

  #if canImport(CryptoKit)
    /// The plain bytes; `nil` on this platform.
    public func open(_ sealed: [UInt8], nonce: [UInt8]) -> [UInt8]? { nil }
  #else
    /// The plain bytes of a sealed text with its tag at the end; `nil` when it was sealed with
    /// another key or nonce, was changed or cut, or the nonce is not 12 bytes long.
    public func open(_ sealed: [UInt8], nonce: [UInt8]) -> [UInt8]? {
      guard nonce.count == Self.nonceBytes, sealed.count >= Self.tagBytes,
        let context = EVP_CIPHER_CTX_new()
      else { return nil }
      defer { EVP_CIPHER_CTX_free(context) }
      let textCount = sealed.count - Self.tagBytes
      var tag = Array(sealed[textCount...])
      var plain = [UInt8](repeating: 0, count: textCount)
      var count: Int32 = 0
      guard EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1,
        EVP_DecryptUpdate(context, &plain, &count, sealed, Int32(textCount)) == 1,
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1,
        EVP_DecryptFinal_ex(context, nil, &count) == 1
      else { return nil }
      return plain
    }
  #endif
}
