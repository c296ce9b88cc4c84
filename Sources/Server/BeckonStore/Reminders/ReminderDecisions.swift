import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What was decided about reminding people.
public struct ReminderDecisions {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  // MARK: Storing

  /// Stores a decision, or what has become of it.
  /// - Throws: `DatabaseError`.
  func store(_ decision: StoredReminderDecision) throws {
    let counted: DatabaseValue = decision.counts ? .instant(decision.decidedAt) : .null
    let isText = decision.state == .sent && decision.channel == .sms
    let changes: SQL.Row = [
      "products": .json(.array(decision.products.map(JSON.string))),
      "state": .text(decision.state.rawValue), "reason": .text(decision.reason?.rawValue),
      "faults": .json(
        decision.faults.isEmpty ? nil : StoredReminderDecision.json(decision.faults)),
      "channel": .text(decision.channel?.rawValue), "message": .id(decision.message),
      "link": .id(decision.link), "held_until": .instant(decision.heldUntil),
      "counted_at": counted, "texted_at": isText ? .instant(decision.decidedAt) : .null,
      "decided_at": .instant(decision.decidedAt),
    ]
    let changed = try scope.connection.run(
      """
      UPDATE reminder_decisions \(set: changes)
      WHERE app = \(scope.tenant) AND id = \(.id(decision.id))
      """)
    guard changed == 0 else { return }
    let about: SQL.Row = [
      "app": scope.tenant, "id": .id(decision.id), "reminder": .id(decision.reminder),
      "person": .id(decision.person), "occasion": .identifier(decision.occasion),
      "currency": .text(decision.prices?.after.currency.code),
      "before": .integer(decision.prices?.before.amount),
      "after": .integer(decision.prices?.after.amount), "since": .instant(decision.since),
      "due_at": .instant(decision.dueAt), "created_at": .instant(decision.createdAt),
    ]
    try scope.connection.send("INSERT INTO reminder_decisions \(row: about + changes)")
  }

  // MARK: Looking

  /// What `read` reads, in its order.
  static let columns: SQL = """
    d.id, d.reminder, d.person, d.occasion, d.products, d.currency, d.before, d.after, d.since,
    d.state, d.reason, d.faults, d.channel, d.message, d.link, d.due_at, d.held_until,
    d.followed_at, d.created_at, d.decided_at
    """

  static func read(_ row: any Row, from first: Int = 0) throws -> StoredReminderDecision {
    let currency = row.optionalText(first + 5).flatMap(Currency.init)
    var decision = StoredReminderDecision(
      id: row.id(first), reminder: row.id(first + 1), person: row.id(first + 2),
      occasion: row.identifier(first + 3),
      products: try row.json(first + 4).elements?.compactMap(\.string) ?? [],
      prices: currency.map { currency in
        (
          Money(amount: row.integer(first + 6), currency: currency),
          Money(amount: row.integer(first + 7), currency: currency)
        )
      }, since: row.instant(first + 8), dueAt: row.instant(first + 15),
      createdAt: row.instant(first + 18), decidedAt: row.instant(first + 19))
    decision.state = try row.choice(first + 9)
    decision.reason = row.optionalText(first + 10).flatMap(ReminderReason.init(word:))
    if !row.isNull(first + 11) {
      decision.faults = StoredReminderDecision.faults(stored: try row.json(first + 11))
    }
    decision.channel = row.optionalText(first + 12).flatMap(ReminderChannel.init(word:))
    (decision.message, decision.link) = (row.optionalID(first + 13), row.optionalID(first + 14))
    decision.heldUntil = row.optionalInstant(first + 16)
    decision.followedAt = row.optionalInstant(first + 17)
    return decision
  }

  /// Whether it was decided before about somebody and something.
  /// - Throws: `DatabaseError`.
  func isKnown(_ reminder: ReminderID, of person: PersonID, _ occasion: Identifier) throws -> Bool {
    try scope.connection.first(
      """
      SELECT 1 FROM reminder_decisions {by reminder_decisions_by_person}
      WHERE app = \(scope.tenant) AND person = \(.id(person)) AND reminder = \(.id(reminder))
        AND occasion = \(.identifier(occasion))
      LIMIT 1
      """
    ) { _ in true } ?? false
  }

  /// When a person was reminded since then, of anything.
  /// - Throws: `DatabaseError`.
  func reminded(_ person: PersonID, since: Instant) throws -> [Instant] {
    try scope.connection.rows(
      """
      SELECT counted_at FROM reminder_decisions {by reminder_decisions_by_person}
      WHERE app = \(scope.tenant) AND person = \(.id(person)) AND counted_at > \(.instant(since))
      """
    ) { $0.instant(0) }
  }

  /// When the app may remind somebody again, who has so many for each hour; `nil` when it may now.
  /// - Throws: `DatabaseError`.
  func room(perHour: Int64) throws -> Instant? {
    guard perHour > 0 else { return scope.now.adding(milliseconds: Span.hourMilliseconds) }
    let since = scope.now.adding(milliseconds: -Span.hourMilliseconds)
    // The last but so many in this hour: when it is an hour old, there is room for one.
    return try scope.connection.first(
      """
      SELECT counted_at AS at FROM reminder_decisions {by reminder_decisions_counted}
      WHERE app = \(scope.tenant) AND counted_at > \(.instant(since))
        AND state = 'sent'
      UNION ALL \(ErasedSendings(scope).times(of: .reminder, since: since))
      ORDER BY at DESC LIMIT 1 OFFSET \(.integer(perHour - 1))
      """
    ) { $0.instant(0).adding(milliseconds: Span.hourMilliseconds + 1) }
  }

