import BeckonBasics
import BeckonModel

/// An app store of a test's own: a root, an authority and a signer as Apple's are, and what it
/// signs.
public struct TestStore: Sendable {
  /// Apple's extension of an authority for developers.
  public static let authorityMarker = "1.2.840.113635.100.6.2.1"
  /// Apple's extension of a certificate that signs what the store says.
  public static let signerMarker = "1.2.840.113635.100.6.11.1"

  /// The signer's certificate, the authority's, the root.
  public let chain: [TestCertificate]

  /// Makes a store; what its certificates say may be changed.
  /// - Throws: `CertificateFault`.
  public init(
    signer: CertificateTerms = .signer("Signer", markers: [TestStore.signerMarker]),
    authority: CertificateTerms = .authority("Authority", markers: [TestStore.authorityMarker]),
    root: CertificateTerms = .authority("Root")
  ) throws {
    let root = try TestCertificate(root)
    let authority = try TestCertificate(authority, by: root)
    chain = [try TestCertificate(signer, by: authority), authority, root]
  }

  /// A store of any certificates.
  public init(chain: [TestCertificate]) { self.chain = chain }

  /// SHA-256 of its root.
  public var rootFingerprint: [UInt8] {
    chain.last.map { Hash.sha256($0.bytes) } ?? []
  }

  /// A JSON Web Signature of a payload, in compact form, as the store makes it.
  public func sign(
    _ payload: JSON, algorithm: String = "ES256", more: [JSON.Member] = []
  ) throws -> String {
    let certificates = chain.map { JSON.string(Base64.standard.encode($0.bytes)) }
    let header = JSON.object(
      [JSON.Member("alg", .string(algorithm)), JSON.Member("x5c", .array(certificates))] + more)
    let signed = Base64.url.encode(header.bytes) + "." + Base64.url.encode(payload.bytes)
    guard let key = chain.first?.key else { throw CertificateFault("no signer") }
    return signed + "." + Base64.url.encode(try key.sign(Array(signed.utf8)))
  }
}
