import BeckonContract
import BeckonModel
import BeckonStore

/// `POST /api/client/init`: the first launch, once for each install. The answer is on disk; it says
/// 202 because the clients expect it, in a form of its own that none of them reads.
enum LinkrunnerInit {
  static func prepare(_ call: Call) throws -> Work {
    let request = try LinkrunnerRequest(call)
    return .launch(request.firstLaunch(call)) { scope, outcome in
      if let token = request.appleAdsToken {
        try AppleAdsTokens(scope).add(token, for: outcome.install.id)
      }
      let value = try LinkrunnerConversionValue.members(of: outcome.install.id, scope)
      return {
        .json(
          .object([
            "processing_id": .string(outcome.install.id.text), "status": "accepted",
            "message": "Install event accepted for processing", "success": true,
            "data": value.isEmpty ? nil : .object(value),
          ]), status: 202)
      }
    }
  }
}

/// `POST /api/client/attribution-data`. The SDK sends `init` and does not wait for it, so an
/// install that comes here first is registered here.
enum LinkrunnerAttribution {
  static func prepare(_ call: Call) throws -> Work {
    let launch = try LinkrunnerRequest(call).firstLaunch(call)
    return .launch(launch) { scope, outcome in
      let campaign = try LinkrunnerCampaign(
        outcome.install, outcome.decision, device: launch.deviceJSON, scope)
      return {
        .linkrunner(
          "Attribution data retrieved successfully!",
          data: [
            "deeplink": outcome.link.map { .string($0.deepLink) } ?? .null,
            "attribution_source": .string(campaign?.source ?? "ORGANIC"),
            "gaid": launch.deviceJSON["gaid"] ?? .null,
            "idfa": launch.deviceJSON["idfa"] ?? .null,
            "campaign_data": campaign?.json ?? .null,
          ])
      }
    }
  }
}
