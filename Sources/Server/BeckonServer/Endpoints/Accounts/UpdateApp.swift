import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonStore

/// `PATCH /v1/app`.
enum UpdateApp {
  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.fields()
    let settings = try call.app.settings.changed(by: fields)
    if let zone = settings.timeZone, LocalDays(zone: zone) == nil {
      throw fields.error("time_zone", "is no time zone such as Europe/Istanbul")
    }
    for pattern in settings.allowedTargets where TargetPattern(pattern) == nil {
      throw fields.error("allowed_targets", "cannot use '\(pattern)': write https://host/path*")
    }
    return .reconfigure { scope in
      try Settings(scope).store(settings)
      return .json(ReadApp.describe(scope.app, settings))
    }
  }
}
