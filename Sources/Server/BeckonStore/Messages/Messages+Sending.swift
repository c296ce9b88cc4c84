import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// How messages go out. Each is claimed before it is handed to a gateway. If the server then dies,
/// nobody knows whether it was sent: it becomes `uncertain`, and is not sent again by itself.
extension Messages {
  /// A claim holds for so long: twice what handing a message over may take.
  public static let leaseMilliseconds: Int64 = 60_000

  /// Apps with messages that are due.
  /// - Throws: `DatabaseError`.
  public static func due(
    _ channel: MessageChannel, at now: Instant, _ connection: any Connection
  ) throws -> [Int64] {
    try connection.rows(
      """
      SELECT number FROM apps WHERE EXISTS (
        SELECT 1 FROM messages AS m {by messages_due}
        WHERE m.app = apps.number AND m.channel = $2 AND m.state = 'queued' AND m.due_at <= $1
          AND m.settled_at IS NULL)
      ORDER BY number
      """, [.instant(now), .text(channel.rawValue)]
    ) { $0.integer(0) }
  }

  /// Apps with messages for which nobody waits any more, or whose sender has died.
  /// - Throws: `DatabaseError`.
  public static func overdue(
    _ channel: MessageChannel, at now: Instant, _ connection: any Connection
  ) throws -> [Int64] {
    try connection.rows(
      """
      SELECT number FROM apps WHERE EXISTS (
        SELECT 1 FROM messages AS m {by messages_due}
        WHERE m.app = apps.number AND m.channel = $2 AND m.state IN ('queued', 'sending')
          AND m.settled_at IS NULL AND m.due_at <= $1
          AND (m.state = 'sending' OR m.expires_at <= $1))
      ORDER BY number
      """, [.instant(now), .text(channel.rawValue)]
    ) { $0.integer(0) }
  }

  /// Settles those: what may have been sent is `uncertain`, what was not is `failed`.
  /// - Returns: how many of each.
  /// - Throws: `DatabaseError`.
  public func settleOverdue(
    _ channel: MessageChannel
  ) throws -> (uncertain: Int, expired: Int) {
    func settle(_ state: MessageState, as new: MessageState, _ reason: String, _ more: SQL) throws
      -> Int
    {
      // The lease stays: a sender that was only slow can still say what came of it.
      let changes: SQL.Row = [
        "state": .text(new.rawValue), "reason": .text(reason), "settled_at": scope.time,
        "unconfirmed_at": channel == .sms ? unconfirmed(from: new) : .null,
      ]
      return try scope.connection.run(
        """
        UPDATE messages {by messages_due} \(set: changes)
        WHERE app = \(scope.tenant) AND channel = \(.text(channel.rawValue))
          AND state = \(.text(state.rawValue)) AND settled_at IS NULL AND due_at <= \(scope.time) \(more)
        """)
    }
    return (
      try settle(.sending, as: .uncertain, MessageVerdict.interrupted, ""),
      try settle(.queued, as: .failed, MessageVerdict.expired, "AND expires_at <= \(scope.time)")
    )
  }

