import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What `beckon doctor` asks about text messages, over all apps.
public struct TextStanding: Sendable {
  /// How the messages stand.
  public let messages: MessageStanding
  /// Beginnings of numbers to which nothing goes, because nobody follows what does.
  public let stopped: [String]

  /// Looks.
  /// - Throws: `DatabaseError`.
  public init(at now: Instant, dueBefore late: Instant, _ connection: any Connection) throws {
    messages = try MessageStanding(.sms, dueBefore: late, connection)
    stopped = try connection.rows(
      """
      SELECT prefix FROM invite_stops WHERE until > \(.instant(now))
      ORDER BY since DESC LIMIT 20
      """
    ) { $0.text(0) }
  }
}
