import BeckonDatabase

extension Migration {
  /// By when reminders that are held were due first: in an hour that is used up, only those that
  /// have waited for a day are looked at.
  static let heldReminders = Migration(
    number: 37, name: "held-reminders",
    statements: [
      """
      CREATE INDEX reminder_decisions_held_by_due ON reminder_decisions (app, due_at)
      WHERE held_until IS NOT NULL
      """
    ],
    oldestCompatible: 36)
}
