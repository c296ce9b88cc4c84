import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/people/{person}/password-reset`: what the app's server mails to who has forgotten it.
enum AllowPasswordReset {
  static func prepare(_ call: Call) throws -> Work {
    .write { scope in
      let person = try call.person(scope).id
      guard let made = try SignInTokens(scope).issueReset(to: person) else {
        throw Problem(
          .notFound,
          "This person has no password to reset: POST /v1/people/{person}/password sets one.")
      }
      return .json(
        ["token": .string(made.token), "expires_at": .instant(made.expiresAt)], status: 201)
    }
  }
}

/// `POST /v1/password-resets`: another password by such a token, which signs in. Whoever else was
/// signed in is so no more.
enum ResetPasswordEndpoint {
  static func prepare(_ call: Call) throws -> Work {
    let body = try ResetPassword.Request(try call.fields())
    try call.refuseIdempotencyKey()
    return .later { reader in
      let holder = try await reader.read {
        try SignInTokens($0).holder(of: body.token, for: .passwordReset)
      }
      // A stranger's token costs a look, and no hash.
      guard holder != nil else { throw notOpen }
      let hash = try await call.services[PasswordHasher.self].hash(body.password, call.ambient)
      return .write { scope in
        guard let person = try PasswordReset(scope).set(hash, by: body.token, proof: call.proof)
        else { throw notOpen }
        return try SignInEndpoint.signIn(person, nil, call, scope)
      }
    }
  }

  private static let notOpen = Problem(
    .identityTokenInvalid,
    "The token is unknown, used or expired. The app's server makes another: POST "
      + "/v1/people/{person}/password-reset.", field: "token")
}
