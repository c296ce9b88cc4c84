import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What `beckon doctor` asks about text messages, over all apps.
public struct TextStanding: Sendable {
  /// Apps that have said who their text messages are from.
  public let senders: Int
  /// Messages that have been due since before a time.
  public let late: Int64
  /// Messages of which nobody knows whether they were sent.
  public let uncertain: Int64
  /// Beginnings of numbers to which nothing goes, because nobody follows what does.
  public let stopped: [String]

  /// Looks.
  /// - Throws: `DatabaseError`.
  public init(at now: Instant, dueBefore late: Instant, _ connection: any Connection) throws {
    let settings = try connection.rows("SELECT settings FROM apps", []) { try $0.json(0) }
    senders = settings.filter { $0["sms"] != nil }.count
    func count(_ sql: SQL) throws -> Int64 { try connection.first(sql) { $0.integer(0) } ?? 0 }
    self.late = try count(
      """
      SELECT COUNT(*) FROM messages
      WHERE settled_at IS NULL AND channel = 'sms' AND state = 'queued'
        AND due_at < \(.instant(late))
      """)
    uncertain = try count(
      "SELECT COUNT(*) FROM messages WHERE channel = 'sms' AND state = 'uncertain'")
    stopped = try connection.rows(
      """
      SELECT prefix FROM invite_stops WHERE until > \(.instant(now))
      ORDER BY since DESC LIMIT 20
      """
    ) { $0.text(0) }
  }
}
