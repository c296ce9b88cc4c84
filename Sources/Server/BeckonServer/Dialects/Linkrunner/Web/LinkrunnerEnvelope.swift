import BeckonBasics
import BeckonContract
import BeckonModel
import BeckonStore

/// What the web SDK sends where the page gives it a public key: `{"lrv":1,"kid","epk","iv","ct"}`.
/// A secret agreed on by ECDH over P-256 becomes, by HKDF with SHA-256, no salt and the info
/// `linkrunner-web-collect-v1:‹kid›`, a key for AES-256-GCM; the tag stands at the end of `ct`
/// (docs/PROTOCOLS/linkrunner.md, Sealing). Inside is the plain body with its token.
package struct LinkrunnerEnvelope: Sendable {
  /// A sealed text: the vendor takes as much.
  package static let sealedBytes = 65_536

  /// The key that it is sealed to.
  package let keyID: WebKeyID
  private let keyText: String
  private let point: [UInt8]
  private let nonce: [UInt8]
  private let sealed: [UInt8]

  /// Why an envelope cannot be opened. The SDK sends once more, to the vendor, what is answered
  /// with 403, 404, 405, 502 or 503, so none of these is.
  package enum Fault: Error, Hashable {
    case version, keyID, unknownKey, ephemeralKey, nonce, sealed, tooLarge, notOpened
    case notJSON(String)
    case notTheApps
  }

  /// Whether a body is an envelope, of whatever version.
  static func isOne(_ body: JSON) -> Bool { body["lrv"] != nil }

  /// Reads an envelope; what can be seen to be wrong without the key is refused here.
  /// - Throws: `Fault`.
  package init(_ body: JSON) throws(Fault) {
    guard body["lrv"] == 1 else { throw .version }
    guard let text = body["kid"]?.string, let keyID = WebKeyID(text) else { throw .keyID }
    guard let point = Self.point(body["epk"] ?? .null) else { throw .ephemeralKey }
    guard let nonce = Self.bytes(body["iv"]), nonce.count == AES256GCM.nonceBytes else {
      throw .nonce
    }
    let written = body["ct"]?.string ?? ""
    guard written.utf8.count <= Self.sealedBytes * 4 / 3 + 4 else { throw .tooLarge }
    guard let sealed = Self.bytes(body["ct"]), sealed.count >= AES256GCM.tagBytes else {
      throw .sealed
    }
    guard sealed.count <= Self.sealedBytes else { throw .tooLarge }
    self.keyID = keyID
    keyText = text
    self.point = point
    self.nonce = nonce
    self.sealed = sealed
  }

  /// What is inside.
  /// - Throws: `Fault`.
  package func open(with key: P256PrivateKey) throws(Fault) -> JSON {
    guard let secret = key.secret(with: point) else { throw .ephemeralKey }
    let info = Array("linkrunner-web-collect-v1:\(keyText)".utf8)
    guard let cipher = AES256GCM(key: Hash.hkdf(secret, info: info)),
      let plain = cipher.open(sealed, nonce: nonce)
    else { throw .notOpened }
    do throws(JSONError) {
      return try JSONReader.read(plain)
    } catch {
      throw .notJSON("not JSON at byte \(error.offset): \(error.reason)")
    }
  }

  /// A point as the SDK writes it, 65 bytes; or as other clients of WebCrypto do: as
  /// SubjectPublicKeyInfo (RFC 5480) or JSON Web Key (RFC 7517).
  private static func point(_ json: JSON) -> [UInt8]? {
    if json["kty"] == "EC", json["crv"] == "P-256", let x = bytes(json["x"]),
      let y = bytes(json["y"]), x.count == 32, y.count == 32
    {
      return [4] + x + y
    }
    guard let bytes = bytes(json) else { return nil }
    return P256PublicKey.point(of: bytes) ?? (bytes.count == 65 && bytes[0] == 4 ? bytes : nil)
  }

  /// Base 64 in either alphabet, padded or not. The SDK's is that of URLs, without padding.
  private static func bytes(_ json: JSON?) -> [UInt8]? {
    guard var digits = json?.string.map({ Array($0.utf8) }) else { return nil }
    for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    let text = digits.map { digit in
      switch digit {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: digit
      }
    }
    return Base64.url.decode(String(decoding: text, as: UTF8.self))
  }
}

extension LinkrunnerEnvelope.Fault {
  /// The fault as the client is told it, with what to do.
  var problem: Problem {
    switch self {
    case .version: Self.field("lrv", "must be 1: this server knows no other envelope")
    case .keyID:
      Self.field("kid", "is no key id of this server; 'beckon app web-keys list' shows them")
    case .unknownKey:
      Self.field(
        "kid",
        "names no key of this server, or one that was removed; give the page a key that "
          + "'beckon app web-keys list' shows, and keep old ones until no page has them")
    case .ephemeralKey:
      Self.field("epk", "is no point of P-256: 65 bytes beginning with 4, in base64url")
    case .nonce: Self.field("iv", "must be 12 bytes in base64url")
    case .sealed: Self.field("ct", "must be at least the 16 bytes of the tag, in base64url")
    case .tooLarge:
      Problem(
        .bodyTooLarge, "'ct' is longer than \(LinkrunnerEnvelope.sealedBytes) bytes.",
        field: "ct")
    case .notOpened:
      Self.field(
        "ct",
        "cannot be opened: it was sealed to another public key than that of 'kid', or "
          + "changed on the way")
    case .notJSON(let reason): Problem(.malformedJSON, "In the envelope: \(reason).", field: "ct")
    case .notTheApps:
      Problem(.unauthorized, "The token inside is not of the app whose key 'kid' names.")
    }
  }

  private static func field(_ name: String, _ reason: String) -> Problem {
    Problem(FieldError(name, reason))
  }
}
