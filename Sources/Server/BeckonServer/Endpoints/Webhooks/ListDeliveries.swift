import BeckonContract
import BeckonModel
import BeckonStore

/// `GET /v1/webhooks/{webhook}/deliveries`, newest first.
enum ListDeliveries {
  private static let columns = [
    "id", "topic", "state", "due_at", "attempts", "created_at", "settled_at", "type",
  ]

  static func prepare(_ call: Call) throws -> Work {
    let id = try call.id(0, WebhookID.self)
    let state = try call.query("state").map { word in
      guard let state = DeliveryState(word: word) else {
        let words = DeliveryState.allCases.map(\.rawValue).joined(separator: ", ")
        throw FieldError("state", "must be one of \(words)")
      }
      return state
    }
    return try .list(call, "deliveries", columns: columns) { scope, cursor, limit in
      let before = try cursor.map { try Page.id($0, DeliveryID.self) }
      let webhook = try ReadWebhook.find(id, scope)
      let rows = try Deliveries(scope).page(
        of: webhook.id, state: state, before: before, limit: limit + 1)
      return Page(rows, limit, \.json, \.id.text)
    }
  }
}
