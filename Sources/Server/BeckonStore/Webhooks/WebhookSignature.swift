import BeckonBasics
import BeckonModel

/// The proof that a delivery comes from this server and was not changed: HMAC with SHA-256, under
/// the webhook's secret, of the time and the body.
public enum WebhookSignature {
  /// `t=1790000000,v1=9f…`, with one `v1` for each secret that is valid, the newest first.
  public static func header(_ body: [UInt8], secrets: [String], at now: Instant) -> String {
    let seconds = now.milliseconds / Span.secondMilliseconds
    let signed = Array("\(seconds).".utf8) + body
    let signatures = secrets.map { secret in
      ",v1=" + Hexadecimal.encode(Hash.hmac(signed, key: Array(secret.utf8)))
    }
    return "t=\(seconds)" + signatures.joined()
  }
}
