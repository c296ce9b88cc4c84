import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What `beckon doctor` asks about the messages of one channel, over all apps.
public struct MessageStanding: Sendable {
  /// Apps that have said who these messages are from.
  public let senders: Int
  /// Messages that have been due since before a time.
  public let late: Int64
  /// Messages of which nobody knows whether they were sent.
  public let uncertain: Int64

  /// Looks.
  /// - Throws: `DatabaseError`.
  public init(
    _ channel: MessageChannel, dueBefore late: Instant, _ connection: any Connection
  ) throws {
    // The setting of an app is called as the channel is.
    let settings = try connection.rows("SELECT settings FROM apps", []) { try $0.json(0) }
    senders = settings.filter { $0[channel.rawValue] != nil }.count
    func count(_ sql: SQL) throws -> Int64 { try connection.first(sql) { $0.integer(0) } ?? 0 }
    self.late = try count(
      """
      SELECT COUNT(*) FROM messages
      WHERE settled_at IS NULL AND channel = \(.text(channel.rawValue)) AND state = 'queued'
        AND due_at < \(.instant(late))
      """)
    uncertain = try count(
      """
      SELECT COUNT(*) FROM messages
      WHERE channel = \(.text(channel.rawValue)) AND state = 'uncertain'
      """)
  }
}
