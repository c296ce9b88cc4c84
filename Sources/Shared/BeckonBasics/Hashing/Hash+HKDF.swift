extension Hash {
  /// 32 bytes of key material of a secret, by HKDF with SHA-256 and no salt (RFC 5869).
  /// - Parameter info: what the key is for; another text gives another key.
  public static func hkdf(_ secret: [UInt8], info: [UInt8]) -> [UInt8] {
    // No salt counts as 32 zeros; one round of the second half gives all that is wanted.
    let material = hmac(secret, key: [UInt8](repeating: 0, count: 32))
    return hmac(info + [1], key: material)
  }
}
