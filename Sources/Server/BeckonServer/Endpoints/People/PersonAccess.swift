import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

extension Call {
  /// The person of the path, if the caller may read and change them. Without proof, a person who is
  /// not there is told from one who is by nothing.
  func person(_ scope: Scope) throws -> Person {
    try person(id(0, PersonID.self), scope)
  }

  /// The same for a person who is named elsewhere.
  func person(_ id: PersonID, _ scope: Scope) throws -> Person {
    let person = try People(scope).present(id)
    guard try Tokens(scope).prove(proof, person?.id ?? id) else {
      throw Problem.tokenRequired(proof)
    }
    guard let person else { throw Problem.notFound("person") }
    return person
  }
}
