import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Deletes what has been kept long enough. Money, referrals and the ids of money are kept for ever.
/// Every look-up goes by an index on time: this runs between other people's writes, and a walk over
/// a large table would make them wait.
public struct Retention {
  /// Rows of each kind deleted in one transaction, so that it stays short.
  public static let batchMax: Int64 = 2_000
  /// Hours for which answers are kept under their `Idempotency-Key`.
  public static let idempotencyHours: Int64 = 48

  private let connection: any Connection
  private let now: Instant

  /// Works in this transaction.
  public init(_ connection: any Connection, now: Instant) {
    self.connection = connection
    self.now = now
  }

  /// Deletes a batch of each kind, and gives how many rows went; 0 when nothing is too old.
  /// - Throws: `DatabaseError`.
  public func run() throws -> Int {
    // Two servers that delete the same rows would only wait for each other.
    guard try Loops(connection).claim("retention") != nil else { return 0 }
    var deleted = 0
    let apps = try connection.rows("SELECT number, settings FROM apps", []) { row in
      let days = try row.json(1)["retention_days"]
      let defaults = RetentionDays()
      return (
        number: row.integer(0), clicks: days?["clicks"]?.integer ?? defaults.clicks,
        events: days?["events"]?.integer ?? defaults.events
      )
    }
    for app in apps {
      deleted += try forgetEvents(app.number, days: app.events)
      deleted += try forgetClicks(app.number, days: app.clicks)
      deleted += try forgetDecisions(app.number, days: app.clicks)
    }
    deleted += try forgetAnswers()
    deleted += try connection.run(
      """
      DELETE FROM sign_in_tokens WHERE (app, digest) IN (
        SELECT app, digest FROM sign_in_tokens WHERE expires_at < $1 LIMIT $2)
      """, [.instant(now), .integer(Self.batchMax)])
    deleted += try connection.run(
      """
      DELETE FROM fact_ids WHERE (app, id) IN (
        SELECT app, id FROM fact_ids WHERE at < $1 LIMIT $2)
      """,
      [
        .integer(now.milliseconds - Limits.factIDDays * Span.dayMilliseconds),
        .integer(Self.batchMax),
      ])
    deleted += try forgetDeliveries()
    return deleted
  }

  /// Answers under an `Idempotency-Key`, and the marks of whom they tell.
  private func forgetAnswers() throws -> Int {
    let bounds: [DatabaseValue] = [
      .integer(now.milliseconds - Self.idempotencyHours * Span.hourMilliseconds),
      .integer(Self.batchMax),
    ]
    // The same answers in both: they are counted off in one order.
    try connection.run(
      """
      DELETE FROM idempotency_people WHERE (app, key) IN (
        SELECT app, key FROM idempotency WHERE at < $1 ORDER BY at, app, key LIMIT $2)
      """, bounds)
    return try connection.run(
      """
      DELETE FROM idempotency WHERE (app, key) IN (
        SELECT app, key FROM idempotency WHERE at < $1 ORDER BY at, app, key LIMIT $2)
      """, bounds)
  }

  private func forgetDeliveries() throws -> Int {
    let bounds: [DatabaseValue] = [
      .integer(now.milliseconds - Limits.webhookDays * Span.dayMilliseconds),
      .integer(Self.batchMax),
    ]
    let rows = try connection.run(
      """
      DELETE FROM webhook_outbox WHERE seq IN (
        SELECT seq FROM webhook_outbox WHERE at < $1 LIMIT $2)
      """, bounds)
    return rows
      + (try connection.run(
        """
        DELETE FROM webhook_deliveries WHERE (app, webhook, id) IN (
          SELECT app, webhook, id FROM webhook_deliveries WHERE created_at < $1 LIMIT $2)
        """, bounds))
  }

  /// Facts, postbacks, and what apps told Apple. An install's value is asked for as long as its
  /// last window lasts.
  private func forgetEvents(_ app: Int64, days: Int64) throws -> Int {
    let window = ConversionWindow.third.endMilliseconds / Span.dayMilliseconds
    var deleted = try connection.run(
      """
      DELETE FROM facts WHERE seq IN (
        SELECT seq FROM facts WHERE app = $1 AND received_at < $2 LIMIT $3)
      """, times(app, days: days))
    deleted += try connection.run(
      """
      DELETE FROM postbacks WHERE app = $1 AND id IN (
        SELECT id FROM postbacks WHERE app = $1 AND id < $2 LIMIT $3)
      """, ids(app, days: days))
    deleted += try connection.run(
      """
      DELETE FROM conversion_values WHERE app = $1 AND install IN (
        SELECT install FROM conversion_values WHERE app = $1 AND install < $2 LIMIT $3)
      """, ids(app, days: max(days, window)))
    return deleted
  }

  /// Clicks, with what ad networks said about them, and openings.
  private func forgetClicks(_ app: Int64, days: Int64) throws -> Int {
    var deleted = try connection.run(
      """
      DELETE FROM clicks WHERE seq IN (
        SELECT seq FROM clicks WHERE app = $1 AND id < $2 LIMIT $3)
      """, ids(app, days: days))
    deleted += try connection.run(
      """
      DELETE FROM click_parameters WHERE app = $1 AND click IN (
        SELECT click FROM click_parameters WHERE app = $1 AND click < $2 LIMIT $3)
      """, ids(app, days: days))
    deleted += try connection.run(
      """
      DELETE FROM opens WHERE seq IN (
        SELECT seq FROM opens WHERE app = $1 AND at < $2 LIMIT $3)
      """, times(app, days: days))
    return deleted
  }

  /// A decision holds the clicks that were looked at, so it goes with them, and what Apple said of
  /// the install goes with the decision.
  private func forgetDecisions(_ app: Int64, days: Int64) throws -> Int {
    var deleted = try connection.run(
      """
      DELETE FROM decisions WHERE app = $1 AND install IN (
        SELECT install FROM decisions WHERE app = $1 AND install < $2 LIMIT $3)
      """, ids(app, days: days))
    deleted += try connection.run(
      """
      DELETE FROM apple_ads_tokens WHERE app = $1 AND install IN (
        SELECT install FROM apple_ads_tokens WHERE app = $1 AND install < $2 LIMIT $3)
      """, ids(app, days: days))
    return deleted
  }

  /// The tenant, the time before which it is too long ago, and how many.
  private func times(_ app: Int64, days: Int64) -> [DatabaseValue] {
    [
      .integer(app), .integer(now.milliseconds - days * Span.dayMilliseconds),
      .integer(Self.batchMax),
    ]
  }

  /// The same with the first id of that time: ids of clicks, installs and postbacks sort by time,
  /// so the oldest are found by key.
  private func ids(_ app: Int64, days: Int64) -> [DatabaseValue] {
    let before = now.adding(milliseconds: -days * Span.dayMilliseconds)
    return [
      .integer(app), .identifier(Identifier.earliest(at: before)), .integer(Self.batchMax),
    ]
  }
}
