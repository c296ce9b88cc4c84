import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/app`.
enum ReadApp {
  static func prepare(_ call: Call) throws -> Work {
    .answer(.json(describe(call.app, call.app.settings, at: call.now)))
  }

  /// The settings; the default campaign also where none is set.
  static func describe(_ app: AppContext, _ settings: AppSettings, at now: Instant) -> JSON {
    var shown = settings
    let usual = DefaultCampaign.find(settings.defaultCampaign, in: app.campaigns, at: now)
    shown.defaultCampaign = usual?.id
    return .object(
      [JSON.Member("id", .id(app.id)), JSON.Member("name", .string(app.name))]
        + (shown.shown.members ?? []))
  }
}
