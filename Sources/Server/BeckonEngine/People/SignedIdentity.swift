import BeckonModel

/// Why a caller is not signed in by the identity token that they show.
public enum IdentityTokenFault: Error, Hashable, Sendable {
  /// It is neither a single-use token nor a JSON Web Token in compact form.
  case malformed
  /// It is signed by another algorithm than HS256.
  case algorithm
  /// No key of the app has made the signature.
  case signature
  /// A claim is missing or not acceptable.
  case claim(String, reason: String)
  /// It is over.
  case expired
  /// A single-use token that is unknown: used, too old, or of another app.
  case notOpen
  /// It is of another person than the call names by `user_id`.
  case otherUser

  /// What is wrong, and what to do.
  public var detail: String {
    switch self {
    case .malformed:
      "The identity token is neither one of POST /v1/people/{person}/tokens nor a JSON Web Token."
    case .algorithm: "The identity token must be signed by HS256."
    case .signature:
      "No identity key of this app has made the token's signature; 'beckon app identity-keys list' "
        + "shows the keys. Sign with the whole key, as text."
    case .claim(let name, let reason): "The identity token's claim '\(name)' \(reason)."
    case .expired: "The identity token has expired. Ask the app's server for a new one."
    case .notOpen:
      "The sign-in token was used already, or its time is over. Ask the app's server for a new one."
    case .otherUser: "The identity token is of another person than 'user_id' names."
    }
  }
}

/// A user id that the app's server has signed: a JSON Web Token (RFC 7519) of few claims, read but
/// not verified.
public struct SignedIdentity: Sendable {
  /// Milliseconds by which clocks may differ.
  static let skewMilliseconds = Span.minuteMilliseconds
  /// Longest time before a token expires.
  static let lifeMilliseconds = Span.dayMilliseconds

  /// The signature.
  public let signature: [UInt8]
  /// The bytes over which it was made.
  public let signedBytes: [UInt8]
  /// The id of the key that it says to be signed with.
  public let keyID: String?
  private let claims: Fields

  /// Reads a token in compact form.
  public init(_ text: String) throws(IdentityTokenFault) {
    guard let token = JSONWebSignature(compact: text), let signature = token.signature else {
      throw .malformed
    }
    guard token.algorithm == "HS256" else { throw .algorithm }
    self.signature = signature
    signedBytes = token.signedBytes
    keyID = token.header["kid"]?.string
    claims = token.payload
  }

  /// The user id for which the token vouches now, in this app. Ask only after the signature held.
  public func userID(in app: AppID, at now: Instant) throws(IdentityTokenFault) -> String {
    let expiry = try time("exp")
    guard let expiry else { throw .claim("exp", reason: "is missing") }
    guard expiry > now.milliseconds - Self.skewMilliseconds else { throw .expired }
    guard expiry <= now.milliseconds + Self.lifeMilliseconds + Self.skewMilliseconds else {
      throw .claim("exp", reason: "must lie within 24 hours")
    }
    for name in ["iat", "nbf"] {
      guard let time = try time(name) else { continue }
      guard time <= now.milliseconds + Self.skewMilliseconds else {
        throw .claim(name, reason: "lies in the future; do the clocks agree?")
      }
    }
    guard isFor(app) else { throw .claim("aud", reason: "must be the app's id, \(app.text)") }
    guard let user = claims.value("sub")?.string, !user.isEmpty,
      user.utf8.count <= Limits.identityBytes
    else {
      throw .claim("sub", reason: "must be the user id, text of 1 to \(Limits.identityBytes) bytes")
    }
    return user
  }

  /// `aud` is a text, or an array of texts (RFC 7519, 4.1.3).
  private func isFor(_ app: AppID) -> Bool {
    guard let audience = claims.value("aud") else { return false }
    return (audience.elements ?? [audience]).contains(.string(app.text))
  }

  /// A time in seconds since 1970, perhaps with a fraction, as milliseconds.
  private func time(_ name: String) throws(IdentityTokenFault) -> Int64? {
    guard let value = claims.value(name) else { return nil }
    guard let seconds = value.double, (0...Self.latestSeconds).contains(seconds) else {
      throw .claim(name, reason: "must be seconds since 1970")
    }
    return Int64(seconds * Double(Span.secondMilliseconds))
  }

  /// Far beyond every time that a clock tells, and small enough for milliseconds in 64 bits.
  private static let latestSeconds = 1e12
}
