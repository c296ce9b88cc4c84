import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/installs/{install}/attribution`: why an install was matched, or not. The path takes our
/// id of the install or the app's own.
enum ExplainInstall {
  static func prepare(_ call: Call) throws -> Work {
    let name = call.parameters[0]
    return .read { scope in
      let installs = Installs(scope)
      let install = try InstallID(name).map(installs.find) ?? installs.find(client: name)
      guard let install, let decision = try Decisions(scope).find(install.id) else {
        throw Problem.notFound("install")
      }
      let owner = try decision.link.flatMap(Links(scope).find)?.referrer
      let head = JSON.object([
        "install": .id(install.id), "decision": .id(decision.id), "at": .instant(decision.at),
        "person": install.person.map(JSON.id),
        "apple_ads": try AppleAdsTokens(scope).describe(install.id),
        "own": .bool(owner != nil && owner == install.person),
      ])
      // Who uses the install is known only after the decision was stored.
      let stored = (decision.explanation.members ?? []).filter { $0.name != "own" }
      return .json(.object((head.members ?? []) + stored))
    }
  }
}
