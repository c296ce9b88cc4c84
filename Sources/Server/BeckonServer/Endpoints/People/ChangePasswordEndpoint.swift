import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `PUT /v1/people/{person}/password`: another password. Whoever else is signed in is so no more.
enum ChangePasswordEndpoint {
  static func prepare(_ call: Call) throws -> Work {
    let body = try ChangePassword.Request(try call.fields())
    try call.refuseIdempotencyKey()
    let isServer = call.proof.key == .secret
    guard isServer || body.oldPassword != nil else {
      throw FieldError("old_password", "is missing")
    }
    return .later { reader in
      let stored = try await reader.read { scope in try self.stored(call, scope) }
      try call.takePassword(of: stored.person.text)
      let hasher = call.services[PasswordHasher.self]
      if !isServer {
        let old = body.oldPassword ?? ""
        guard try await hasher.matches(old, stored.hash, call.ambient) else {
          throw Problem.wrongOldPassword
        }
      }
      let hash = try await hasher.hash(body.password, call.ambient)
      return .write { scope in
        guard try self.stored(call, scope) == stored else { throw Problem.wrongOldPassword }
        let person = stored.person
        try Passwords(scope).set(hash, for: person, email: stored.email, by: call.proof)
        try EndedSessions(scope).end(of: person, but: call.proof)
        return .json(["person": .id(person)])
      }
    }
  }

  private static func stored(_ call: Call, _ scope: Scope) throws -> Passwords.Stored {
    guard let stored = try Passwords(scope).find(of: call.person(scope).id) else {
      throw Problem(
        .notFound, "This person has no password yet: POST it to the same path, with an 'email'.")
    }
    return stored
  }
}
