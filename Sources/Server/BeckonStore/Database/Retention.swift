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
        app: row.integer(0), clicks: days?["clicks"]?.integer ?? defaults.clicks,
        events: days?["events"]?.integer ?? defaults.events
      )
    }
    for app in apps {
      deleted += try connection.run(
        """
        DELETE FROM facts WHERE seq IN (
          SELECT seq FROM facts WHERE app = $1 AND received_at < $2 LIMIT $3)
        """, bounds(app.app, days: app.events))
      deleted += try forgetClicks(app.app, days: app.clicks)
      deleted += try forgetPostbacks(app.app, days: app.events)
      deleted += try forgetAppleAds(app.app, days: app.clicks)
    }
    deleted += try forgetDecisions(apps.map { ($0.app, $0.clicks) })
    deleted += try connection.run(
      """
      DELETE FROM idempotency WHERE (app, key) IN (
        SELECT app, key FROM idempotency WHERE at < $1 LIMIT $2)
      """,
      [
        .integer(now.milliseconds - Self.idempotencyHours * Span.hourMilliseconds),
        .integer(Self.batchMax),
      ])
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

  /// Ids of clicks sort by time, so the oldest are found by id.
  private func forgetClicks(_ app: Int64, days: Int64) throws -> Int {
    let before = now.adding(milliseconds: -days * Span.dayMilliseconds)
    return try connection.run(
      """
      DELETE FROM clicks WHERE seq IN (
        SELECT seq FROM clicks WHERE app = $1 AND id < $2 LIMIT $3)
      """,
      [.integer(app), .identifier(Identifier.earliest(at: before)), .integer(Self.batchMax)])
  }

  /// Ids of postbacks and of installs sort by time.
  private func forgetPostbacks(_ app: Int64, days: Int64) throws -> Int {
    let before = now.adding(milliseconds: -days * Span.dayMilliseconds)
    let told = now.adding(
      milliseconds: -max(days * Span.dayMilliseconds, ConversionWindow.third.endMilliseconds))
    let deleted = try connection.run(
      """
      DELETE FROM postbacks WHERE app = $1 AND id IN (
        SELECT id FROM postbacks WHERE app = $1 AND id < $2 LIMIT $3)
      """,
      [.integer(app), .identifier(Identifier.earliest(at: before)), .integer(Self.batchMax)])
    return try deleted
      + connection.run(
        """
        DELETE FROM conversion_values WHERE app = $1 AND install IN (
          SELECT install FROM conversion_values WHERE app = $1 AND install < $2 LIMIT $3)
        """,
        [.integer(app), .identifier(Identifier.earliest(at: told)), .integer(Self.batchMax)])
  }

  /// What Apple said of an install goes with the decision about it.
  private func forgetAppleAds(_ app: Int64, days: Int64) throws -> Int {
    let before = now.adding(milliseconds: -days * Span.dayMilliseconds)
    return try connection.run(
      """
      DELETE FROM apple_ads_tokens WHERE app = $1 AND install IN (
        SELECT install FROM apple_ads_tokens WHERE app = $1 AND install < $2 LIMIT $3)
      """,
      [.integer(app), .identifier(Identifier.earliest(at: before)), .integer(Self.batchMax)])
  }

  /// A decision holds the clicks that were looked at, so it goes with them. Ids of installs sort by
  /// time, so the oldest are found by key.
  private func forgetDecisions(_ apps: [(app: Int64, days: Int64)]) throws -> Int {
    var deleted = 0
    for (app, days) in apps {
      let before = now.adding(milliseconds: -days * Span.dayMilliseconds)
      deleted += try connection.run(
        """
        DELETE FROM decisions WHERE app = $1 AND install IN (
          SELECT install FROM decisions WHERE app = $1 AND install < $2 LIMIT $3)
        """,
        [
          .integer(app), .identifier(Identifier.earliest(at: before)), .integer(Self.batchMax),
        ])
      deleted += try connection.run(
        """
        DELETE FROM click_parameters WHERE app = $1 AND click IN (
          SELECT click FROM click_parameters WHERE app = $1 AND click < $2 LIMIT $3)
        """,
        [
          .integer(app), .identifier(Identifier.earliest(at: before)), .integer(Self.batchMax),
        ])
      deleted += try connection.run(
        """
        DELETE FROM opens WHERE seq IN (
          SELECT seq FROM opens WHERE app = $1 AND at < $2 LIMIT $3)
        """, bounds(app, days: days))
    }
    return deleted
  }

  private func bounds(_ app: Int64, days: Int64) -> [DatabaseValue] {
    [
      .integer(app), .integer(now.milliseconds - days * Span.dayMilliseconds),
      .integer(Self.batchMax),
    ]
  }
}
