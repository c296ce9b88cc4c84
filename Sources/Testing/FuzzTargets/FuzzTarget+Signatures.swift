import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonServer
import BeckonStore

extension FuzzTarget {
  /// JSON Web Signatures. What nobody has signed proves nothing.
  static let signatures = FuzzTarget(
    "signatures",
    seeds: [
      "eyJhbGciOiJFUzI1NiJ9.e30.AAAA",
      "eyJhbGciOiJub25lIn0.eyJzaWduZWREYXRlIjoxfQ.", "e30.e30.e30", "..", "a.b.c",
      "eyJhbGciOiJFUzI1NiIsIng1YyI6WyJNSUlCIiwiQUFBQSIsIiJdfQ.eyJzaWduZWREYXRlIjoxfQ.AAAA",
      "eyJhbGciOiJFUzI1NiIsImNyaXQiOlsiYjY0Il19.e30.AAAA",
    ]
  ) { bytes, complaints in
    let text = bytes.text
    let isVerified = (try? AppStoreVerifier().payload(of: text, at: "signedPayload")) != nil
    complaints.expect(!isVerified, "what Apple has not signed is believed")
    guard let signed = JSONWebSignature(compact: text) else { return }
    complaints.expect(
      text.utf8.starts(with: signed.signedBytes + [UInt8(ascii: ".")]),
      "something else is signed than stands there")
    complaints.expect(signed.header["crit"] == nil, "an extension is passed over")
    if let signature = signed.signature {
      complaints.expect(
        text.hasSuffix("." + Base64.url.encode(signature)), "another signature than stands there")
    }
  }

  /// Certificates and public keys in DER.
  static let certificates = FuzzTarget(
    "certificates",
    seeds: [
      "0\u{3}\u{2}\u{1}\u{5}", "0Y0\u{13}\u{6}\u{7}*", String(repeating: "0", count: 300),
    ]
  ) { bytes, complaints in
    if let point = P256PublicKey.point(of: bytes) {
      complaints.expect(point.count == 65 && point[0] == 4, "a point of another form")
    }
    let policy = CertificateChain.Policy(
      roots: [Hash.sha256(bytes)], signerMarker: "1.2.3", authorityMarker: "1.2.4")
    let key = try? CertificateChain([bytes, bytes, bytes]).signerKey(
      policy, at: Instant(milliseconds: 0))
    complaints.expect(key == nil, "a certificate has issued itself twice")
    // The library takes milliseconds over private keys, which no stranger sends.
    if bytes.starts(with: "-----BEGIN PRIVATE KEY-----".utf8) { _ = RSAPrivateKey(pem: bytes.text) }
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    // Google's keys, which nobody else can send, have 256 bytes; longer ones take milliseconds.
    let rsa = RSAPublicKey(
      modulus: Array(parts[0].prefix(256)), exponent: Array((parts.last ?? []).prefix(4)))
    complaints.expect(rsa?.verifies(bytes, of: [1]) != true, "a signature holds that nobody made")
  }
}
