#if canImport(CryptoKit)
  import CryptoKit
#else
  import CBeckonCrypto
#endif

/// A key for HMAC with SHA-256 (RFC 2104), prepared once: half of the work is the key's.
public struct HashKey: Sendable {
  #if canImport(CryptoKit)
    private let key: SymmetricKey

    /// Prepares a key of any length.
    public init(_ bytes: [UInt8]) {
      key = SymmetricKey(data: bytes)
    }

    func authenticate(_ bytes: [UInt8]) -> [UInt8] {
      Array(HMAC<CryptoKit.SHA256>.authenticationCode(for: bytes, using: key))
    }
  #else
    private static let blockBytes = 64
    private let inner: SHA256_CTX
    private let outer: SHA256_CTX

    /// Prepares a key of any length.
    public init(_ bytes: [UInt8]) {
      var block = bytes.count > Self.blockBytes ? Hash.sha256(bytes) : bytes
      block += [UInt8](repeating: 0, count: Self.blockBytes - block.count)
      inner = SHA256_CTX(beginningWith: block.map { $0 ^ 0x36 })
      outer = SHA256_CTX(beginningWith: block.map { $0 ^ 0x5C })
    }

    func authenticate(_ bytes: [UInt8]) -> [UInt8] {
      var (inner, outer) = (inner, outer)
      return outer.finished(with: inner.finished(with: bytes))
    }
  #endif
}

#if !canImport(CryptoKit)
  extension SHA256_CTX {
    fileprivate init(beginningWith bytes: [UInt8]) {
      self.init()
      SHA256_Init(&self)
      SHA256_Update(&self, bytes, bytes.count)
    }

    /// The digest of all that went in and these bytes.
    mutating func finished(with bytes: [UInt8]) -> [UInt8] {
      SHA256_Update(&self, bytes, bytes.count)
      return [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { buffer, count in
        SHA256_Final(buffer.baseAddress, &self)
        count = Int(SHA256_DIGEST_LENGTH)
      }
    }
  }
#endif
