import BeckonModel

#if canImport(CryptoKit)
  import CryptoKit
#else
  import CBeckonCrypto
#endif

/// SHA-256 (FIPS 180-4) and HMAC (RFC 2104) by the platform's own library.
public enum Hash {
  /// The 32 bytes of SHA-256.
  public static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    #if canImport(CryptoKit)
      return Array(CryptoKit.SHA256.hash(data: bytes))
    #else
      var state = SHA256_CTX()
      SHA256_Init(&state)
      return state.finished(with: bytes)
    #endif
  }

  /// The 32 bytes of HMAC with SHA-256.
  public static func hmac(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    HashKey(key).authenticate(bytes)
  }
}

extension Identifier {
  /// The first 128 bits of SHA-256 of the parts, each preceded by its length so that no two lists
  /// of parts run together. The same parts give the same identifier, for ever.
  public init(hashing parts: String...) {
    self.init(hashing: parts)
  }

  /// The same of parts in an array.
  public init(hashing parts: [String]) {
    self.init(leading: Hash.sha256(Self.joined(parts)))
  }

  /// The same with a key (HMAC), for what must not be guessed back from a list of candidates.
  public init(hashing parts: String..., key: HashKey) {
    self.init(hashing: parts, key: key)
  }

  /// The same of parts in an array.
  public init(hashing parts: [String], key: HashKey) {
    self.init(leading: key.authenticate(Self.joined(parts)))
  }

  /// A client's own id: the 128 bits of a UUID, or of the hash of any other text.
  public init(clientID text: String) {
    self = Identifier(uuid: text) ?? Identifier(hashing: "client-id", text)
  }

  private static func joined(_ parts: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(parts.reduce(0) { $0 + 4 + $1.utf8.count })
    for part in parts {
      withUnsafeBytes(of: UInt32(part.utf8.count).littleEndian) { bytes.append(contentsOf: $0) }
      bytes.append(contentsOf: part.utf8)
    }
    return bytes
  }

  private init(leading bytes: [UInt8]) {
    func word(_ range: Range<Int>) -> UInt64 {
      bytes[range].reduce(0) { $0 << 8 | UInt64($1) }
    }
    self.init(high: word(0..<8), low: word(8..<16))
  }
}
