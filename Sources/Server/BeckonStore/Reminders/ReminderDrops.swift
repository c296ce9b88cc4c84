import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Prices that fell and products that came back, by the word of the app's server, and how far those
/// whom it concerns have been gone through, by the number of the visitor. A row without a currency
/// is of a product that came back.
struct ReminderDrops {
  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// What became of a product, which is being told of.
  struct Drop {
    let reminder: ReminderID
    let id: Identifier
    let product: Int64
    /// What it cost and costs; `nil` of a product that has come back.
    let prices: (before: Money, after: Money)?
    /// The last visitor who was looked at.
    let visitor: Int64
    let at: Instant
  }

  /// The latest change of a product's price in each currency, if it is a fall that the app's server
  /// told of.
  /// - Throws: `DatabaseError`.
  func falls(
    of product: Identifier
  ) throws -> [(id: Identifier, before: Money, after: Money, at: Instant)] {
    var seen: Set<TextKey> = []
    let rows = try scope.connection.rows(
      """
      SELECT id, currency, before, after, at, told_by FROM product_prices
      WHERE app = \(scope.tenant) AND product = \(.identifier(product))
      ORDER BY id DESC LIMIT \(.integer(ReminderDrops.changesMax))
      """
    ) { row in
      (
        id: row.identifier(0), currency: row.text(1),
        before: row.isNull(2) ? nil : row.integer(2), after: row.isNull(3) ? nil : row.integer(3),
        at: row.instant(4), by: try row.choice(5, Trust.self)
      )
    }
    return rows.compactMap { row in
      guard seen.insert(TextKey(row.currency)).inserted, row.by == .server,
        let before = row.before, let after = row.after, after < before,
        let currency = Currency(row.currency),
        scope.now.milliseconds(since: row.at) < ReminderLimits.newsHours * Span.hourMilliseconds
      else { return nil }
      return (
        row.id, Money(amount: before, currency: currency),
        Money(amount: after, currency: currency), row.at
      )
    }
  }

  /// Changes that are looked at: one for each currency that a product may have, and more.
  private static let changesMax: Int64 = 50

  /// Notes what became of a product, once.
  /// - Parameter prices: what it cost and costs; `nil` of one that has come back.
  /// - Throws: `DatabaseError`.
  func note(
    _ id: Identifier, of product: Int64, _ prices: (before: Money, after: Money)?, at: Instant,
    for reminder: Reminder
  ) throws {
    let delay = reminder.settings.delayMinutes * Span.minuteMilliseconds
    try scope.connection.send(
      """
      INSERT INTO reminder_drops (app, reminder, id, product, currency, before, after, visitor,
        due_at, at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8, $9) ON CONFLICT (app, reminder, id) DO NOTHING
      """,
      [
        scope.tenant, .id(reminder.id), .identifier(id), .integer(product),
        .text(prices?.after.currency.code ?? ""), .integer(prices?.before.amount ?? 0),
        .integer(prices?.after.amount ?? 0), .instant(at.adding(milliseconds: delay)),
        .instant(at),
      ])
  }

  /// What is due for longest, which nobody else is going through; `nil` when nothing is.
  /// - Throws: `DatabaseError`.
  func claim() throws -> Drop? {
    try scope.connection.first(
      """
      SELECT reminder, id, product, currency, before, after, visitor, at
      FROM reminder_drops {by reminder_drops_due}
      WHERE app = \(scope.tenant) AND due_at IS NOT NULL AND due_at <= \(scope.time)
      ORDER BY due_at LIMIT 1 {claimed}
      """
    ) { row in
      let prices = Currency(row.text(3)).map { currency in
        (
          Money(amount: row.integer(4), currency: currency),
          Money(amount: row.integer(5), currency: currency)
        )
      }
      return Drop(
        reminder: row.id(0), id: row.identifier(1), product: row.integer(2), prices: prices,
        visitor: row.integer(6), at: row.instant(7))
    }
  }

  /// Notes how far those whom it concerns were gone through; to the end when no visitor is left.
  /// - Throws: `DatabaseError`.
  func move(_ drop: Drop, behind visitor: Int64?) throws {
    let changes: SQL.Row =
      visitor.map { ["visitor": .integer($0)] } ?? ["due_at": .null]
    try scope.connection.send(
      """
      UPDATE reminder_drops \(set: changes)
      WHERE app = \(scope.tenant) AND reminder = \(.id(drop.reminder))
        AND id = \(.identifier(drop.id))
      """)
  }
}
