import BeckonContract
import BeckonModel
import BeckonStore

/// `GET /v1/webhooks/{webhook}/deliveries`, newest first.
enum ListDeliveries {
  static func prepare(_ call: Call) throws -> Work {
    let id = try call.id(0, WebhookID.self)
    let limit = try Page.limit(call)
    let before = try Page.cursor(call).map { try Page.id($0, DeliveryID.self) }
    let state = try call.query("state").map { word in
      guard let state = DeliveryState(word: word) else {
        let words = DeliveryState.allCases.map(\.rawValue).joined(separator: ", ")
        throw FieldError("state", "must be one of \(words)")
      }
      return state
    }
    return .read { scope in
      let webhook = try ReadWebhook.find(id, scope)
      let rows = try Deliveries(scope).page(
        of: webhook.id, state: state, before: before, limit: limit + 1)
      return Page.reply(rows, limit, "deliveries", \.json, \.id.text)
    }
  }
}