  /// Takes the message that is due for longest and that nobody else is sending; `nil` when there is
  /// none.
  /// - Throws: `DatabaseError`.
  public func claim(_ channel: MessageChannel) throws -> ClaimedMessage? {
    let claimed = try scope.connection.first(
      """
      SELECT id, kind, person, recipient, language, attempts, begun_at, expires_at, recipient_key,
        campaign, sender, body, country, created_at
      FROM messages {by messages_due}
      WHERE app = \(scope.tenant) AND channel = \(.text(channel.rawValue)) AND state = 'queued'
        AND due_at <= \(scope.time) AND settled_at IS NULL AND expires_at > \(scope.time)
      ORDER BY due_at LIMIT 1 {claimed}
      """
    ) { row in
      let id: MessageID = row.id(0)
      return ClaimedMessage(
        id: id, kind: try row.choice(1), person: row.optionalID(2), recipient: row.text(3),
        language: row.text(4), campaign: row.optionalID(9),
        standing: MessageVerdict.Standing(
          attempt: Int(row.integer(5)) + 1, begun: row.instant(6), expiresAt: row.instant(7)),
        text: row.isNull(11)
          ? nil
          : ClaimedText(
            sender: row.text(10), body: row.text(11), country: row.optionalText(12),
            writtenAt: row.instant(13)),
        recipientKey: row.identifier(8),
        lease: Lease("messages", "app = \(scope.tenant) AND id = \(.id(id))", scope.ambient))
    }
    guard let claimed else { return nil }
    try claimed.lease.take(
      for: Self.leaseMilliseconds, at: scope.now,
      with: [
        "state": .text(MessageState.sending.rawValue),
        "attempts": .integer(claimed.standing.attempt),
      ], scope.connection)
    return claimed
  }

  /// Notes what came of handing a message over; `nil` when it is not this server's any more.
  /// - Throws: `DatabaseError`.
  public func record(
    _ outcome: MailOutcome, of claimed: ClaimedMessage, through gateway: String
  ) throws -> MessageVerdict? {
    let verdict = MessageVerdict(
      of: outcome, claimed.standing, now: scope.now, chance: scope.ambient.random())
    guard try note(verdict, of: claimed, through: gateway) else { return nil }
    if verdict.suppresses {
      try Suppressions(scope).add(claimed.recipientKey, on: .mail, reason: .bounced)
    }
    return verdict
  }

  func note(
    _ verdict: MessageVerdict, of claimed: ClaimedMessage, through gateway: String
  ) throws -> Bool {
    let answer: SQL.Row = [
      "gateway": .text(gateway),
      "answer_code": verdict.answer.map { .integer(Int64($0.code)) } ?? .null,
      "answer": .text(verdict.answer?.text),
    ]
    return try settle(claimed, verdict.state, verdict.reason, next: verdict.nextAttempt, answer)
  }

  /// Gives a claimed message back, to be sent at another time.
  /// - Throws: `DatabaseError`.
  public func postpone(_ claimed: ClaimedMessage, until due: Instant) throws {
    _ = try settle(
      claimed, .queued, nil, next: due,
      ["attempts": .integer(claimed.standing.attempt - 1)])
  }

  /// Gives a claimed message up that is not to be sent.
  /// - Parameter reason: why, as a stable word.
  /// - Throws: `DatabaseError`.
  public func drop(_ claimed: ClaimedMessage, reason: String) throws {
    _ = try settle(claimed, .failed, reason)
  }

  /// Gives up a text message that is not to go any more. To who invited it looks like any other.
  /// - Throws: `DatabaseError`.
  public func withhold(_ claimed: ClaimedMessage, reason: InviteDecision.Reason) throws {
    _ = try settle(claimed, .suppressed, reason.rawValue)
  }

  /// Gives up a message of which it was found, just before it would have gone, that it must not.
  /// - Parameter reason: why, as a stable word.
  /// - Throws: `DatabaseError`.
  public func withhold(_ claimed: ClaimedMessage, reason: ReminderReason) throws {
    _ = try settle(claimed, .suppressed, reason.rawValue)
  }

  private func settle(
    _ claimed: ClaimedMessage, _ state: MessageState, _ reason: String?, next: Instant? = nil,
    _ answer: SQL.Row = [:]
  ) throws -> Bool {
    let changes: SQL.Row = [
      "state": .text(state.rawValue), "reason": .text(reason),
      "due_at": .instant(next ?? scope.now),
      "settled_at": state == .queued ? .null : scope.time,
      "unconfirmed_at": claimed.text == nil ? .null : unconfirmed(from: state),
    ]
    return try claimed.lease.giveBack(changes + answer, scope.connection)
  }
}
