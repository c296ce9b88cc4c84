import BeckonModel

#if !canImport(CryptoKit)
  import CBeckonCrypto
#endif

/// A private key for signatures by RSA with SHA-256 (`RS256` in RFC 7518). Only on Linux: what
/// needs it runs in a server.
public final class RSAPrivateKey: @unchecked Sendable {
  #if !canImport(CryptoKit)
    /// The library counts references to a key, and only reads it.
    private let key: OpaquePointer
  #endif

  /// Reads a key as PEM (PKCS #8, `BEGIN PRIVATE KEY`), as Google gives it to service accounts;
  /// `nil` when it is none.
  public init?(pem text: String) {
    let lines = text.substituting("\r", by: "\n").split(on: "\n")
    guard lines.first == "-----BEGIN PRIVATE KEY-----",
      lines.last == "-----END PRIVATE KEY-----"
    else { return nil }
    #if canImport(CryptoKit)
      return nil
    #else
      guard let bytes = Base64.standard.decode(lines.dropFirst().dropLast().joined()) else {
        return nil
      }
      let key = bytes.withUnsafeBufferPointer { buffer in
        var start = buffer.baseAddress
        return d2i_AutoPrivateKey(nil, &start, buffer.count)
      }
      guard let key else { return nil }
      self.key = key
      guard EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA else { return nil }
    #endif
  }

  #if !canImport(CryptoKit)
    deinit { EVP_PKEY_free(key) }
  #endif

  /// The signature of these bytes; `nil` when the library refuses.
  public func sign(_ message: [UInt8]) -> [UInt8]? {
    #if canImport(CryptoKit)
      return nil
    #else
      guard let context = EVP_MD_CTX_new() else { return nil }
      defer { EVP_MD_CTX_free(context) }
      var length = 0
      guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
        EVP_DigestSign(context, nil, &length, message, message.count) == 1
      else { return nil }
      var signature = [UInt8](repeating: 0, count: length)
      guard EVP_DigestSign(context, &signature, &length, message, message.count) == 1 else {
        return nil
      }
      return Array(signature.prefix(length))
    #endif
  }
}
