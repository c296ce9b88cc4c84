#if canImport(CryptoKit)
  import CryptoKit
#else
  import CBeckonCrypto
#endif

extension Hash {
  /// Bytes that SHA-1 takes at a time.
  private static let sha1BlockBytes = 64

  /// The 20 bytes of HMAC with SHA-1 (RFC 2104), by which some services sign still. Nothing of ours
  /// rests on SHA-1.
  public static func hmacSHA1(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    let short = key.count > sha1BlockBytes ? sha1(key) : key
    let block = short + [UInt8](repeating: 0, count: sha1BlockBytes - short.count)
    return sha1(block.map { $0 ^ 0x5C } + sha1(block.map { $0 ^ 0x36 } + bytes))
  }

  private static func sha1(_ bytes: [UInt8]) -> [UInt8] {
    #if canImport(CryptoKit)
      return Array(Insecure.SHA1.hash(data: bytes))
    #else
      return [UInt8](unsafeUninitializedCapacity: Int(SHA_DIGEST_LENGTH)) { buffer, count in
        _ = SHA1(bytes, bytes.count, buffer.baseAddress)
        count = Int(SHA_DIGEST_LENGTH)
      }
    #endif
  }
}
