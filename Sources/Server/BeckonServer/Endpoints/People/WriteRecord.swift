import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `PUT`, `PATCH` and `DELETE /v1/people/{person}/record/{path...}`.
enum WriteRecord {
  static func replace(_ call: Call) throws -> Work {
    let path = try call.recordPath()
    let body = try call.recordBody()
    return write(call, path) { record in
      let edit = RecordEdit(of: record, call.app.settings, at: call.now)
      return try edit.replacing(path, by: body)
    }
  }

  static func update(_ call: Call) throws -> Work {
    let path = try call.recordPath()
    let fields = try Fields(try call.recordBody())
    return write(call, path) { record in
      let edit = RecordEdit(of: record, call.app.settings, at: call.now)
      return try edit.updating(path, by: fields.all)
    }
  }

  static func remove(_ call: Call) throws -> Work {
    let path = try call.recordPath()
    return write(call, path) { record in
      let edit = RecordEdit(of: record, call.app.settings, at: call.now)
      return try edit.replacing(path, by: .null)
    }
  }

  private static func write(
    _ call: Call, _ path: RecordPath,
    _ change: @escaping @Sendable (JSON) throws -> RecordChange
  ) -> Work {
    .write { scope in
      let person = try call.person(scope)
      let record = try Records(scope).view(person)
      try call.checkVersion(of: record.value(at: path.keys[...]))
      let outcome = try Attributes(scope).write(
        change(record), of: person.id, trust: call.proof.trust,
        makesRoom: call.proof.trust == .server)
      switch outcome {
      case .set(_, let consequences):
        return try answer(call, path, person.id, consequences, scope)
      case .tooLarge: throw Attributes.tooLarge
      case .unknown: throw Problem.notFound("person")
      }
    }
  }

  private static func answer(
    _ call: Call, _ path: RecordPath, _ id: PersonID, _ consequences: Attributes.Consequences,
    _ scope: Scope
  ) throws -> Reply {
    guard let person = try People(scope).present(id) else { throw Problem.notFound("person") }
    let value = try Records(scope).view(person).value(at: path.keys[...])
    let version = Records.version(of: value)
    var reply = Reply.json(
      .object([
        "person": .id(id), "value": value ?? .null, "etag": .string(version),
        "paid": Paid.describe(consequences.paid, of: id, to: call.proof),
        "referral": consequences.referrer.map { ["status": .string($0.rawValue)] },
      ]))
    reply.headers.append((HeaderName.etag, version))
    return reply
  }
}
