import BeckonContract

extension ReminderRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .create: .keyed(CreateReminder.prepare)
    case .list: .keyed(ListReminders.prepare)
    case .read: .keyed(ReadReminder.prepare)
    case .update: .keyed(UpdateReminder.prepare)
    case .delete: .keyed(DeleteReminder.prepare)
    case .decisions: .keyed(ListReminderDecisions.prepare)
    case .report: .keyed(ReadReminderReport.prepare)
    }
  }
}
