import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/people/{person}/merge` `{into}`: two people turned out to be one.
enum MergePerson {
  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.fields()
    try fields.allow(only: ["into"])
    let survivor = try fields.require("into", fields.id("into", PersonID.self))
    return .write { scope in
      let person = try call.person(scope)
      guard let into = try People(scope).present(survivor) else {
        throw FieldError("into", "is nobody in this app")
      }
      guard try call.id(0, PersonID.self) != survivor else {
        throw FieldError("into", "is the same person")
      }
      // Who are one already were merged by an earlier call, whose answer may have been lost.
      if person.id != into.id { try Merge(scope).merge(person.id, into: into.id) }
      return .json(["person": .id(into.id)])
    }
  }
}
