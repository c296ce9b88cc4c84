import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/people/{person}/password`: an anonymous person signs up by it and keeps their id.
enum LinkPasswordEndpoint {
  static func prepare(_ call: Call) throws -> Work {
    let body = try LinkPassword.Request(try call.fields())
    try call.refuseIdempotencyKey()
    let email = try NormalForm.of(Identity(kind: .email, value: body.email), region: nil)
    return .later { reader in
      let linked = try await reader.read { scope in try self.person(call, email, scope) }
      try call.takePassword(of: linked.text)
      let hash = try await call.services[PasswordHasher.self].hash(body.password, call.ambient)
      return .write { scope in
        let person = try person(call, email, scope)
        let request = SignUp.Request(
          identities: [email], installID: nil, campaign: nil, referrer: nil, click: nil,
          attributes: nil, consent: nil, proof: call.proof, issuesToken: false, person: person)
        let outcome = try SignUp(scope, request).run()
        guard outcome.conflicts.isEmpty else { throw emailInUse }
        try Passwords(scope).set(hash, for: outcome.person, email: email, by: call.proof)
        return .json(["person": .id(outcome.person), "email": .string(email.value)])
      }
    }
  }

  /// The person, if the caller may give them this address and a password.
  private static func person(
    _ call: Call, _ email: Identity, _ scope: Scope
  ) throws -> PersonID {
    let person = try call.person(scope).id
    guard call.proof.key == .publishable else { return person }
    guard try Passwords(scope).find(of: person) == nil else {
      throw Problem(
        .passwordSet,
        "Change it by PUT on the same path, with the old one in 'old_password'; or with a secret "
          + "key.")
    }
    if let holder = try People(scope).find(email).flatMap(People(scope).present),
      holder.id != person
    {
      throw emailInUse
    }
    return person
  }

  private static let emailInUse = Problem(
    .emailInUse,
    "Sign in with this address (POST /v1/sign-in) in place of signing up with it; if it was taken "
      + "by somebody else, the app's server gives it back by POST /v1/people.", field: "email")
}
