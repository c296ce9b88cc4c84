import CBeckonCrypto

/// Seals with AES-256-GCM, as those do whose texts the server opens.
public enum Sealing {
  /// The sealed text with its tag at the end.
  /// - Throws: `CertificateFault`.
  public static func seal(_ plain: [UInt8], key: [UInt8], nonce: [UInt8]) throws -> [UInt8] {
    let context = EVP_CIPHER_CTX_new()
    defer { EVP_CIPHER_CTX_free(context) }
    var sealed = [UInt8](repeating: 0, count: plain.count)
    var tag = [UInt8](repeating: 0, count: 16)
    var count: Int32 = 0
    guard key.count == 32, nonce.count == 12,
      EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1,
      EVP_EncryptUpdate(context, &sealed, &count, plain, Int32(plain.count)) == 1,
      EVP_EncryptFinal_ex(context, nil, &count) == 1,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1
    else { throw CertificateFault("not sealed") }
    return sealed + tag
  }
}
