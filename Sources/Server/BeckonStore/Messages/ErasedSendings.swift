import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What went to people who are erased, as far as budgets count it still: else who erases themselves
/// could have as much sent again. It says of nobody that they were here: of a mail there is the
/// keyed hash of its address, of a reminder no more than the time, and both go after a day.
struct ErasedSendings {
  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// For so long they are kept: no budget looks further back.
  static let keptMilliseconds = Span.dayMilliseconds

  /// What went, by the budget that counts it.
  enum Kind: String {
    /// A mail, of which an address gets so many in an hour.
    case mail
    /// A reminder, of which an app sends so many in an hour.
    case reminder
    /// One by text message, of which an app sends so many in a day.
    case reminderText = "reminder_text"

    var value: DatabaseValue { .text(rawValue) }
  }

  // MARK: Keeping

  /// Keeps what the mails to a person count, before they are forgotten.
  /// - Throws: `DatabaseError`.
  func keepMails(of person: PersonID) throws {
    try scope.connection.send(
      """
      INSERT INTO erased_sendings (app, id, kind, recipient_key, at)
      SELECT app, id, \(Kind.mail.value), recipient_key, created_at
      FROM messages {by messages_by_person}
      WHERE app = \(scope.tenant) AND person = \(.id(person)) AND channel = 'mail'
        AND created_at > \(.instant(since))
      ON CONFLICT (app, id, kind) DO NOTHING
      """)
  }

  /// Keeps what the reminders of a person count, before they are forgotten.
  /// - Throws: `DatabaseError`.
  func keepReminders(of person: PersonID) throws {
    let sent: SQL = """
      FROM reminder_decisions {by reminder_decisions_by_person}
      WHERE app = \(scope.tenant) AND person = \(.id(person)) AND state = 'sent'
      """
    try scope.connection.send(
      """
      INSERT INTO erased_sendings (app, id, kind, at)
      SELECT app, id, \(Kind.reminder.value), counted_at \(sent)
        AND counted_at > \(.instant(since))
      ON CONFLICT (app, id, kind) DO NOTHING
      """)
    try scope.connection.send(
      """
      INSERT INTO erased_sendings (app, id, kind, at)
      SELECT app, id, \(Kind.reminderText.value), texted_at \(sent)
        AND texted_at > \(.instant(since))
      ON CONFLICT (app, id, kind) DO NOTHING
      """)
  }

  private var since: Instant { scope.now.adding(milliseconds: -Self.keptMilliseconds) }

  // MARK: Counting

  /// Mails to an address since then, of which so many are counted at most.
  /// - Throws: `DatabaseError`.
  func mails(to recipient: Identifier, since: Instant, most: Int64) throws -> Int {
    try scope.connection.rows(
      """
      SELECT at FROM erased_sendings {by erased_sendings_by_recipient}
      WHERE app = \(scope.tenant) AND recipient_key = \(.identifier(recipient))
        AND at > \(.instant(since))
      LIMIT \(.integer(most))
      """
    ) { _ in 1 }.count
  }

  /// The times of what an app sent of a kind since then, to put behind those of what is there.
  func times(of kind: Kind, since: Instant) -> SQL {
    """
    SELECT at FROM erased_sendings {by erased_sendings_by_kind}
    WHERE app = \(scope.tenant) AND kind = \(kind.value) AND at > \(.instant(since))
    """
  }
}
