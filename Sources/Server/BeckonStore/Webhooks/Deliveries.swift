import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What webhooks are sent, and have been.
public struct Deliveries {
  /// A claim holds for so long: twice what an attempt may take. The delivery of a server that
  /// crashes meanwhile is sent again, by whichever server comes first.
  public static let leaseMilliseconds: Int64 = 30_000

  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  // MARK: Sending

  /// Active webhooks with deliveries that are due, of all apps.
  /// - Throws: `DatabaseError`.
  public static func due(
    at now: Instant, _ connection: any Connection
  ) throws -> [(app: Int64, webhook: WebhookID, form: String, isFailing: Bool)] {
    try connection.rows(
      """
      SELECT app, id, form, failing_since FROM webhooks AS w WHERE state = 'active' AND EXISTS (
        SELECT 1 FROM webhook_deliveries AS d {by webhook_deliveries_due}
        WHERE d.app = w.app AND d.webhook = w.id AND d.by_client IN (0, 1)
          AND d.state = 'pending' AND d.due_at <= $1)
      ORDER BY app, id
      """, [.instant(now)]
    ) { row in
      (app: row.integer(0), webhook: row.id(1), form: row.text(2), isFailing: !row.isNull(3))
    }
  }

  /// Takes deliveries of a webhook that are due and that nobody else is sending, the longest due
  /// first; those of what clients said only when there are no others.
  /// - Throws: `DatabaseError`.
  public func claim(_ id: WebhookID, limit: Int) throws -> [ClaimedDelivery] {
    guard let webhook = try Webhooks(scope).find(id), webhook.state == .active,
      let form = scope.app.webhookForms[webhook.form]
    else { return [] }
    var claimed = try due(webhook, form, isByClient: false, limit: limit)
    if claimed.count < limit {
      claimed += try due(webhook, form, isByClient: true, limit: limit - claimed.count)
    }
    for delivery in claimed {
      try delivery.lease.take(
        for: Self.leaseMilliseconds, at: scope.now, scope.connection)
    }
    return claimed
  }

  private func due(
    _ webhook: Webhook, _ form: WebhookForm, isByClient: Bool, limit: Int
  ) throws -> [ClaimedDelivery] {
    try scope.connection.rows(
      """
      SELECT id, topic, body, attempts, begun_at FROM webhook_deliveries
        {by webhook_deliveries_due}
      WHERE app = $1 AND webhook = $2 AND by_client = $3 AND state = 'pending' AND due_at <= $4
      ORDER BY due_at LIMIT $5 {claimed}
      """,
      [
        scope.tenant, .id(webhook.id), .bool(isByClient), scope.time, .integer(Int64(limit)),
      ]
    ) { row in
      let id: DeliveryID = row.id(0)
      return ClaimedDelivery(
        id: id, webhook: webhook, form: form, topic: row.text(1), body: row.text(2),
        attempt: Int(row.integer(3)) + 1, begun: row.instant(4),
        lease: Lease(
          "webhook_deliveries",
          "app = \(scope.tenant) AND webhook = \(.id(webhook.id)) AND id = \(.id(id))",
          scope.ambient))
    }
  }

  /// Notes what came of an attempt. `nil` when the lease had ended and another server has taken the
  /// delivery since; then that one's attempt counts.
  /// - Throws: `DatabaseError`.
  public func record(
    _ attempt: DeliveryAttempt, of claimed: ClaimedDelivery
  ) throws -> DeliveryVerdict? {
    guard let log = try claimed.lease.read("log", scope.connection, { try $0.json(0) }),
      let found = try Webhooks(scope).find(claimed.webhook.id)
    else { return nil }
    let webhook = found.looked(at: scope.now, isFormKnown: true)
    let verdict = DeliveryVerdict(
      of: attempt,
      DeliveryVerdict.Standing(
        attempt: claimed.attempt, begun: claimed.begun, failingSince: webhook.failingSince,
        retries: claimed.form.retries), now: scope.now, chance: scope.ambient.random())
    let attempts = (log.elements ?? []).suffix(Limits.webhookLogAttempts - 1) + [attempt.json]
    try store(verdict, .array(Array(attempts)), claimed)
    var changed = verdict.disabling.map { webhook.disabled(for: $0, at: scope.now) } ?? webhook
    changed.failingSince = verdict.failingSince
    try Webhooks(scope).note(changed, of: found)
    return verdict
  }

