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
      guard try Merge(scope).merge(person.id, into: survivor) else {
        throw FieldError("into", "is nobody in this app, or the same person")
      }
      return .json(["person": .id(survivor)])
    }
  }
}
