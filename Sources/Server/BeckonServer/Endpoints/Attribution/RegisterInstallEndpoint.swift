import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/installs`.
enum RegisterInstallEndpoint {
  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.fields()
    let body = try RegisterInstall.Request(fields)
    let warnings = RegisterInstall.Request.warnings(of: fields)
    let network = call.network(given: body.address)
    let request = FirstLaunch.Request(
      installID: body.installID, device: body.device, deviceJSON: body.device.json,
      network: network.text, networkClass: network.class, link: body.link,
      clickID: body.clickID, installReferrer: body.installReferrer, pasteboard: body.pasteboard,
      proof: call.proof)
    return try .launch(request, of: call) { scope, outcome in
      // The bare id of an install that a vendor's client registered proves nothing here.
      let install = outcome.install
      guard try install.vendor == nil || Tokens(scope).prove(call.proof, install.id) else {
        return { .problem(.foreignInstall, requestID: nil) }
      }
      if let token = body.appleAdsToken {
        try AppleAdsTokens(scope).add(token, for: install.id)
      }
      return { reply(outcome, on: body.device.platform, to: call.proof, warnings) }
    }
  }

  private static func reply(
    _ outcome: FirstLaunch.Outcome, on platform: Platform, to proof: Proof,
    _ warnings: [FactWarning]
  ) -> Reply {
    let isTold = proof.key == .secret || outcome.link?.namesReferrer != true
    let response = RegisterInstall.Response(
      install: outcome.install.id, token: outcome.token,
      match: RegisterInstall.Match(
        type: outcome.decision.type, deepLink: outcome.link?.deepLink(on: platform),
        link: outcome.link?.id, referrer: isTold ? outcome.referrer : nil,
        decision: outcome.decision.id,
        reason: outcome.decision.reason,
        minimumVersion: outcome.link?.minimumVersion(on: platform), utm: outcome.utm))
    return .json(
      response.json.warning(of: warnings), status: outcome.token == nil ? 200 : 201)
  }
}
