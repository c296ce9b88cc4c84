import BeckonBasics
import BeckonEngine
import BeckonModel

/// Verifies postbacks with Apple's keys.
public enum PostbackVerifier {
  private static let keys: [TextKey: P256PublicKey] = {
    let signers: [PostbackSigner] = [.apple, .appleDevelopment(0), .appleDevelopment(1)]
    let texts = signers.compactMap(\.publicKey)
    let pairs = texts.compactMap { text in P256PublicKey(base64: text).map { (TextKey(text), $0) } }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()

  /// What is to be held of a postback, and why.
  /// - Parameter acceptsDevelopment: whether the app takes postbacks of development builds.
  public static func judge(
    _ postback: Postback, acceptsDevelopment: Bool
  ) -> (verification: PostbackVerification, reason: PostbackReason) {
    postback.judged(acceptsDevelopment: acceptsDevelopment) { key, signature, form, text in
      keys[key]?.verifies(signature, form == .der ? .der : .raw, of: text) ?? false
    }
  }
}
