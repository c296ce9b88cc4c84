import BeckonContract
import BeckonContractLinkrunner
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /api/client/handle-deeplink`: a link was opened on a device that has the app.
enum LinkrunnerHandleDeeplink {
  static func prepare(_ call: Call) throws -> Work {
    let request = try LinkrunnerRequest(call)
    let url = try request.fields.require(
      "deeplink_url", request.fields.string("deeplink_url", max: Limits.openedURLBytes))
    let launch = try request.firstLaunch(call, openedBy: url)
    return .behindClicks(launch) { launch in
      .write { scope in try answer(url, launch, call, scope) }
    }
  }

  private static func answer(
    _ url: String, _ launch: FirstLaunch.Request, _ call: Call, _ scope: Scope
  ) throws -> Reply {
    let install = try FirstLaunch(scope, launch).run().install
    try call.requireProven(install, scope)
    let opened = try Opens(scope).open(url, on: launch.installID)
    let link = opened.link.flatMap { $0.isAlive(at: scope.now) ? $0 : nil }
    let value = try LinkrunnerConversionValue.members(of: install.id, scope)
    let found = Linkrunner.DeepLink(deepLink: link?.deepLink ?? url, isOurs: link != nil)
    return .linkrunner("Deeplink processed", data: .object((found.json.members ?? []) + value))
  }
}
