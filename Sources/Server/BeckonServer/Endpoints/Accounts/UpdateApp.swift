import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonStore

/// `PATCH /v1/app`.
enum UpdateApp {
  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.fields()
    try check(call.app.settings.changed(by: fields), fields, call)
    return .reconfigure { scope in
      // Two changes at once must both stand, so it is the stored settings that are changed.
      let settings = try Settings(scope).current().changed(by: fields)
      if let host = try Settings(scope).foreignDomain(of: settings.linkDomains) {
        throw fields.error("link_domains", "has \(host), which is another app's")
      }
      try Settings(scope).store(settings)
      return .json(ReadApp.describe(scope.app, settings))
    }
  }

  private static func check(_ settings: AppSettings, _ fields: Fields, _ call: Call) throws {
    if let zone = settings.timeZone, LocalDays(zone: zone) == nil {
      throw fields.error("time_zone", "is no time zone such as Europe/Istanbul")
    }
    for pattern in settings.allowedTargets where TargetPattern(pattern) == nil {
      throw fields.error("allowed_targets", "cannot use '\(pattern)': write https://host/path*")
    }
    // On the public host the codes of all apps live; no app may have it for itself.
    let publicHost = OpenedLink(call.publicURL)?.host
    if let host = settings.linkDomains.first(where: { $0 == publicHost }) {
      throw fields.error("link_domains", "has \(host), which all apps of this server share")
    }
  }
}
