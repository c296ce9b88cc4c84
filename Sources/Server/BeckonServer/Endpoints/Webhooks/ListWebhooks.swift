import BeckonModel
import BeckonStore

/// `GET /v1/webhooks`, newest first.
enum ListWebhooks {
  private static let columns = [
    "id", "url", "facts", "form", "state", "disabled_reason", "created_at",
  ]

  static func prepare(_ call: Call) throws -> Work {
    try .list(call, "webhooks", columns: columns) { scope, cursor, limit in
      let before = try cursor.map { try Page.id($0, WebhookID.self) }
      let webhooks = try Webhooks(scope).page(before: before, limit: limit + 1)
      return try Page(webhooks, limit, { try ReadWebhook.describe($0, scope) }, \.id.text)
    }
  }
}
