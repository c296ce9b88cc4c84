import BeckonEngine
import BeckonModel
import BeckonStore

extension WebhookForm {
  /// As Pebble's receivers expect it: throws only, tried again every five seconds, and the secret
  /// as a password.
  static let pebble = WebhookForm(
    name: "pebble", topics: [.event("toss")], retries: RetrySchedule(webhookSeconds: [5]),
    body: { payload, _ in
      guard payload.topic != .ping else { return ["plop": "test"] }
      return ["plop": payload.content["data"]?["properties"] ?? .null]
    },
    headers: { [("X-Pebble-Password", $0.secrets.current)] })
}
