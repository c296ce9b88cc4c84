import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/sign-in`.
enum SignInEndpoint {
  static func prepare(_ call: Call) throws -> Work {
    let body = try PasswordSignIn.Request(try call.fields())
    try call.refuseIdempotencyKey()
    let email = try NormalForm.of(Identity(kind: .email, value: body.email), region: nil)
    try call.takePassword(of: "mail " + email.value)
    return .later { reader in
      let stored = try await reader.read { try Passwords($0).find(email) }
      let hasher = call.services[PasswordHasher.self]
      let isRight = try await hasher.matches(body.password, stored?.hash, call.ambient)
      guard isRight, let stored else { throw Problem.wrongCredentials }
      // What costs less than passwords should cost by now is hashed anew while it is known.
      let isOld = stored.hash.cost != .usual
      let renewed = isOld ? try await hasher.hash(body.password, call.ambient) : nil
      return .write { scope in
        guard try Passwords(scope).find(email) == stored else { throw Problem.wrongCredentials }
        if let renewed { try Passwords(scope).renew(stored, as: renewed) }
        return try signIn(stored.person, body.installID, call, scope)
      }
    }
  }

  /// The answer to a person who has proven who they are, with a token of theirs.
  static func signIn(
    _ person: PersonID, _ installID: String?, _ call: Call, _ scope: Scope
  ) throws -> Reply {
    let request = SignUp.Request(
      identities: [], installID: installID, campaign: nil, referrer: nil, click: nil,
      attributes: nil, consent: nil, proof: call.proof, isSignUp: false, person: person)
    let outcome = try SignUp(scope, request).run()
    let token = try outcome.token ?? Tokens(scope).issue(to: outcome.person)
    return .json(["person": .id(outcome.person), "token": .string(token)])
  }
}
