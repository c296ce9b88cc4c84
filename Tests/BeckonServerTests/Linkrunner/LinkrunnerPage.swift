import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore
import TestCertificates
import Testing

/// A page with the vendor's web SDK, which seals what it sends to a public key
/// (docs/PROTOCOLS/linkrunner.md, Sealing).
struct LinkrunnerPage {
  let key: WebKey
  /// Of the page, made once at each load.
  private let ephemeral: P256PrivateKey
  private let cipherKey: [UInt8]

  /// A page that was given a key, perhaps with another id than its own.
  init(_ key: WebKey, keyID: String? = nil) throws {
    self.key = key
    ephemeral = try #require(P256PrivateKey.make())
    let secret = try #require(ephemeral.secret(with: key.privateKey.point))
    let info = "linkrunner-web-collect-v1:" + (keyID ?? key.id.text)
    cipherKey = Hash.hkdf(secret, info: Array(info.utf8))
  }

  /// A page event as the SDK writes it: what it does not know is empty.
  static func event(_ token: String, id: String = "w-1") -> JSON {
    [
      "token": .string(token), "event_id": .string(id), "event_type": "page_view",
      "event_name": "", "event_data": "", "visitor_id": "v-1", "session_id": "s-1",
      "user_id": "", "is_new_visitor": 1, "page_url": "https://example.com/?utm_source=meta",
    ]
  }

  /// The envelope, with some members in place of its own.
  func seal(_ plain: [UInt8], _ more: JSON = [:]) throws -> JSON {
    let nonce = (0..<12).map { _ in UInt8.random(in: 0...255) }
    let sealed = try Sealing.seal(plain, key: cipherKey, nonce: nonce)
    let members: JSON = [
      "lrv": 1, "kid": .id(key.id), "epk": .string(Base64.url.encode(ephemeral.point)),
      "iv": .string(Base64.url.encode(nonce)), "ct": .string(Base64.url.encode(sealed)),
    ]
    let names = Set((more.members ?? []).map(\.name))
    let kept = (members.members ?? []).filter { !names.contains($0.name) }
    return .object(kept + (more.members ?? []))
  }

  func seal(_ body: JSON, _ more: JSON = [:]) throws -> JSON { try seal(body.bytes, more) }

  /// The public key of the page's side in the encodings that WebCrypto exports.
  var encodings: [JSON] {
    let point = ephemeral.point
    let head: [UInt8] = [
      0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08,
      0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]
    return [
      .string(Base64.url.encode(point)), .string(Base64.standard.encode(point)),
      .string(Base64.url.encode(head + point)), .string(Base64.standard.encode(head + point)),
      [
        "kty": "EC", "crv": "P-256", "x": .string(Base64.url.encode(Array(point[1...32]))),
        "y": .string(Base64.url.encode(Array(point[33...]))),
      ],
    ]
  }
}

extension TestServer {
  /// A key of an app, made as by `beckon app web-keys create`.
  func webKey(of app: TestApp) async throws -> WebKey {
    let ambient = ambient
    return try await database.write { try WebKeys($0).create(app: app.id, ambient: ambient) }
  }
}
