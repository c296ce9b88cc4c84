import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/reminders/{reminder}`, with what was changed of it lately.
enum ReadReminder {
  static func prepare(_ call: Call) throws -> Work {
    let reminder = try call.reminder()
    return .read { scope in
      let changes = try Changes(scope).latest(of: reminder.id.identifier).map(\.json)
      return .json(
        .object(
          (describe(reminder).members ?? []) + [JSON.Member("history", .array(changes))]))
    }
  }

  /// A reminder as its operator has set it.
  static func describe(_ reminder: Reminder) -> JSON {
    .object([JSON.Member("id", .id(reminder.id))] + (reminder.settings.json.members ?? []))
  }
}

/// `GET /v1/reminders`, oldest first; all of them, as an app has few.
enum ListReminders {
  private static let columns = [
    "id", "name", "cause", "channels", "delay_minutes", "smallest_drop", "texts",
    "hold_out_percent", "test_mode", "state",
  ]

  static func prepare(_ call: Call) throws -> Work {
    let shown = call.app.reminders.map(ReadReminder.describe)
    return try .list(call, "reminders", columns: columns) { _, _, _ in
      Page(rows: shown, next: nil)
    }
  }
}

extension Call {
  /// The reminder that the path names.
  func reminder() throws -> Reminder {
    guard let id: ReminderID = try? id(), let reminder = app.reminder(id) else {
      throw Problem.notFound("reminder")
    }
    return reminder
  }
}
