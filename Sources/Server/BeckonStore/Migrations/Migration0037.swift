import BeckonDatabase

extension Migration {
  /// By when reminders that are held were due first: in an hour that is used up, only those that
  /// have waited for a day are looked at.
  ///
  /// Some databases have the index already: on 2026-11-26 it stood in step 35 for a while.
  static let heldReminders = Migration(
    number: 37, name: "held-reminders",
    statements: [
      """
      CREATE INDEX IF NOT EXISTS reminder_decisions_held_by_due ON reminder_decisions (app, due_at)
      WHERE held_until IS NOT NULL
      """
    ],
    oldestCompatible: 36)
}
