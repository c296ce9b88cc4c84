import BeckonModel

#if !canImport(CryptoKit)
  import CBeckonCrypto
#endif

/// Why a chain of certificates proves nothing. The texts are part of the API.
public enum CertificateFlaw: String, CaseIterable, Error, Sendable {
  /// There are not as many certificates as there must be, or one cannot be read.
  case unreadable = "certificate_unreadable"
  /// The last certificate is none of the known roots.
  case unknownRoot = "unknown_root"
  /// A certificate was not issued by the next one.
  case broken = "chain_broken"
  /// A certificate was not valid at that time.
  case notValidThen = "certificate_not_valid_then"
  /// A certificate that issued another may issue none, or the first one may.
  case wrongRole = "certificate_in_wrong_role"
  /// A certificate lacks the extension that says what it is for.
  case markerMissing = "marker_missing"
  /// The first certificate's key is not of the curve P-256.
  case wrongKey = "key_of_another_curve"
  /// This program was built without a library that reads certificates: on Apple's platforms, where
  /// a server is only for developing.
  case unsupported = "certificates_not_supported"
}

/// Three X.509 certificates (RFC 5280), each issued by the next: a signer's, an authority's, and
/// the authority's root.
public struct CertificateChain: Sendable {
  /// Certificates of a chain.
  public static let length = 3
  /// Longest certificate, in bytes; Apple's have about 1,100.
  public static let certificateBytesMax = 8_192

  /// The certificates in DER: the signer's first, the root last.
  public let certificates: [[UInt8]]

  /// Takes certificates as they came.
  public init(_ certificates: [[UInt8]]) {
    self.certificates = certificates
  }

  /// What a chain must be.
  public struct Policy: Sendable {
    /// SHA-256 of the roots that count, each 32 bytes.
    public let roots: Set<[UInt8]>
    /// Object identifier, `1.2.840…`, of an extension that the signer's certificate must have.
    public let signerMarker: String
    /// The same of the authority's certificate.
    public let authorityMarker: String

    /// Makes a policy.
    public init(roots: Set<[UInt8]>, signerMarker: String, authorityMarker: String) {
      self.roots = roots
      self.signerMarker = signerMarker
      self.authorityMarker = authorityMarker
    }
  }

  /// The signer's key, if the chain is what `policy` asks for and was valid at `instant`. Whether a
  /// certificate was revoked is not asked: that would need the network.
  /// - Throws: `CertificateFlaw`.
  public func signerKey(
    _ policy: Policy, at instant: Instant
  ) throws(CertificateFlaw) -> P256PublicKey {
    guard certificates.count == Self.length,
      certificates.allSatisfy({ $0.count <= Self.certificateBytesMax })
    else { throw .unreadable }
    // The cheapest question first: anyone can ask.
    guard policy.roots.contains(Hash.sha256(certificates[2])) else { throw .unknownRoot }
    #if canImport(CryptoKit)
      throw .unsupported
    #else
      return try verifiedKey(policy, at: instant)
    #endif
  }
}

#if !canImport(CryptoKit)
  extension CertificateChain {
    private func verifiedKey(
      _ policy: Policy, at instant: Instant
    ) throws(CertificateFlaw) -> P256PublicKey {
      guard let signer = Certificate(certificates[0]),
        let authority = Certificate(certificates[1]), let root = Certificate(certificates[2])
      else { throw .unreadable }
      try Self.verify(signer, authority, root, at: instant)
      guard authority.mayIssue, root.mayIssue, !signer.mayIssue, signer.maySign else {
        throw .wrongRole
      }
      guard signer.has(extension: policy.signerMarker),
        authority.has(extension: policy.authorityMarker)
      else { throw .markerMissing }
      guard let key = signer.publicKey else { throw .wrongKey }
      return key
    }

    /// Has the library build the chain from the signer to the root by way of the authority.
    private static func verify(
      _ signer: Certificate, _ authority: Certificate, _ root: Certificate, at instant: Instant
    ) throws(CertificateFlaw) {
      let (store, context) = (X509_STORE_new(), X509_STORE_CTX_new())
      let between = OPENSSL_sk_new_null()
      defer {
        X509_STORE_CTX_free(context)
        X509_STORE_free(store)
        OPENSSL_sk_free(between)
      }
      guard let store, let context, let between, X509_STORE_add_cert(store, root.pointer) == 1,
        OPENSSL_sk_push(between, UnsafeRawPointer(authority.pointer)) == 1,
        X509_STORE_CTX_init(context, store, signer.pointer, between) == 1
      else { throw .unreadable }
      let seconds = Int((Double(instant.milliseconds) / 1_000).rounded(.down))
      X509_VERIFY_PARAM_set_time(X509_STORE_CTX_get0_param(context), seconds)
      guard X509_verify_cert(context) == 1 else {
        throw flaw(X509_STORE_CTX_get_error(context))
      }
      // Not a shorter way: each certificate must have its part.
      guard OPENSSL_sk_num(X509_STORE_CTX_get0_chain(context)) == Int32(length) else {
        throw .broken
      }
    }

    private static func flaw(_ error: Int32) -> CertificateFlaw {
      switch error {
      case X509_V_ERR_CERT_NOT_YET_VALID, X509_V_ERR_CERT_HAS_EXPIRED: .notValidThen
      case X509_V_ERR_INVALID_CA, X509_V_ERR_KEYUSAGE_NO_CERTSIGN,
        X509_V_ERR_PATH_LENGTH_EXCEEDED:
        .wrongRole
      default: .broken
      }
    }
  }

  /// A certificate as the library has read it.
  private final class Certificate {
    let pointer: OpaquePointer

    /// Reads DER; `nil` when it is no certificate, or more than one.
    init?(_ bytes: [UInt8]) {
      let read = bytes.withUnsafeBufferPointer { buffer in
        var position = buffer.baseAddress
        let pointer = d2i_X509(nil, &position, buffer.count)
        return (pointer, isWhole: position == buffer.baseAddress?.advanced(by: buffer.count))
      }
      guard let pointer = read.0 else { return nil }
      self.pointer = pointer
      guard read.isWhole else { return nil }
    }

    deinit { X509_free(pointer) }

    /// Whether its basic constraints make it an authority's.
    var mayIssue: Bool { X509_check_ca(pointer) == 1 }

    /// Whether its key may sign what is no certificate; the key usage must say so.
    var maySign: Bool {
      let usage = X509_get_key_usage(pointer)
      return usage != UInt32.max && usage & UInt32(KU_DIGITAL_SIGNATURE) != 0
    }

    func has(extension identifier: String) -> Bool {
      guard let object = OBJ_txt2obj(identifier, 1) else { return false }
      defer { ASN1_OBJECT_free(object) }
      return X509_get_ext_by_OBJ(pointer, object, -1) >= 0
    }

    var publicKey: P256PublicKey? {
      guard let info = X509_get_X509_PUBKEY(pointer) else { return nil }
      let count = i2d_X509_PUBKEY(info, nil)
      guard count > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: Int(count))
      let written = bytes.withUnsafeMutableBufferPointer { buffer in
        var position = buffer.baseAddress
        return i2d_X509_PUBKEY(info, &position)
      }
      return written == count ? P256PublicKey(info: bytes) : nil
    }
  }
#endif
