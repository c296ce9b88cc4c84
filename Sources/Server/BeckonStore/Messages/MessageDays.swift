import BeckonDatabase
import BeckonModel

/// How many messages an app has asked for, by day in UTC.
struct MessageDays {
  let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// Counts a message that would be written, whether or not it is: so that who asks for an address
  /// cannot tell by the time whether it is known.
  /// - Throws: `DatabaseError`.
  func noteAsked() throws { try add(asked: 1, queued: 0) }

  /// Takes one of the day's messages.
  /// - Returns: whether there is one left.
  /// - Throws: `DatabaseError`.
  func take() throws -> Bool {
    guard try queued() < scope.app.settings.mail?.perDay ?? 0 else { return false }
    try add(asked: 0, queued: 1)
    return true
  }

  /// How many of the day's messages are taken.
  /// - Throws: `DatabaseError`.
  func queued() throws -> Int64 {
    try scope.connection.first(
      """
      SELECT queued FROM message_days WHERE app = \(scope.tenant) AND day = \(.integer(day))
      """
    ) { $0.integer(0) } ?? 0
  }

  private var day: Int64 { scope.now.milliseconds / Span.dayMilliseconds }

  private func add(asked: Int64, queued: Int64) throws {
    try scope.connection.send(
      """
      INSERT INTO message_days (app, day, asked, queued) VALUES ($1, $2, $3, $4)
      ON CONFLICT (app, day) DO UPDATE SET
        asked = message_days.asked + excluded.asked, queued = message_days.queued + excluded.queued
      """, [scope.tenant, .integer(day), .integer(asked), .integer(queued)])
  }
}
