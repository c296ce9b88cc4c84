import BeckonModel
import BeckonStore

/// `GET /v1/people/{person}/export`.
enum ExportPerson {
  static func prepare(_ call: Call) throws -> Work {
    .read { scope in .json(try People(scope).export(try call.person(scope), to: call.proof)) }
  }
}
