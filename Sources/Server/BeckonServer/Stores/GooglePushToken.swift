import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonHTTP
import BeckonModel

/// The token with which Google's Pub/Sub pushes a message: an identity token of OpenID Connect in
/// the name of a service account.
/// https://cloud.google.com/pubsub/docs/authenticate-push-subscriptions
struct GooglePushToken: Sendable {
  /// Longest token, in bytes.
  private static let bytesMax = 8_192
  /// Seconds by which clocks may differ.
  private static let skewSeconds: Int64 = 60
  private static let issuers = ["accounts.google.com", "https://accounts.google.com"]

  let keys: GoogleKeys
  let now: Instant

  /// Whether a request comes from Google, for this app.
  /// - Throws: `Problem`: `unauthorized`, or `unavailable` when Google's keys cannot be had.
  func verify(_ request: HTTPRequest, _ play: PlayStore) async throws {
    let head = "Bearer "
    guard let text = request.headers["Authorization"],
      text.utf8.count <= Self.bytesMax, text.hasPrefix(head),
      let token = JSONWebSignature(
        compact: String(Substring(text.utf8.dropFirst(head.utf8.count)))),
      let signature = token.signature
    else { throw Self.refusal("'Authorization' must be Bearer and Google's token.") }
    guard token.algorithm == "RS256", let id = token.header["kid"]?.string else {
      throw Self.refusal("The token must be signed by RS256, with one of Google's keys.")
    }
    switch await keys.key(id) {
    case .unknown: throw Self.refusal("The token's key is none of Google's.")
    case .unavailable:
      throw Problem(.unavailable, "Google's keys cannot be had. Try again in a moment.")
    case .key(let key):
      guard key.verifies(signature, of: token.signedBytes) else {
        throw Self.refusal("The token's signature does not hold.")
      }
    }
    try check(token.payload, play)
  }

  private func check(_ claims: Fields, _ play: PlayStore) throws {
    let seconds = now.milliseconds / 1_000
    guard Self.issuers.contains(claims.value("iss")?.string ?? ""),
      claims.value("aud")?.string == play.pushAudience
    else {
      throw Self.refusal(
        "The token is for another audience than the app's android.play.push_audience.")
    }
    guard claims.value("email")?.string == play.pushEmail, claims.value("email_verified") == true
    else { throw Self.refusal("The token is not of the app's android.play.push_email.") }
    guard let end = claims.value("exp")?.integer, end > seconds - Self.skewSeconds,
      let start = claims.value("iat")?.integer, start <= seconds + Self.skewSeconds
    else { throw Self.refusal("The token is not valid now.") }
  }

  private static func refusal(_ detail: String) -> Problem { Problem(.unauthorized, detail) }
}
