import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `DELETE /v1/people/{person}/tokens/current`: the token that is shown is worth nothing any more.
enum SignOut {
  static func prepare(_ call: Call) throws -> Work {
    .write { scope in
      let person = try call.person(scope)
      guard try Tokens(scope).endShown(call.proof, of: person.id) else {
        throw Problem.tokenRequired(call.proof)
      }
      return Reply(status: 204)
    }
  }
}
