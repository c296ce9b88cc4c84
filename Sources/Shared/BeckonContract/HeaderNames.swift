/// Header fields with a meaning of their own.
public enum HeaderName {
  /// `Bearer pk_…` or `Bearer sk_…`.
  public static let authorization = "Authorization"
  /// The token of a person or install, from `POST /v1/people` or `POST /v1/installs`.
  public static let token = "Beckon-Token"
  /// Makes a repeated request answer as the first did; up to `Limits.clientIDBytes`.
  public static let idempotencyKey = "Idempotency-Key"
  /// Says that the answer is a repetition: `true`.
  public static let idempotencyReplayed = "Idempotency-Replayed"
  /// The version of what an answer shows.
  public static let etag = "ETag"
  /// The versions of which a change may be made.
  public static let ifMatch = "If-Match"
  /// `*` asks that nothing is there.
  public static let ifNoneMatch = "If-None-Match"
  /// When a request of our client's in a vendor's protocol was sent, by the client's clock, in
  /// milliseconds since 1970: by it the server puts right when things happened.
  public static let sentAt = "Beckon-Sent-At"
  /// Id of the request, in every answer and in the log.
  public static let requestID = "Request-Id"
  /// Seconds, or a date, until the next try.
  public static let retryAfter = "Retry-After"
}
