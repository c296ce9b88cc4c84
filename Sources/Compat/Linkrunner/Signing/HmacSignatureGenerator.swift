import BeckonBasics
import BeckonContract
import BeckonContractLinkrunner
import Foundation

/// Signs requests with a secret that app and server share.
public final class HmacSignatureGenerator: Sendable {
  /// A signature and what belongs to it.
  public struct SignedRequest: Sendable {
    /// Base64 of HMAC-SHA256.
    public let signature: String
    /// Milliseconds since 1970.
    public let timestamp: Int64
    /// Which secret.
    public let keyId: String
  }

  private let key: [UInt8]
  private let keyId: String

  /// Takes a secret and its id.
  public init(secretKey: String, keyId: String) {
    key = Array(secretKey.utf8)
    self.keyId = keyId
  }

  /// Signs a body.
  /// - Parameters:
  ///   - payload: the body; `nil` or empty for none.
  ///   - timestamp: milliseconds since 1970.
  ///   - onCanonicalString: is told what was signed.
  public func signRequest(
    payload: String?, timestamp: Int64, onCanonicalString: ((String) -> Void)? = nil
  ) -> SignedRequest {
    signRequest(
      body: Array((payload ?? "").utf8), timestamp: timestamp,
      onCanonicalString: onCanonicalString)
  }

  func signRequest(
    body: [UInt8], timestamp: Int64, onCanonicalString: ((String) -> Void)? = nil
  ) -> SignedRequest {
    let hash = body.isEmpty ? "" : Data(Hash.sha256(body)).base64EncodedString()
    let text = Linkrunner.Signing.canonicalString(
      timestampMilliseconds: timestamp, contentHash: hash)
    onCanonicalString?(text)
    let signature = Hash.hmac(Array(text.utf8), key: key)
    return SignedRequest(
      signature: Data(signature).base64EncodedString(), timestamp: timestamp, keyId: keyId)
  }
}

extension HmacSignatureGenerator.SignedRequest {
  /// The header fields that carry it.
  var headers: [String: String] {
    [
      "Authorization": Linkrunner.Signing.scheme, Linkrunner.Signing.keyIDHeader: keyId,
      Linkrunner.Signing.timestampHeader: "\(timestamp)",
      Linkrunner.Signing.signatureHeader: signature,
    ]
  }
}
