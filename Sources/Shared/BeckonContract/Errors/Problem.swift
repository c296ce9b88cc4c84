import BeckonModel

/// An error as the native API answers it: `application/problem+json` (RFC 9457).
public struct Problem: Error, Hashable, Sendable {
  /// Which error it is.
  public let code: ErrorCode
  /// What is wrong this time, and what to do.
  public let detail: String
  /// The field at fault, as a path: `events[3].at`.
  public let field: String?
  /// More members, by code: a state, what was kept.
  public let more: [JSON.Member]

  /// Makes a problem.
  public init(
    _ code: ErrorCode, _ detail: String, field: String? = nil, more: [JSON.Member] = []
  ) {
    self.code = code
    self.detail = detail
    self.field = field
    self.more = more
  }

  /// The body; `requestID` finds the request in the server's log.
  public func json(requestID: String?) -> JSON {
    let head = JSON.object([
      "type": .string("urn:beckon:problem:" + code.rawValue), "title": .string(code.title),
      "status": .integer(code.status), "code": .string(code.rawValue), "detail": .string(detail),
      "field": field.map(JSON.string), "request_id": requestID.map(JSON.string),
    ])
    return .object((head.members ?? []) + more)
  }

  /// Reads a body; `nil` when it is none of ours, such as a proxy's error page.
  public init?(json: JSON) {
    guard let word = json["code"]?.string, let code = ErrorCode(word: word) else { return nil }
    let known = ["type", "title", "status", "code", "detail", "field", "request_id"]
    self.init(
      code, json["detail"]?.string ?? code.title, field: json["field"]?.string,
      more: (json.members ?? []).filter { !known.contains($0.name) })
  }
}

extension Problem {
  /// The problem of a field that is not acceptable.
  public init(_ error: FieldError) {
    let subject = error.path.isEmpty ? "The body" : "'\(error.path)'"
    let end = error.reason.utf8.last == UInt8(ascii: "?") ? "" : "."
    self.init(.invalidField, "\(subject) \(error.reason)\(end)", field: error.path)
  }
}
