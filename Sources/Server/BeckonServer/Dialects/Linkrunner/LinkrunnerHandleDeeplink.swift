import BeckonContract
import BeckonModel
import BeckonStore

/// `POST /api/client/handle-deeplink`: a link was opened on a device that has the app.
enum LinkrunnerHandleDeeplink {
  static func prepare(_ call: Call) throws -> Work {
    let request = try LinkrunnerRequest(call)
    let url = try request.fields.require(
      "deeplink_url", request.fields.string("deeplink_url", max: Limits.urlBytes))
    let launch = request.firstLaunch(call)
    return .write { scope in
      _ = try FirstLaunch(scope, launch).run()
      let opened = try Opens(scope).open(url, on: request.installID)
      let link = opened.link.flatMap { $0.isAlive(at: scope.now) ? $0 : nil }
      return .linkrunner(
        "Deeplink processed",
        data: [
          "deeplink": .string(link?.deepLink ?? url), "is_linkrunner": .bool(link != nil),
          "processing": false,
        ])
    }
  }
}
