import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// A text message that is to be written.
public struct NewTextMessage: Sendable {
  /// Its id, which the link that it carries knows already.
  let id: MessageID
  /// Why it is sent.
  var kind = MessageKind.invite
  /// The invitation of which it is a part, if it is of one, and its place there, from 0.
  let invite: InviteID?
  let place: Int
  /// In whose name it goes; `nil` when nobody has said so.
  let person: PersonID?
  let campaign: CampaignID?
  /// The number, in E.164 form, and its country.
  let recipient: Identity
  let country: String?
  let sender: String
  /// What it says; `nil` for one that is not to be sent.
  let body: String?
  let parts: Int
  let link: LinkID?
  /// Why it is not sent, as a stable word.
  let withheld: String?
  /// When it may go out at the earliest.
  let due: Instant
}

/// Text messages: how they are written, what comes of handing one over, and receipts.
extension Messages {
  /// Writes one, to be sent when it is due, or to be kept as one that is withheld.
  /// - Throws: `DatabaseError`.
  func write(_ new: NewTextMessage) throws {
    let state = new.withheld == nil ? MessageState.queued : .suppressed
    let life = new.kind.lifeMilliseconds
    let about: SQL.Row = [
      "app": scope.tenant, "id": .id(new.id), "channel": .text(MessageChannel.sms.rawValue),
      "kind": .text(new.kind.rawValue), "person": .id(new.person),
      "recipient": .text(new.recipient.value),
      "recipient_key": .identifier(scope.app.digest(of: new.recipient)), "language": .text(""),
      "campaign": .id(new.campaign), "state": .text(state.rawValue),
      "reason": .text(new.withheld), "attempts": .integer(0), "begun_at": scope.time,
      "due_at": .instant(new.due),
      "expires_at": .instant(new.due.adding(milliseconds: life)), "created_at": scope.time,
      "settled_at": state == .queued ? .null : scope.time,
    ]
    let content: SQL.Row = [
      "invite": .id(new.invite), "place": .integer(new.place), "link": .id(new.link),
      "sender": .text(new.sender), "body": .text(new.body), "parts": .integer(new.parts),
      "delivered_parts": .integer(0), "has_failed_part": .integer(0), "is_known": .integer(0),
      "country": .text(new.country),
    ]
    try scope.connection.run("INSERT INTO messages \(row: about + content)")
  }

  /// The messages of an invitation, in their order.
  /// - Throws: `DatabaseError`.
  func all(of invite: InviteID) throws -> [Message] {
    try scope.connection.rows(
      """
      SELECT \(Self.columns) FROM messages {by messages_by_invite}
      WHERE messages.app = \(scope.tenant) AND messages.invite = \(.id(invite))
      ORDER BY messages.place
      """
    ) { try Self.read($0) }
  }

  // MARK: Sending

  /// Notes what came of handing a text message over; `nil` when it is not this server's any more.
  /// - Throws: `DatabaseError`.
  public func record(
    _ outcome: SMSOutcome, of claimed: ClaimedMessage, through gateway: String
  ) throws -> MessageVerdict? {
    let verdict = MessageVerdict(
      of: outcome, claimed.standing, now: scope.now, chance: scope.ambient.random())
    guard try note(verdict, of: claimed, through: gateway) else { return nil }
    if verdict.state == .failed, let message = try find(claimed.id) { try publish(message) }
    return verdict
  }

  /// Notes what a receipt says, whenever it comes.
  /// - Returns: whether there is such a message.
  /// - Throws: `DatabaseError`.
  public func note(_ receipt: DeliveryReceipt, of id: MessageID) throws -> Bool {
    guard let message = try find(id), let text = message.text else { return false }
    var progress = text.progress
    progress.note(receipt)
    guard progress != text.progress else { return true }
    let changes: SQL.Row = [
      "delivered_parts": .integer(Int64(progress.deliveredParts)),
      "has_failed_part": .bool(progress.hasFailedPart), "is_known": .bool(progress.isKnown),
    ]
    let stage = progress.stage(parts: text.parts)
    let isFinal = stage == .delivered || stage == .impossible
    let confirmed: SQL.Row = isFinal ? ["unconfirmed_at": .null] : [:]
    try scope.connection.run(
      "UPDATE messages \(set: changes + confirmed) WHERE app = \(scope.tenant) AND id = \(.id(id))")
    guard let changed = try find(id), changed.status(at: scope.now) != message.status(at: scope.now)
    else { return true }
    try publish(changed)
    return true
  }

  // MARK: What nobody confirms

  /// When webhooks are told that nobody has confirmed what became of a text message that now comes
  /// into a state.
  func unconfirmed(from state: MessageState) -> DatabaseValue {
    guard state == .sent || state == .uncertain else { return .null }
    return .instant(scope.now.adding(milliseconds: DeliveryStatus.patienceMilliseconds))
  }

  /// Apps with text messages of which for two days nobody has confirmed what became of them.
  /// - Throws: `DatabaseError`.
  public static func unconfirmedApps(
    at now: Instant, _ connection: any Connection
  ) throws -> [Int64] {
    try connection.rows(
      """
      SELECT number FROM apps WHERE EXISTS (
        SELECT 1 FROM messages AS m {by messages_unconfirmed}
        WHERE m.app = apps.number AND m.unconfirmed_at <= $1)
      ORDER BY number
      """, [.instant(now)]
    ) { $0.integer(0) }
  }

  /// Tells webhooks of those, of each once.
  /// - Parameter most: how many one transaction may take.
  /// - Returns: how many there were.
  /// - Throws: `DatabaseError`.
  public func tellUnconfirmed(most: Int) throws -> Int {
    let messages = try scope.connection.rows(
      """
      SELECT \(Self.columns) FROM messages {by messages_unconfirmed}
      WHERE messages.app = \(scope.tenant) AND messages.unconfirmed_at <= \(scope.time)
      ORDER BY messages.unconfirmed_at LIMIT \(.integer(most))
      """
    ) { try Self.read($0) }
    for message in messages {
      try scope.connection.run(
        """
        UPDATE messages SET unconfirmed_at = NULL
        WHERE app = \(scope.tenant) AND id = \(.id(message.id))
        """)
      if message.status(at: scope.now) == .unconfirmed { try publish(message) }
    }
    return messages.count
  }

  /// Tells webhooks how far a text message has come: of each status once.
  private func publish(_ message: Message) throws {
    let status = message.status(at: scope.now).rawValue
    let subject = message.person?.identifier ?? message.id.identifier
    let id = Identifier(hashing: "message status", message.id.text, status)
    try Feed(scope).publish(.message, id, about: subject) {
      Feed.body(
        of: [message.person.map { JSON.Member("person", .id($0)) }].compactMap { $0 },
        .object([
          "message": .id(message.id), "status": .string(status),
          "invite": (message.text?.invite).map(JSON.id), "recipient": .string(message.recipient),
        ]))
    }
  }
}
