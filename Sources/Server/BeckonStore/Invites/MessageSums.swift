import BeckonDatabase
import BeckonEngine
import BeckonModel

/// How an app's messages stand, and how much of what it may send is used up: what the dashboard
/// shows above the list.
public struct MessageSums: Sendable {
  /// How many of the last messages stand where.
  public struct Count: Sendable {
    /// By what they go.
    public let channel: MessageChannel
    /// Where they stand.
    public let state: MessageState
    /// How many.
    public let count: Int64
  }

  /// A budget of the whole app.
  public struct Budget: Sendable {
    /// What it is of, as a stable word: `mail_day`, `sms_day`, `unnamed_hour`, `unnamed_day`.
    public let word: String
    /// What counts of it now.
    public let spent: Int64
    /// All of it.
    public let most: Int64
  }

  /// Numbers that begin alike, to which nothing goes because nobody follows what does.
  public struct StoppedBlock: Sendable {
    /// How they begin.
    public let prefix: String
    /// How often that has happened.
    public let times: Int64
    /// Since when.
    public let since: Instant
    /// Until when.
    public let until: Instant
  }

  /// Of the last so many messages.
  public static let countedMost = 10_000
  /// Stopped blocks that are shown.
  static let blocksMost = 100

  /// How many stand where, of the last `countedMost`.
  public let counts: [Count]
  /// Budgets of what the app has set up.
  public let budgets: [Budget]
  /// Blocks that are stopped now, the last first.
  public let stopped: [StoppedBlock]

  /// Looks.
  /// - Throws: `DatabaseError`.
  public init(_ scope: Scope) throws {
    counts = try Self.counts(scope)
    budgets = try Self.budgets(scope)
    stopped = try scope.connection.rows(
      """
      SELECT prefix, times, since, until FROM invite_stops
      WHERE app = \(scope.tenant) AND until > \(scope.time)
      ORDER BY since DESC LIMIT \(.integer(Int64(Self.blocksMost)))
      """
    ) {
      StoppedBlock(
        prefix: $0.text(0), times: $0.integer(1), since: $0.instant(2), until: $0.instant(3))
    }
  }

  private static func counts(_ scope: Scope) throws -> [Count] {
    let rows = try scope.connection.rows(
      """
      SELECT channel, state, COUNT(*) FROM (
        SELECT channel, state FROM messages WHERE app = \(scope.tenant)
        ORDER BY id DESC LIMIT \(.integer(Int64(countedMost)))
      ) AS latest GROUP BY channel, state
      """
    ) { ($0.text(0), $0.text(1), $0.integer(2)) }
    return rows.compactMap { channel, state, count in
      guard let channel = MessageChannel(word: channel), let state = MessageState(word: state)
      else { return nil }
      return Count(channel: channel, state: state, count: count)
    }
  }

  private static func budgets(_ scope: Scope) throws -> [Budget] {
    let mails = try scope.app.settings.mail.map { mail in
      Budget(word: "mail_day", spent: try MessageDays(scope).queued(), most: mail.perDay)
    }
    let texts = try InviteSpending.ofApp(scope).map { budget, spent in
      let span = budget.spanMilliseconds <= Span.hourMilliseconds ? "hour" : "day"
      return Budget(
        word: (budget.scope == .app ? "sms_" : "unnamed_") + span, spent: Int64(spent),
        most: Int64(budget.count))
    }
    return [mails].compactMap { $0 } + texts
  }
}
