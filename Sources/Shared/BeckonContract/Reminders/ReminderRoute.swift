/// Reminders of baskets and prices: what they say, what was decided, and what came of it.
public enum ReminderRoute: RouteGroup {
  /// Make a reminder.
  case create
  /// The app's reminders.
  case list
  /// One reminder.
  case read
  /// Change a reminder.
  case update
  /// Delete a reminder with what was decided by it.
  case delete
  /// What was decided, person by person.
  case decisions
  /// What a reminder brought.
  case report

  /// The call.
  public var route: Route {
    switch self {
    case .create: Route("POST", "/v1/reminders", .secretKey)
    case .list: Route("GET", "/v1/reminders", .secretKey)
    case .read: Route("GET", "/v1/reminders/{reminder}", .secretKey)
    case .update: Route("PATCH", "/v1/reminders/{reminder}", .secretKey)
    case .delete: Route("DELETE", "/v1/reminders/{reminder}", .secretKey)
    case .decisions:
      Route(
        "GET", "/v1/reminders/{reminder}/decisions", .secretKey,
        query: ["person", "state", "reason"] + Route.period + Route.page)
    case .report:
      Route("GET", "/v1/reminders/{reminder}/report", .secretKey, query: Route.period)
    }
  }
}
