import BeckonModel
import CBeckonCrypto

/// What a certificate of a test shall say.
public struct CertificateTerms: Sendable {
  /// Its holder.
  public var name: String
  /// Whether the holder may issue certificates; `nil` for one that does not say.
  public var isAuthority: Bool?
  /// What its key is for, as the library writes it.
  public var keyUsage: String?
  /// Object identifiers of extensions without a value.
  public var markers: [String] = []
  /// From when on it is valid.
  public var from = Instant(milliseconds: 1_700_000_000_000)
  /// Until when.
  public var until = Instant(milliseconds: 2_000_000_000_000)

  /// An authority's certificate.
  public static func authority(_ name: String, markers: [String] = []) -> CertificateTerms {
    CertificateTerms(
      name: name, isAuthority: true, keyUsage: "critical,keyCertSign,cRLSign", markers: markers)
  }

  /// A signer's certificate.
  public static func signer(_ name: String, markers: [String] = []) -> CertificateTerms {
    CertificateTerms(
      name: name, isAuthority: false, keyUsage: "critical,digitalSignature", markers: markers)
  }
}

/// A certificate made for a test, with its holder's key.
public struct TestCertificate: Sendable {
  /// In DER.
  public let bytes: [UInt8]
  /// Its holder's key.
  public let key: SigningKey
  let name: String

  /// Makes one; without an issuer, it is its own.
  /// - Throws: `CertificateFault`.
  public init(_ terms: CertificateTerms, by issuer: TestCertificate? = nil) throws {
    let key = try SigningKey()
    guard let made = X509_new() else { throw CertificateFault("no certificate") }
    defer { X509_free(made) }
    X509_set_version(made, 2)
    ASN1_INTEGER_set(X509_get_serialNumber(made), Int.random(in: 1...1_000_000_000))
    ASN1_TIME_set(X509_getm_notBefore(made), Int(terms.from.milliseconds / 1_000))
    ASN1_TIME_set(X509_getm_notAfter(made), Int(terms.until.milliseconds / 1_000))
    Self.write(terms.name, to: X509_get_subject_name(made))
    Self.write(issuer?.name ?? terms.name, to: X509_get_issuer_name(made))
    X509_set_pubkey(made, key.pointer)
    if let isAuthority = terms.isAuthority {
      try Self.add(NID_basic_constraints, "critical,CA:\(isAuthority ? "TRUE" : "FALSE")", to: made)
    }
    if let usage = terms.keyUsage { try Self.add(NID_key_usage, usage, to: made) }
    for marker in terms.markers { try Self.add(marker: marker, to: made) }
    guard X509_sign(made, (issuer?.key ?? key).pointer, EVP_sha256()) > 0 else {
      throw CertificateFault("not signed")
    }
    var bytes = [UInt8](repeating: 0, count: Int(i2d_X509(made, nil)))
    bytes.withUnsafeMutableBufferPointer { buffer in
      var position = buffer.baseAddress
      _ = i2d_X509(made, &position)
    }
    self.bytes = bytes
    self.key = key
    name = terms.name
  }

  private static func write(_ name: String, to place: OpaquePointer?) {
    let bytes = Array(name.utf8)
    X509_NAME_add_entry_by_NID(
      place, NID_commonName, MBSTRING_FLAG | 1, bytes, Int32(bytes.count), -1, 0)
  }

  private static func add(_ kind: Int32, _ text: String, to made: OpaquePointer) throws {
    guard let written = X509V3_EXT_conf_nid(nil, nil, kind, text) else {
      throw CertificateFault("no extension \(text)")
    }
    X509_add_ext(made, written, -1)
    X509_EXTENSION_free(written)
  }

  private static func add(marker: String, to made: OpaquePointer) throws {
    let object = OBJ_txt2obj(marker, 1)
    let null: [UInt8] = [5, 0]
    let value = ASN1_OCTET_STRING_new()
    defer {
      ASN1_OBJECT_free(object)
      ASN1_OCTET_STRING_free(value)
    }
    ASN1_OCTET_STRING_set(value, null, Int32(null.count))
    guard let written = X509_EXTENSION_create_by_OBJ(nil, object, 0, value) else {
      throw CertificateFault("no extension \(marker)")
    }
    X509_add_ext(made, written, -1)
    X509_EXTENSION_free(written)
  }
}
