import BeckonContract
import BeckonContractLinkrunner
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /api/client/init`: the first launch, once for each install. The answer is on disk; it says
/// 202 because the clients expect it, in a form of its own that none of them reads.
enum LinkrunnerInit {
  static func prepare(_ call: Call) throws -> Work {
    let request = try LinkrunnerRequest(call)
    return try .launch(request.firstLaunch(call), of: call) { scope, outcome in
      guard try call.isProven(outcome.install, scope) else { return refusal }
      if let token = request.appleAdsToken {
        try AppleAdsTokens(scope).add(token, for: outcome.install.id)
      }
      let value = try LinkrunnerConversionValue.members(of: outcome.install.id, scope)
      let isHybrid = request.isHybrid
      return {
        let id = outcome.install.id.text
        return isHybrid ? hybridReply(id, value) : reply(id, value)
      }
    }
  }
}

extension LinkrunnerInit {
  private static func reply(_ id: String, _ value: [JSON.Member]) -> Reply {
    let accepted = Linkrunner.InstallAccepted(processingID: id).json
    let data = value.isEmpty ? [] : [JSON.Member("data", .object(value))]
    return .json(.object((accepted.members ?? []) + data), status: 202)
  }

  /// Older hybrid clients take nothing for a success but 200 and 201, be it the answer's status
  /// (Flutter) or that in its body (React Native).
  private static func hybridReply(_ id: String, _ value: [JSON.Member]) -> Reply {
    let accepted = Linkrunner.InstallAccepted(processingID: id).json
    let own: [JSON.Member] = [
      JSON.Member("msg", .orNull(accepted["message"]?.string)), JSON.Member("status", 200),
      JSON.Member("data", .object([LinkrunnerHybrid.place] + value)),
    ]
    let names = Set(texts: own.map(\.name))
    let others = (accepted.members ?? []).filter { !names.contains(TextKey($0.name)) }
    return .json(.object(others + own))
  }
  /// Not thrown, because first launches are recorded together.
  static let refusal: @Sendable () -> Reply = {
    .linkrunner(Problem.foreignInstall.detail, status: Problem.foreignInstall.linkrunnerStatus)
  }
}

/// `POST /api/client/attribution-data`. The SDK sends `init` and does not wait for it, so an
/// install that comes here first is registered here.
enum LinkrunnerAttribution {
  static func prepare(_ call: Call) throws -> Work {
    let launch = try LinkrunnerRequest(call).firstLaunch(call)
    return try .launch(launch, of: call) { scope, outcome in
      guard try call.isProven(outcome.install, scope) else { return LinkrunnerInit.refusal }
      // The first word counts; what was only told later fills it up.
      let stored = try Installs(scope).device(of: outcome.install.id)?.members ?? []
      let device = JSON.object(stored + (launch.deviceJSON.members ?? []))
      let campaign = try LinkrunnerCampaign(
        outcome.install, outcome.decision, device: device, scope)
      return {
        let data = Linkrunner.AttributionData(
          deepLink: outcome.link?.deepLink, source: campaign?.source ?? Linkrunner.organicSource,
          campaign: campaign?.campaign, gaid: device.advertisingID("gaid"),
          idfa: device.advertisingID("idfa"))
        return .linkrunner("Attribution data retrieved successfully!", data: data.json)
      }
    }
  }
}
