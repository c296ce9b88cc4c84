import BeckonContract
import BeckonHTTP
import BeckonModel

/// Lets pages of an app's `origins` call the API from a browser (Fetch standard, CORS protocol).
enum CORS {
  /// Answers a browser's question whether it may call. It carries no key, so no app can be told;
  /// the call itself then says which origins may read its answer, and credentials are never
  /// allowed.
  /// - Parameter vendorHeaders: headers of vendors' clients that pages may send.
  static func preflight(
    _ request: HTTPRequest, _ methods: [String], _ vendorHeaders: [String]
  ) -> Reply {
    guard request.headers["Origin"] != nil,
      request.headers["Access-Control-Request-Method"] != nil
    else {
      let allowed = (methods + ["OPTIONS"]).joined(separator: ", ")
      return Reply(status: 204, headers: [("Allow", allowed)])
    }
    let allowed =
      [
        HeaderName.authorization, "Content-Type", HeaderName.token, HeaderName.idempotencyKey,
        HeaderName.ifMatch, HeaderName.ifNoneMatch,
      ] + vendorHeaders
    return Reply(
      status: 204,
      headers: [
        ("Access-Control-Allow-Origin", "*"),
        ("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE"),
        ("Access-Control-Allow-Headers", allowed.joined(separator: ", ")),
        ("Access-Control-Max-Age", "600"),
      ])
  }

  /// The header by which any page may read an answer.
  static func headersForAnyone(_ request: HTTPRequest) -> [(name: String, value: String)] {
    request.headers["Origin"] == nil ? [] : [("Access-Control-Allow-Origin", "*")]
  }

  /// The headers of an answer, by which a browser lets the app's pages read it.
  static func headers(
    for request: HTTPRequest, _ origins: [String]
  ) -> [(name: String, value: String)] {
    guard let origin = request.headers["Origin"] else { return [] }
    guard origins.contains(origin) else { return [("Vary", "Origin")] }
    let exposed = [
      HeaderName.requestID, HeaderName.retryAfter, HeaderName.idempotencyReplayed,
      HeaderName.etag,
      "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset",
    ]
    return [
      ("Access-Control-Allow-Origin", origin), ("Vary", "Origin"),
      ("Access-Control-Expose-Headers", exposed.joined(separator: ", ")),
    ]
  }
}
