import BeckonModel

#if canImport(CryptoKit)
  import CryptoKit
  import Foundation
#endif

/// A public key of the curve P-256, for signatures by ECDSA with SHA-256 (FIPS 186-5; `ES256` in
/// RFC 7518).
public final class P256PublicKey: Sendable {
  /// How the two numbers r and s of a signature are written.
  public enum SignatureForm: Sendable {
    /// As ASN.1 (RFC 3279).
    case der
    /// One behind the other, 32 bytes each (RFC 7518).
    case raw
  }

  /// What stands before the 65 bytes of an uncompressed point of this curve (RFC 5480).
  private static let head: [UInt8] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08,
    0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
  ]
  private static let pointBytes = 65

  private let key: Verifier

  /// Reads a SubjectPublicKeyInfo (RFC 5280) in base 64; `nil` when it is none, of another curve,
  /// or no point of this one.
  public convenience init?(base64 text: String) {
    guard let bytes = Base64.standard.decode(text) else { return nil }
    self.init(info: bytes)
  }

  /// The same in DER.
  public init?(info bytes: [UInt8]) {
    guard bytes.count == Self.head.count + Self.pointBytes,
      bytes.starts(with: Self.head), let key = Verifier(bytes, headBytes: Self.head.count)
    else { return nil }
    self.key = key
  }

  /// The point of a SubjectPublicKeyInfo: 4, x and y (SEC 1, section 2.3.3). `nil` when it is of
  /// another curve; whether the point is on the curve is not looked at.
  public static func point(of info: [UInt8]) -> [UInt8]? {
    guard info.count == head.count + pointBytes, info.starts(with: head),
      info[head.count] == 4
    else { return nil }
    return Array(info[head.count...])
  }

  /// Whether the key's owner signed these bytes.
  public func verifies(
    _ signature: [UInt8], _ form: SignatureForm, of message: [UInt8]
  ) -> Bool {
    guard form == .der || signature.count == 64 else { return false }
    return key.verifies(signature, form, of: message)
  }
}

#if canImport(CryptoKit)
  private struct Verifier: Sendable {
    private let key: P256.Signing.PublicKey

    init?(_ info: [UInt8], headBytes: Int) {
      let point = Data(info.dropFirst(headBytes))
      guard let key = try? P256.Signing.PublicKey(x963Representation: point) else { return nil }
      self.key = key
    }

    func verifies(
      _ signature: [UInt8], _ form: P256PublicKey.SignatureForm, of message: [UInt8]
    ) -> Bool {
      let read =
        switch form {
        case .der: try? P256.Signing.ECDSASignature(derRepresentation: Data(signature))
        case .raw: try? P256.Signing.ECDSASignature(rawRepresentation: Data(signature))
        }
      return read.map { key.isValidSignature($0, for: Data(message)) } ?? false
    }
  }
#else
  extension P256PublicKey {
    /// The library's key of a point; `nil` when it is none of this curve.
    static func libraryKey(of point: [UInt8]) -> LibraryPublicKey? {
      guard point.count == pointBytes, point[0] == 4 else { return nil }
      return LibraryPublicKey(info: head + point)
    }
  }

  private struct Verifier: Sendable {
    private let key: LibraryPublicKey

    init?(_ info: [UInt8], headBytes: Int) {
      guard let key = LibraryPublicKey(info: info) else { return nil }
      self.key = key
    }

    func verifies(
      _ signature: [UInt8], _ form: P256PublicKey.SignatureForm, of message: [UInt8]
    ) -> Bool {
      key.verifies(form == .der ? signature : Self.der(signature), of: message)
    }

    /// The library reads only ASN.1: a sequence of two whole numbers, each without leading zeros
    /// but for one that keeps it positive.
    private static func der(_ raw: [UInt8]) -> [UInt8] {
      let numbers = [raw[..<32], raw[32...]].flatMap { number -> [UInt8] in
        var bytes = Array(number.drop { $0 == 0 })
        if (bytes.first ?? 0x80) >= 0x80 { bytes.insert(0, at: 0) }
        return [0x02, UInt8(bytes.count)] + bytes
      }
      return [0x30, UInt8(numbers.count)] + numbers
    }
  }
#endif
