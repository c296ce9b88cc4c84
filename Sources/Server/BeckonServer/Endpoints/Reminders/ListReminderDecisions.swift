import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/reminders/{reminder}/decisions`, the last first: who was reminded of what, or why not.
enum ListReminderDecisions {
  private static let columns = [
    "id", "reminder", "person", "products", "price", "old_price", "since", "state", "reason",
    "channels", "channel", "message", "link", "held_until", "followed_at", "created_at",
    "decided_at",
  ]

  static func prepare(_ call: Call) throws -> Work {
    let reminder = try call.reminder()
    var filter = FoundReminderDecisions.Filter()
    let person = try call.id(inQuery: "person", PersonID.self)
    filter.state = try call.choice("state")
    filter.reason = try call.choice("reason")
    filter.period = try call.period()
    return try .found(call, "decisions", columns: columns) { [filter] scope, place, limit in
      var filter = filter
      filter.person = try scope.person(person)
      return try FoundReminderDecisions(scope).page(
        of: reminder.id, filter, behind: place, limit: limit)
    }
  }
}
