import BeckonContract
import BeckonEngine
import BeckonStore

/// `GET /v1/suppressions`: to whom the app sends nothing, the last first. Addresses are stored as
/// keyed hashes, so one stands there only while a message to it is kept.
enum ListSuppressions {
  private static let columns = ["channel", "email", "phone", "reason", "since"]

  static func prepare(_ call: Call) throws -> Work {
    let channel: MessageChannel? = try call.choice("channel")
    let reason: Suppressions.Reason? = try call.choice("reason")
    return try .found(call, "suppressions", columns: columns) { scope, place, limit in
      try FoundSuppressions(scope).page(channel, reason, behind: place, limit: limit)
    }
  }
}
