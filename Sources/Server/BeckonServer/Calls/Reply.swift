import BeckonContract
import BeckonHTTP
import BeckonModel

/// What an endpoint answers.
struct Reply: Sendable {
  var status: Int
  var headers: [(name: String, value: String)]
  var body: [UInt8]
  /// The body of an answer that is sent while it is made, in place of `body`.
  var pieces: HTTPResponse.Pieces?

  init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A list as CSV.
  static func table(_ name: String, _ sending: TableSending) -> Reply {
    var reply = Reply(
      status: 200,
      headers: [
        ("Content-Type", "text/csv; charset=utf-8; header=present"),
        ("Content-Disposition", "attachment; filename=\"\(name).csv\""),
        ("Cache-Control", "no-store"),
      ])
    reply.pieces = { try await sending.piece() }
    return reply
  }

  /// JSON.
  static func json(_ json: JSON, status: Int = 200) -> Reply {
    Reply(status: status, headers: [("Content-Type", "application/json")], body: json.bytes)
  }

  /// An answer that was kept as text, once more.
  /// - Parameter isNative: whether an error among the kept is a problem (RFC 9457), as natively.
  static func kept(_ text: String, status: Int, isNative: Bool = true) -> Reply {
    guard !text.isEmpty else { return Reply(status: status) }
    let kind = status < 400 || !isNative ? "application/json" : "application/problem+json"
    return Reply(status: status, headers: [("Content-Type", kind)], body: Array(text.utf8))
  }

  /// A script that any page may load, and that a browser may keep for an hour.
  static func script(_ bytes: UnsafeRawBufferPointer) -> Reply {
    Reply(
      status: 200,
      headers: [
        ("Content-Type", "text/javascript; charset=utf-8"),
        ("Cache-Control", "public, max-age=3600"), ("X-Content-Type-Options", "nosniff"),
        ("Cross-Origin-Resource-Policy", "cross-origin"),
      ], body: Array(bytes))
  }

  /// A page of HTML.
  /// - Parameter referrer: what the pages to which it leads are told of it; those of this server
  /// need it where they check by old browsers that a form is their own.
  static func page(
    _ page: HTMLPage, status: Int, referrer: String = "no-referrer"
  ) -> Reply {
    Reply(
      status: status,
      headers: [
        ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"),
        ("Referrer-Policy", referrer), ("X-Content-Type-Options", "nosniff"),
        ("Content-Security-Policy", page.policy),
      ], body: Array(page.markup.utf8))
  }

  /// An error, as `application/problem+json`.
  static func problem(_ problem: Problem, requestID: String?) -> Reply {
    Reply(
      status: problem.code.status, headers: [("Content-Type", "application/problem+json")],
      body: problem.json(requestID: requestID).bytes)
  }
}