  /// Whether the text messages of 24 hours are used up.
  /// - Throws: `DatabaseError`.
  func isOutOfTexts(perDay: Int64) throws -> Bool {
    guard perDay > 0 else { return true }
    let since = scope.now.adding(milliseconds: -Span.dayMilliseconds)
    return try scope.connection.first(
      """
      SELECT texted_at AS at FROM reminder_decisions {by reminder_decisions_texted}
      WHERE app = \(scope.tenant) AND texted_at > \(.instant(since))
      UNION ALL \(ErasedSendings(scope).times(of: .reminderText, since: since))
      ORDER BY at DESC LIMIT 1 OFFSET \(.integer(perDay - 1))
      """
    ) { _ in true } ?? false
  }

  /// Those that were held until now, so many at most; nobody else gets them.
  /// - Throws: `DatabaseError`.
  func claimHeld(max: Int64) throws -> [StoredReminderDecision] {
    try scope.connection.rows(
      """
      SELECT \(Self.columns) FROM reminder_decisions AS d {by reminder_decisions_held}
      WHERE d.app = \(scope.tenant) AND d.held_until IS NOT NULL
        AND d.held_until <= \(scope.time)
      ORDER BY d.held_until LIMIT \(.integer(max)) {claimed}
      """
    ) { try Self.read($0) }
  }

  /// Those that are held and were due first before this, so many at most; nobody else gets them.
  /// Nobody holds one for longer than that.
  /// - Throws: `DatabaseError`.
  func claimHeld(dueBefore: Instant, max: Int64) throws -> [StoredReminderDecision] {
    try scope.connection.rows(
      """
      SELECT \(Self.columns) FROM reminder_decisions AS d {by reminder_decisions_held_by_due}
      WHERE d.app = \(scope.tenant) AND d.held_until IS NOT NULL
        AND d.due_at < \(.instant(dueBefore))
      ORDER BY d.due_at LIMIT \(.integer(max)) {claimed}
      """
    ) { try Self.read($0) }
  }

  /// The decision of a message.
  /// - Throws: `DatabaseError`.
  func find(of message: MessageID) throws -> StoredReminderDecision? {
    try scope.connection.first(
      """
      SELECT \(Self.columns) FROM reminder_decisions AS d {by reminder_decisions_by_message}
      WHERE d.app = \(scope.tenant) AND d.message = \(.id(message))
      """
    ) { try Self.read($0) }
  }

  /// Notes that somebody has followed the link of a message, if that is a reminder.
  /// - Returns: whether it is.
  /// - Throws: `DatabaseError`.
  static func noteFollowed(
    _ message: MessageID, of app: Int64, at: Instant, _ connection: any Connection
  ) throws -> Bool {
    try connection.run(
      """
      UPDATE reminder_decisions {by reminder_decisions_by_message}
      SET followed_at = COALESCE(followed_at, \(.instant(at)))
      WHERE app = \(.integer(app)) AND message = \(.id(message))
      """) > 0
  }

  // MARK: Erasing and merging people, and their export

  /// Forgets what was decided about a person.
  /// - Throws: `DatabaseError`.
  func forget(_ person: PersonID) throws {
    try ErasedSendings(scope).keepReminders(of: person)
    try scope.connection.send(
      """
      DELETE FROM reminder_orders {by reminder_orders_by_decision}
      WHERE app = \(scope.tenant) AND decision IN (
        SELECT id FROM reminder_decisions {by reminder_decisions_by_person}
        WHERE app = \(scope.tenant) AND person = \(.id(person)))
      """)
    try scope.connection.send(
      """
      DELETE FROM reminder_decisions {by reminder_decisions_by_person}
      WHERE app = \(scope.tenant) AND person = \(.id(person))
      """)
  }

  /// Makes what was decided about a merged person the survivor's.
  /// - Throws: `DatabaseError`.
  func move(from old: PersonID, to new: PersonID) throws {
    try scope.connection.send(
      """
      UPDATE reminder_decisions {by reminder_decisions_by_person} SET person = \(.id(new))
      WHERE app = \(scope.tenant) AND person = \(.id(old))
      """)
  }

  /// What was decided about a person, behind one of these.
  /// - Throws: `DatabaseError`.
  func page(
    of person: Identifier, behind last: (at: Instant, id: ReminderDecisionID)?, _ limit: Int
  ) throws -> [ExportRow] {
    let place: SQL? = last.map { "(d.created_at, d.id) > (\(.instant($0.at)), \(.id($0.id)))" }
    return try scope.connection.rows(
      """
      SELECT \(Self.columns) FROM reminder_decisions AS d {by reminder_decisions_by_person}
      WHERE d.app = \(scope.tenant) AND d.person = \(.identifier(person))\(and: [place])
      ORDER BY d.created_at, d.id LIMIT \(.integer(limit))
      """
    ) { row in
      let decision = try Self.read(row)
      return ExportRow(
        key: "\(decision.createdAt.milliseconds):\(decision.id.text)", json: decision.json)
    }
  }
}
