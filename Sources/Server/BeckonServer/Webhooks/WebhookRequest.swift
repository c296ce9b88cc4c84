import BeckonBasics
import BeckonModel
import BeckonStore

/// A delivery as it goes over the wire.
struct WebhookRequest: Sendable {
  let url: String
  let headers: [(name: String, value: String)]
  let body: [UInt8]

  init(url: String, headers: [(name: String, value: String)], body: [UInt8]) {
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// The request for a delivery, signed at `now`.
  init(_ delivery: ClaimedDelivery, now: Instant, version: String) {
    url = delivery.webhook.url
    body = Array(delivery.body.utf8)
    let own = [
      ("Content-Type", "application/json"), ("User-Agent", "Beckon/\(version)"),
      ("Beckon-Delivery", delivery.id.text), ("Beckon-Webhook", delivery.webhook.id.text),
      ("Beckon-Attempt", "\(delivery.attempt)"),
    ]
    headers =
      own
      + delivery.form.headers(
        WebhookForm.Sent(secrets: delivery.webhook.secrets, body: body, at: now))
  }
}
