import BeckonModel
import BeckonStore

/// `GET /v1/app`.
enum ReadApp {
  static func prepare(_ call: Call) throws -> Work {
    .answer(.json(describe(call.app, call.app.settings)))
  }

  static func describe(_ app: AppContext, _ settings: AppSettings) -> JSON {
    .object(
      [JSON.Member("id", .id(app.id)), JSON.Member("name", .string(app.name))]
        + (settings.shown.members ?? []))
  }
}
