import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Messages to people. One is written in the transaction of what caused it; what it says is made
/// when it is claimed, so that no token that it carries ever stands in the database.
public struct Messages {
  let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// What became of a message that was to be written.
  public enum Outcome: Sendable {
    /// It was written. Where it stands says whether it will be sent.
    case written(Message)
    /// The recipient has had as many in the last hour as one may have, or the app as many today.
    case tooMany
  }

  /// Writes a message, to be sent as soon as may be. To somebody to whom nothing is sent it is
  /// written too, as `suppressed`.
  /// - Throws: `DatabaseError`.
  public func write(_ new: NewMessage) throws -> Outcome {
    let key = scope.app.digest(of: new.recipient)
    guard try hasRoom(for: key), try MessageDays(scope).take() else { return .tooMany }
    let isSuppressed =
      try Suppressions(scope).find(key, on: new.channel)?.reason.holds(new.kind) ?? false
    let id: MessageID = new.id ?? scope.newID()
    let row: SQL.Row = [
      "app": scope.tenant, "id": .id(id), "link": .id(new.link),
      "channel": .text(new.channel.rawValue),
      "kind": .text(new.kind.rawValue), "person": .id(new.person),
      "recipient": .text(new.recipient.value), "recipient_key": .identifier(key),
      "language": .text(new.language), "campaign": .id(new.campaign),
      "state": .text((isSuppressed ? MessageState.suppressed : .queued).rawValue),
      "attempts": .integer(0), "begun_at": scope.time, "due_at": scope.time,
      "expires_at": .instant(scope.now.adding(milliseconds: new.kind.lifeMilliseconds)),
      "created_at": scope.time, "settled_at": isSuppressed ? scope.time : .null,
    ]
    try scope.connection.run("INSERT INTO messages \(row: row)")
    guard let written = try find(id) else {
      throw DatabaseError.corrupt("message \(id) is not there after it was written")
    }
    return .written(written)
  }

  /// Counts a message that somebody asked for and that is not written: who asks for an address
  /// should not tell by the time whether it is known.
  /// - Throws: `DatabaseError`.
  public func noteAsked() throws { try MessageDays(scope).noteAsked() }

  private func hasRoom(for recipient: Identifier) throws -> Bool {
    let since = scope.now.adding(milliseconds: -Span.hourMilliseconds)
    let most = Limits.messagesPerRecipientHour
    let found = try scope.connection.rows(
      """
      SELECT id FROM messages {by messages_by_recipient}
      WHERE app = \(scope.tenant) AND recipient_key = \(.identifier(recipient))
        AND id > \(.identifier(Identifier.earliest(at: since)))
      LIMIT \(.integer(most))
      """
    ) { _ in 1 }
    let erased = try ErasedSendings(scope).mails(to: recipient, since: since, most: most)
    return found.count + erased < Int(most)
  }

  /// Has a message sent once more that failed, or of which nobody knows whether it was sent; `nil`
  /// when there is none. One in any other state stays as it is.
  /// - Throws: `DatabaseError`.
  public func resend(_ id: MessageID) throws -> (message: Message, isQueued: Bool)? {
    guard let message = try find(id) else { return nil }
    guard message.state.canBeResent else { return (message, false) }
    let changes: SQL.Row = [
      "state": .text(MessageState.queued.rawValue), "reason": .null, "begun_at": scope.time,
      "due_at": scope.time, "lease": .null, "settled_at": .null, "unconfirmed_at": .null,
      "expires_at": .instant(scope.now.adding(milliseconds: message.kind.lifeMilliseconds)),
    ]
    try scope.connection.run(
      "UPDATE messages \(set: changes) WHERE app = \(scope.tenant) AND id = \(.id(id))")
    return try find(id).map { ($0, true) }
  }

  /// Why a message was not sent that its app's server called off.
  public static let calledOff = "called_off"

  /// Has a message not sent that still waits; `nil` when there is none. One in any other state
  /// stays as it is. To who invited it looks as any number whose phone is off.
  /// - Throws: `DatabaseError`.
  public func callOff(_ id: MessageID) throws -> (message: Message, isCalledOff: Bool)? {
    let changes: SQL.Row = [
      "state": .text(MessageState.suppressed.rawValue), "reason": .text(Self.calledOff),
      "settled_at": scope.time,
    ]
    let count = try scope.connection.run(
      """
      UPDATE messages \(set: changes)
      WHERE app = \(scope.tenant) AND id = \(.id(id)) AND state = 'queued'
      """)
    return try find(id).map { ($0, count > 0) }
  }

  // MARK: Looking

