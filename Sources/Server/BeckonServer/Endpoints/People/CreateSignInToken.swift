import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/people/{person}/tokens`: the app's server lets its user sign in on a new phone.
enum CreateSignInToken {
  static func prepare(_ call: Call) throws -> Work {
    .write { scope in
      guard let made = try SignInTokens(scope).issue(to: try call.person(scope).id) else {
        throw Problem(
          .personUnconfirmed,
          "Only clients have said who this person is. Name your user with the secret key first: "
            + "POST /v1/people with 'user_id' answers the person to ask for.")
      }
      return .json(
        ["token": .string(made.token), "expires_at": .instant(made.expiresAt)], status: 201)
    }
  }
}
