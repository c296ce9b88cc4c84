import BeckonBasics
import BeckonEngine
import BeckonModel

/// Verifies what the App Store signs: JSON Web Signatures whose certificates lead to Apple's root.
public struct AppStoreVerifier: Sendable {
  /// SHA-256 of "Apple Root CA - G3" (https://www.apple.com/certificateauthority/): each signature
  /// brings the root along, so its fingerprint is all that must be known.
  public static let appleRoot: [UInt8] = [
    0x63, 0x34, 0x3A, 0xBF, 0xB8, 0x9A, 0x6A, 0x03, 0xEB, 0xB5, 0x7E, 0x9B, 0x3F, 0x5F, 0xA7, 0xBE,
    0x7C, 0x4F, 0x5C, 0x75, 0x6F, 0x30, 0x17, 0xB3, 0xA8, 0xC4, 0x88, 0xC3, 0x65, 0x3E, 0x91, 0x79,
  ]

  private let policy: CertificateChain.Policy

  /// Trusts these roots, each by the 32 bytes of its SHA-256.
  public init(roots: Set<[UInt8]> = [Self.appleRoot]) {
    policy = CertificateChain.Policy(
      roots: roots, signerMarker: "1.2.840.113635.100.6.11.1",
      authorityMarker: "1.2.840.113635.100.6.2.1")
  }

  /// The payload of a signed text, which stands in a request at `path`. Its certificates must have
  /// been valid when it was signed, by its own word: Apple sends again what is days old.
  /// - Throws: `StoreRefusal`.
  public func payload(of text: String, at path: String) throws(StoreRefusal) -> Fields {
    guard let signed = JSONWebSignature(compact: text), let signature = signed.signature else {
      throw StoreRefusal(
        .form, FieldError(path, "must be HEADER.PAYLOAD.SIGNATURE in base64url (RFC 7515)"))
    }
    guard signed.algorithm == "ES256" else {
      throw StoreRefusal(.signature, FieldError(path, "must be signed by ES256"))
    }
    let signedAt: Instant
    do {
      signedAt = try signed.payload.signedAt()
    } catch {
      throw StoreRefusal(.form, FieldError(path + "." + error.path, error.reason))
    }
    let key: P256PublicKey
    do {
      key = try CertificateChain(signed.certificates ?? []).signerKey(policy, at: signedAt)
    } catch {
      throw StoreRefusal(
        .signature, FieldError(path, "has certificates that prove nothing: \(error.rawValue)"))
    }
    guard key.verifies(signature, .raw, of: signed.signedBytes) else {
      throw StoreRefusal(.signature, FieldError(path, "has a signature that does not hold"))
    }
    return signed.payload
  }
}
