import BeckonModel

/// A JSON Web Signature in compact form (RFC 7515), read but not verified.
public struct JSONWebSignature: Sendable {
  /// What it says about the signature.
  public let header: JSON
  /// What was signed, an object.
  public let payload: Fields
  /// The signature; `nil` when it is not even base64url.
  public let signature: [UInt8]?
  /// The bytes over which it was made.
  public let signedBytes: [UInt8]

  /// Reads `HEADER.PAYLOAD.SIGNATURE`; `nil` when it is none, or its header asks for an extension
  /// that must be understood (`crit`), of which we know none.
  public init?(compact text: String) {
    let parts = text.split(on: ".", keepsEmpty: true)
    guard parts.count == 3, let header = Self.json(parts[0]), header.members != nil,
      header["crit"] == nil, let payload = Self.json(parts[1]).flatMap({ try? Fields($0) })
    else { return nil }
    self.header = header
    self.payload = payload
    signature = Base64.url.decode(parts[2])
    signedBytes = Array("\(parts[0]).\(parts[1])".utf8)
  }

  /// The algorithm by which it says to be signed. Never believe it: compare it with the one that is
  /// expected.
  public var algorithm: String? { header["alg"]?.string }

  /// The certificates (`x5c`) in DER, the signer's first; `nil` when there are none or one is no
  /// base 64.
  public var certificates: [[UInt8]]? {
    guard let texts = header["x5c"]?.elements else { return nil }
    let certificates = texts.compactMap { $0.string.flatMap(Base64.standard.decode) }
    return certificates.count == texts.count ? certificates : nil
  }

  private static func json(_ part: String) -> JSON? {
    Base64.url.decode(part).flatMap { try? JSONReader.read($0) }
  }
}