  /// Gives a claimed delivery back untried, because this server stops.
  /// - Throws: `DatabaseError`.
  public func release(_ claimed: ClaimedDelivery) throws {
    try claimed.lease.giveBack(["due_at": scope.time], scope.connection)
  }

  private func store(
    _ verdict: DeliveryVerdict, _ log: JSON, _ claimed: ClaimedDelivery
  ) throws {
    let (state, due): (DeliveryState, Instant) =
      switch verdict.delivery {
      case .delivered: (.delivered, scope.now)
      case .failed: (.failed, scope.now)
      case .retry(let at): (.pending, at)
      }
    let changes: SQL.Row = [
      "state": .text(state.rawValue), "due_at": .instant(due),
      "attempts": .integer(claimed.attempt), "log": .json(log),
      "settled_at": state == .pending ? .null : scope.time,
    ]
    try claimed.lease.giveBack(changes, scope.connection)
  }

  // MARK: Erasing and merging people

  /// Deletes what was sent of an erased subject, or waits to be.
  /// - Parameter trust: by whom it was said; `nil` for all.
  /// - Throws: `DatabaseError`.
  func forget(_ subject: Identifier, byClient: Bool) throws {
    let said: [SQL?] = [byClient ? "by_client = 1" : nil]
    // What waits is not sent any more.
    try scope.connection.send(
      """
      DELETE FROM webhook_deliveries {by webhook_deliveries_by_subject}
      WHERE app = \(scope.tenant) AND subject = \(.identifier(subject)) AND state = 'pending'
        \(and: said)
      """)
    try Leftovers(scope).begin(
      byClient ? .forgetClaimedDeliveries : .forgetDeliveries, on: subject)
  }

  /// Makes what is sent of a person that of the one into whom they were merged.
  /// - Throws: `DatabaseError`.
  func move(from old: PersonID, to new: PersonID) throws {
    try Leftovers(scope).begin(.moveDeliveries, on: old.identifier, to: new.identifier)
  }

  // MARK: Looking

  /// Deliveries of a webhook that wait, of what clients said or of all else, counted as far as the
  /// limit goes.
  /// - Throws: `DatabaseError`.
  public func backlog(of id: WebhookID, isByClient: Bool = false) throws -> Int64 {
    try scope.connection.first(
      """
      SELECT COUNT(*) FROM (
        SELECT 1 FROM webhook_deliveries {by webhook_deliveries_due}
        WHERE app = $1 AND webhook = $2 AND by_client = $3 AND state = 'pending' LIMIT $4)
        AS waiting
      """,
      [
        scope.tenant, .id(id), .bool(isByClient), .integer(Int64(Limits.webhookBacklog)),
      ]
    ) { $0.integer(0) } ?? 0
  }

  /// The delivery of this id.
  /// - Throws: `DatabaseError`.
  public func find(_ id: DeliveryID, of webhook: WebhookID) throws -> Delivery? {
    try scope.connection.first(
      """
      SELECT \(Self.columns) FROM webhook_deliveries
      WHERE app = \(scope.tenant) AND webhook = \(.id(webhook)) AND id = \(.id(id))
      """, Self.read)
  }

  /// A page of a webhook's deliveries, newest first, of one state or of all, from before an id on.
  /// - Throws: `DatabaseError`.
  public func page(
    of webhook: WebhookID, state: DeliveryState?, before: DeliveryID?, limit: Int
  ) throws -> [Delivery] {
    let filters: [SQL?] = [
      before.map { "id < \(.id($0))" }, state.map { "state = \(.text($0.rawValue))" },
    ]
    return try scope.connection.rows(
      """
      SELECT \(Self.columns) FROM webhook_deliveries
      WHERE app = \(scope.tenant) AND webhook = \(.id(webhook)) \(and: filters)
      ORDER BY id DESC LIMIT \(.integer(limit))
      """, Self.read)
  }

  /// What `read` reads, in its order.
  private static let columns: SQL = "id, topic, state, due_at, log, created_at, settled_at"

  private static func read(_ row: any Row) throws -> Delivery {
    Delivery(
      id: row.id(0), topic: row.text(1), state: try row.choice(2), dueAt: row.instant(3),
      log: try row.json(4), createdAt: row.instant(5), settledAt: row.optionalInstant(6))
  }
}
