import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `DELETE /v1/people/{person}`.
enum ErasePerson {
  static func prepare(_ call: Call) throws -> Work {
    .write { scope in
      let person = try call.person(scope)
      let isErased = try Erasure(scope).erase(person.id, by: call.proof.trust)
      guard isErased else { throw Problem.notFound("person") }
      return Reply(status: 204)
    }
  }
}
