import BeckonBasics
import BeckonContract
import BeckonContractLinkrunner
import BeckonHTTP
import BeckonModel

/// Whether requests are signed as `Linkrunner.Signing` says.
enum LinkrunnerSigning {
  private typealias Signing = Linkrunner.Signing

  /// How far a client's clock may be off.
  static let windowMilliseconds: Int64 = 300_000

  /// Checks a request that is signed, or must be.
  /// - Throws: `Problem` 401.
  static func verify(_ request: HTTPRequest, _ settings: RequestSigning, _ now: Instant) throws {
    guard let signature = request.headers[Signing.signatureHeader] else {
      guard settings.isRequired else { return }
      throw Problem(.unauthorized, "This app takes signed requests only; set a secret and key id.")
    }
    guard let id = request.headers[Signing.keyIDHeader], let secret = settings.keys[id] else {
      throw Problem(
        .unauthorized, "'\(Signing.keyIDHeader)' names no signing key of this app.")
    }
    let window = -windowMilliseconds...windowMilliseconds
    guard let timestamp = request.headers[Signing.timestampHeader].flatMap({ Int64($0) }),
      window.contains(now.milliseconds(since: Instant(milliseconds: timestamp)))
    else {
      let minutes = windowMilliseconds / Span.minuteMilliseconds
      throw Problem(
        .unauthorized,
        "'\(Signing.timestampHeader)' is more than \(minutes) minutes off; is the clock right?")
    }
    let expected = self.signature(of: request.body, timestamp: timestamp, secret: secret)
    guard Identifier(hashing: signature) == Identifier(hashing: expected) else {
      throw Problem(
        .unauthorized, "'\(Signing.signatureHeader)' does not belong to this body and time.")
    }
  }

  /// The signature of a body that is sent at `timestamp`, in milliseconds since 1970.
  static func signature(of body: [UInt8], timestamp: Int64, secret: String) -> String {
    let hash = body.isEmpty ? "" : Base64.standard.encode(Hash.sha256(body))
    let text = Signing.canonicalString(timestampMilliseconds: timestamp, contentHash: hash)
    return Base64.standard.encode(Hash.hmac(Array(text.utf8), key: Array(secret.utf8)))
  }

  /// Checks that what was signed is a removal. Path and method are not signed, so who has seen a
  /// signed report of a payment or an event could send it, as it is, to where payments are removed.
  /// The body tells them apart: it has nothing that belongs to another call, and it has what all
  /// clients send with a removal.
  /// - Throws: `Problem` 401.
  static func requireRemoval(_ request: HTTPRequest, _ body: Fields) throws {
    guard request.headers[Signing.signatureHeader] != nil, !isRemoval(body) else { return }
    throw Problem(
      .unauthorized, "What was signed is no removal: another call's body was sent here.")
  }

  static func isRemoval(_ body: Fields) -> Bool {
    otherCalls.allSatisfy { body.value($0) == nil }
      && (body.value("payment_id") ?? body.value("data")) != nil
  }

  /// What makes each other call what it is (docs/PROTOCOLS/linkrunner.md, Requests).
  private static let otherCalls = [
    "package_version", "user_data", "event_name", "amount", "push_token", "integration_info",
    "deeplink_url",
  ]
}
