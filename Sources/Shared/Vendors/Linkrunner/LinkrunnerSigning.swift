extension Linkrunner {
  /// How a client that was given a secret signs its requests: `x-Signature` is the base64 of
  /// HMAC-SHA256 of `canonicalString` with the secret.
  public enum Signing {
    /// The value of `Authorization`.
    public static let scheme = "HMAC"
    /// Header field with the id of the secret.
    public static let keyIDHeader = "x-Key-Id"
    /// Header field with the time, in milliseconds since 1970.
    public static let timestampHeader = "x-Timestamp"
    /// Header field with the signature.
    public static let signatureHeader = "x-Signature"

    /// What is signed. Neither path nor method are in it.
    /// - Parameters:
    ///   - timestampMilliseconds: milliseconds since 1970.
    ///   - contentHash: base64 of SHA-256 of the body; empty for an empty body.
    public static func canonicalString(
      timestampMilliseconds: Int64, contentHash: String
    ) -> String {
      "\(timestampMilliseconds)\n\(contentHash)"
    }
  }
}
