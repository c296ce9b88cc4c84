import BeckonBasics
import BeckonHTTP
import BeckonModel

/// What Twilio signs its calls by: HMAC with SHA-1 of the URL that it has called and the fields of
/// the form behind it, in Base64, in the header `X-Twilio-Signature`
/// (twilio.com/docs/usage/security).
struct TwilioSignature: Sendable {
  /// The account's auth token.
  let token: String

  private static let header = "X-Twilio-Signature"

  /// Whether a call is signed so.
  func holds(_ call: GatewayCallback) -> Bool {
    guard let text = call.headers[Self.header], let shown = Base64.standard.decode(text) else {
      return false
    }
    let fields = Self.fields(call.body)
    return call.urls.contains { Self.isSame(shown, sign($0 + fields)) }
  }

  /// The signature of a URL and the fields of a form, as Twilio writes it.
  func text(url: String, body: [UInt8]) -> String {
    Base64.standard.encode(sign(url + Self.fields(body)))
  }

  private func sign(_ text: String) -> [UInt8] {
    Hash.hmacSHA1(Array(text.utf8), key: Array(token.utf8))
  }

  /// The fields in the order of their names, with nothing between them.
  private static func fields(_ body: [UInt8]) -> String {
    QueryText(body[...]).parameters
      .sorted { $0.name == $1.name ? $0.value < $1.value : $0.name < $1.name }
      .map { $0.name + $0.value }.joined()
  }

  /// Whether two signatures are the same, told in a time that says nothing of where they differ.
  private static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
