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

  /// Checks the `If-Match` and `If-None-Match` of a call that changes what stands there now.
  /// - Throws: `Problem` when it is another version, or the header says nothing.
  func checkVersion(of value: JSON?) throws {
    let version = Records.version(of: value)
    if let wanted = versions(HeaderName.ifMatch) {
      guard !wanted.isEmpty else {
        throw Problem(
          .malformedRequest,
          "'\(HeaderName.ifMatch)' is empty: send the '\(HeaderName.etag)' of what you have read, "
            + "'*' for anything at all, or leave the header out.")
      }
      guard wanted.contains(where: { $0 == version || ($0 == "*" && value != nil) }) else {
        throw conflict(
          value, version,
          "Read it again, make your change to what you find, and send it with that '"
            + HeaderName.etag + "' in '" + HeaderName.ifMatch + "'.")
      }
    }
    guard let unwanted = versions(HeaderName.ifNoneMatch) else { return }
    guard unwanted.count == 1, unwanted[0] == "*" else {
      throw Problem(
        .malformedRequest,
        "'\(HeaderName.ifNoneMatch)' may be '*' only, which asks that nothing is there; what stands "
          + "there now is named by '\(HeaderName.ifMatch)'.")
    }
    guard value == nil else {
      throw conflict(value, version, "Something is there already, and stays as it is.")
    }
  }

  /// The versions that a header lists; `nil` when there is no such header.
  private func versions(_ header: String) -> [String]? {
    let values = request.headers.values(header)
    guard !values.isEmpty else { return nil }
    return values.flatMap { $0.split(on: ",") }.map { $0.split(on: " ").joined() }
      .filter { !$0.isEmpty }
  }

  private func conflict(_ value: JSON?, _ version: String, _ detail: String) -> Problem {
    Problem(
      .versionConflict, detail,
      more: [JSON.Member("etag", .string(version)), JSON.Member("value", value ?? .null)])
  }
}
