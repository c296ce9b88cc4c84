import BeckonModel
import BeckonStore

/// `GET /v1/webhooks`, newest first.
enum ListWebhooks {
  static func prepare(_ call: Call) throws -> Work {
    let limit = try Page.limit(call)
    let before = try Page.cursor(call).map { try Page.id($0, WebhookID.self) }
    return .read { scope in
      let rows = try Webhooks(scope).page(before: before, limit: limit + 1).map {
        (id: $0.id, json: try ReadWebhook.describe($0, scope))
      }
      return Page.reply(rows, limit, "webhooks", \.json, \.id.text)
    }
  }
}