  /// The message of this id.
  /// - Throws: `DatabaseError`.
  public func find(_ id: MessageID) throws -> Message? {
    try scope.connection.first(
      """
      SELECT \(Self.columns) FROM messages
      WHERE messages.app = \(scope.tenant) AND messages.id = \(.id(id))
      """
    ) { try Self.read($0) }
  }

  /// What `read` reads, in its order.
  static let columns: SQL = """
    messages.id, messages.channel, messages.kind, messages.person, messages.recipient,
    messages.state, messages.reason, messages.attempts, messages.due_at, messages.expires_at,
    messages.gateway, messages.answer_code, messages.answer, messages.created_at,
    messages.settled_at, messages.campaign, messages.invite, messages.link, messages.sender,
    messages.parts, messages.delivered_parts, messages.has_failed_part, messages.is_known,
    messages.followed_at
    """

  static func read(_ row: any Row, from first: Int = 0) throws -> Message {
    let hasAnswer = !row.isNull(first + 11)
    return Message(
      id: row.id(first), channel: try row.choice(first + 1), kind: try row.choice(first + 2),
      person: row.optionalID(first + 3), campaign: row.optionalID(first + 15),
      recipient: row.text(first + 4),
      state: try row.choice(first + 5), reason: row.optionalText(first + 6),
      attempts: Int(row.integer(first + 7)), dueAt: row.instant(first + 8),
      expiresAt: row.instant(first + 9), gateway: row.optionalText(first + 10),
      answer: hasAnswer
        ? GatewayAnswer(code: Int(row.integer(first + 11)), text: row.text(first + 12)) : nil,
      createdAt: row.instant(first + 13), settledAt: row.optionalInstant(first + 14),
      text: row.isNull(first + 19) ? nil : readText(row, from: first + 16))
  }

  private static func readText(_ row: any Row, from first: Int) -> Message.Text {
    Message.Text(
      invite: row.optionalID(first), link: row.optionalID(first + 1), sender: row.text(first + 2),
      parts: Int(row.integer(first + 3)),
      progress: DeliveryProgress(
        deliveredParts: UInt32(truncatingIfNeeded: row.integer(first + 4)),
        hasFailedPart: row.bool(first + 5), isKnown: row.bool(first + 6)),
      followedAt: row.optionalInstant(first + 7))
  }

  // MARK: Erasing and merging people, and their export

  /// Forgets what was sent to a person.
  /// - Throws: `DatabaseError`.
  func forget(_ person: PersonID) throws {
    try ErasedSendings(scope).keepMails(of: person)
    // Whom no message of theirs has reached, others may invite.
    try scope.connection.send(
      """
      DELETE FROM invited_numbers WHERE app = \(scope.tenant) AND (recipient_key, message) IN (
        SELECT recipient_key, id FROM messages {by messages_by_person}
        WHERE app = \(scope.tenant) AND person = \(.id(person)) AND channel = 'sms'
          AND state = 'queued')
      """)
    try scope.connection.send(
      """
      DELETE FROM messages {by messages_by_person}
      WHERE app = \(scope.tenant) AND person = \(.id(person))
      """)
  }

  /// Forgets what others have had sent to a number that is somebody's who is erased.
  /// - Throws: `DatabaseError`.
  func forget(sentTo recipient: Identifier) throws {
    try scope.connection.send(
      """
      DELETE FROM messages {by messages_by_recipient}
      WHERE app = \(scope.tenant) AND recipient_key = \(.identifier(recipient))
        AND channel = 'sms'
      """)
  }

  /// Makes the messages of a merged person those of the survivor.
  /// - Throws: `DatabaseError`.
  func move(from old: PersonID, to new: PersonID) throws {
    try scope.connection.send(
      """
      UPDATE messages {by messages_by_person} SET person = \(.id(new))
      WHERE app = \(scope.tenant) AND person = \(.id(old))
      """)
  }

  /// What was sent to a person, or in their name, behind one of these messages.
  /// - Parameter key: the key of who asks: with an app's key, what is told of text messages is what
  ///   the invitation tells.
  /// - Throws: `DatabaseError`.
  func page(
    of person: Identifier, behind last: MessageID?, _ limit: Int, to key: KeyKind
  ) throws -> [ExportRow] {
    try scope.connection.rows(
      """
      SELECT \(Self.columns) FROM messages {by messages_by_person}
      WHERE messages.app = \(scope.tenant) AND messages.person = \(.identifier(person))
        AND messages.id > \(.identifier(last?.identifier ?? Identifier(high: 0, low: 0)))
      ORDER BY messages.id LIMIT \(.integer(limit))
      """
    ) { row in
      let message = try Self.read(row)
      let json = key == .secret ? message.json : message.json(toClientAt: scope.now)
      return ExportRow(key: message.id.text, json: json)
    }
  }
}
