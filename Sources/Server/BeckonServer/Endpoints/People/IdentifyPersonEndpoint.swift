import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/people`.
enum IdentifyPersonEndpoint {
  static func prepare(_ call: Call) throws -> Work {
    let body = try IdentifyPerson.Request(try call.fields())
    var identities: [Identity] = []
    for identity in body.identities {
      identities.append(try NormalForm.of(identity, region: call.app.settings.region))
    }
    let campaign = try campaign(body, call)
    let language = call.language(nil).rawValue
    return .write { [identities] scope in
      let outcome: SignUp.Outcome
      do {
        let request = SignUp.Request(
          identities: identities, installID: body.installID, campaign: campaign,
          referrer: body.referrer, click: body.clickID, attributes: body.attributes,
          consent: body.consent, proof: call.proof,
          voucher: try body.identityToken.map { try Voucher.redeem($0, scope) },
          at: body.at, sentAt: body.sentAt, optIn: OptIns.Wish(language: language))
        outcome = try SignUp(scope, request).run()
      } catch let fault as IdentityTokenFault {
        throw Problem(.identityTokenInvalid, fault.detail, field: "identity_token")
      }
      guard outcome.isProven else {
        return .json(
          IdentifyPerson.Response(person: outcome.person, referral: outcome.referrerOutcome).json)
      }
      try say(body.contactConsent, for: outcome.person, call, scope)
      return .json(
        IdentifyPerson.Response(
          person: outcome.person, token: outcome.token, referralCode: outcome.link?.code,
          referralLink: outcome.link.map(call.shortURL), referredBy: outcome.referredBy,
          conflicts: outcome.conflicts, referral: outcome.referrerOutcome,
          isReferrerUnknown: outcome.isReferrerUnknown, verification: outcome.optIn?.rawValue
        ).json, status: outcome.isNew ? 201 : 200)
    }
  }

  /// Notes what comes with a sign-up of being written to. It is said behind the sign-up: when the
  /// app's server first names somebody, what clients have said for them before goes.
  private static func say(
    _ said: [ContactChannel: Bool], for person: PersonID, _ call: Call, _ scope: Scope
  ) throws {
    guard !said.isEmpty, let person = try People(scope).present(person) else { return }
    try ContactConsents(scope).set(said, of: person, by: call.proof.trust)
  }

  private static func campaign(
    _ body: IdentifyPerson.Request, _ call: Call
  ) throws -> Campaign? {
    guard let name = body.campaign else { return nil }
    guard let campaign = call.app.campaign(named: name) else {
      throw FieldError("campaign", "is none of this app's")
    }
    return campaign
  }
}
