import BeckonContract
import BeckonModel
import BeckonStore

/// `DELETE /v1/people/{person}`.
enum ErasePerson {
  static func prepare(_ call: Call) throws -> Work {
    .write { scope in
      let person = try call.person(scope)
      guard try Erasure(scope).erase(person.id) else { throw Problem.notFound }
      return Reply(status: 204)
    }
  }
}
