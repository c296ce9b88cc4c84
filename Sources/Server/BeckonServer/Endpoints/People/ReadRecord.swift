import BeckonContract
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// `GET /v1/people/{person}/record/{path...}`.
enum ReadRecord {
  static func prepare(_ call: Call) throws -> Work {
    let path = try call.recordPath()
    return .read { scope in
      let value = try Records(scope).view(call.person(scope)).value(at: path.keys[...])
      var reply = Reply.json(value ?? .null)
      reply.headers += [
        (HeaderName.etag, Records.version(of: value)), ("Cache-Control", "no-store"),
      ]
      return reply
    }
  }
}

extension Call {
  /// The path in a record that the call's own path ends with.
  func recordPath() throws -> RecordPath {
    try RecordPath(Array(parameters.dropFirst()), in: "path")
  }

  /// The value that the body is, no larger than a whole record may be.
  func recordBody() throws -> JSON {
    let value = try body ?? request.json()
    guard value.bytes.count <= Limits.attributesBytes else {
      throw FieldError("", "is longer than \(Limits.attributesBytes) bytes")
    }
    return value
  }

  /// Checks the `If-Match` of a call that changes what stands there now.
  /// - Throws: `Problem` when it is another version.
  func checkVersion(of value: JSON?) throws {
    let wanted = request.headers.values(HeaderName.ifMatch).flatMap { $0.split(on: ",") }
    guard !wanted.isEmpty else { return }
    let version = Records.version(of: value)
    let isMet = wanted.contains { text in
      let one = text.split(on: " ").joined()
      return one == version || (one == "*" && value != nil)
    }
    guard isMet else {
      throw Problem(
        .versionConflict,
        "Read it again, make your change to what you find, and send it with that '"
          + HeaderName.etag + "' in '" + HeaderName.ifMatch + "'.",
        more: [JSON.Member("etag", .string(version)), JSON.Member("value", value ?? .null)])
    }
  }
}
