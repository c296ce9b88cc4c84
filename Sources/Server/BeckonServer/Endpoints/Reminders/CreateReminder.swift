import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/reminders`.
enum CreateReminder {
  static func prepare(_ call: Call) throws -> Work {
    let reminder = Reminder(id: call.ambient.id(), try ReminderSettings(call.fields()))
    guard call.app.settings.cartURL != nil else {
      throw FieldError(
        "cause",
        "needs the address of the shop's cart, where the link leads: PATCH /v1/app "
          + "{\"cart_url\": \"https://shop.example/cart\"}")
    }
    try call.requireGateways(of: reminder)
    return .reconfigure { scope in
      guard try Reminders(scope).insert(reminder) else {
        throw Problem(
          .invalidField,
          "An app may have \(ReminderLimits.reminders) reminders; delete one first.")
      }
      return .json(ReadReminder.describe(reminder), status: 201)
    }
  }
}

/// `PATCH /v1/reminders/{reminder}`. What was changed, when and by which key stays readable.
enum UpdateReminder {
  static func prepare(_ call: Call) throws -> Work {
    let known = try call.reminder()
    let fields = try call.fields()
    _ = try known.settings.changed(by: fields)
    return .reconfigure { scope in
      // As it is in the database now: another change may have come in between.
      guard let old = try Reminders(scope).find(known.id) else {
        throw Problem.notFound("reminder")
      }
      let new = Reminder(id: old.id, try old.settings.changed(by: fields))
      if fields.has("channels") { try call.requireGateways(of: new) }
      try Reminders(scope).update(new)
      try Changes(scope).note(
        new.id.identifier, from: old.settings.json, to: new.settings.json, by: call.changedBy)
      return .json(ReadReminder.describe(new))
    }
  }
}

/// `DELETE /v1/reminders/{reminder}`, with what was decided by it.
enum DeleteReminder {
  static func prepare(_ call: Call) throws -> Work {
    let reminder = try call.reminder()
    return .reconfigure { scope in
      guard try Reminders(scope).delete(reminder.id) else { throw Problem.notFound("reminder") }
      return Reply(status: 204)
    }
  }
}

extension Call {
  /// Refuses a reminder that nobody would ever get.
  /// - Throws: `Problem`.
  fileprivate func requireGateways(of reminder: Reminder) throws {
    if reminder.settings.channels.contains(.mail) { try requireMail() }
    if reminder.settings.channels.contains(.sms) { _ = try requireTexts() }
  }
}
