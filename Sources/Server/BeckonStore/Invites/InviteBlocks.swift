import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// How invitations to numbers that begin alike are followed, by the day on which they were sent,
/// and which of these blocks are stopped.
struct InviteBlocks {
  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// All numbers of an app.
  static let everything = ""

  /// The blocks in which a number is counted.
  static func prefixes(of number: String) -> [String] {
    NumberBlock.Width.allCases.map { NumberBlock(of: number, $0).prefix }
  }

  private func key(_ prefix: String) -> Identifier { Self.key(prefix, scope.app.pepper) }

  private static func key(_ prefix: String, _ pepper: HashKey) -> Identifier {
    Identifier(hashing: "invite block", prefix, key: pepper)
  }

  private static func day(_ instant: Instant) -> Int64 {
    instant.milliseconds / Span.dayMilliseconds
  }

  // MARK: Counting

  /// Counts an invitation to a number.
  /// - Throws: `DatabaseError`.
  func noteSent(to number: String) throws {
    try add(number, sent: 1, followed: 0, day: scope.now)
  }

  /// Counts that an invitation was followed that was sent at some time.
  /// - Throws: `DatabaseError`.
  func noteFollowed(_ number: String, sentAt: Instant) throws {
    try add(number, sent: 0, followed: 1, day: sentAt)
  }

  private func add(_ number: String, sent: Int64, followed: Int64, day: Instant) throws {
    let keys = (Self.prefixes(of: number) + [Self.everything]).map(key)
    // In one order, so that two of them wait for each other in one direction.
    for key in keys.sorted() {
      try scope.connection.send(
        """
        INSERT INTO invite_days (app, block, day, sent, followed, at)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (app, block, day) DO UPDATE SET
          sent = invite_days.sent + excluded.sent,
          followed = invite_days.followed + excluded.followed
        """,
        [
          scope.tenant, .identifier(key), .integer(Self.day(day)), .integer(sent),
          .integer(followed), .instant(day),
        ])
    }
  }

  /// How many invitations to a block were followed.
  /// - Throws: `DatabaseError`.
  func followed(_ prefix: String) throws -> Int {
    try scope.connection.first(
      """
      SELECT CAST(COALESCE(SUM(followed), 0) AS BIGINT) FROM invite_days
      WHERE app = \(scope.tenant) AND block = \(.identifier(key(prefix)))
      """
    ) { Int($0.integer(0)) } ?? 0
  }

  // MARK: Stopping

  /// Whether nothing goes to a number because nobody follows what goes to its block. A block of
  /// which that has become plain is stopped now.
  /// - Returns: the block; whether it was stopped just now.
  /// - Throws: `DatabaseError`.
  func stop(for number: String) throws -> (prefix: String, isNew: Bool)? {
    var stopped: (prefix: String, isNew: Bool)?
    // All of them, so that they rest at the same time.
    for prefix in Self.prefixes(of: number) {
      let known = try stop(of: prefix)
      if let known, scope.now < known.until {
        stopped = stopped ?? (prefix, false)
        continue
      }
      // After a rest some go out again, and only these count.
      let first = known.map { Self.day($0.until) } ?? 0
      let all = try tally(Self.everything, from: 0)
      guard PumpingBreaker.stops(try tally(prefix, from: first), app: all) else { continue }
      try stop(prefix, times: (known?.times ?? 0) + 1)
      stopped = (prefix, true)
    }
    return stopped
  }

  private func stop(of prefix: String) throws -> (times: Int, until: Instant)? {
    try scope.connection.first(
      """
      SELECT times, until FROM invite_stops
      WHERE app = \(scope.tenant) AND block = \(.identifier(key(prefix)))
      """
    ) { (Int($0.integer(0)), $0.instant(1)) }
  }

  private func stop(_ prefix: String, times: Int) throws {
    let until = scope.now.adding(milliseconds: PumpingBreaker.restMilliseconds(times: times))
    try scope.connection.send(
      """
      INSERT INTO invite_stops (app, block, prefix, times, since, until)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (app, block) DO UPDATE SET
        times = excluded.times, since = excluded.since, until = excluded.until
      """,
      [
        scope.tenant, .identifier(key(prefix)), .text(prefix), .integer(times), scope.time,
        .instant(until),
      ])
  }

  /// Invitations of days that ended long enough ago for people to have followed them.
  private func tally(_ prefix: String, from first: Int64) throws -> PumpingBreaker.Tally {
    let ripe = scope.now.adding(milliseconds: -PumpingBreaker.ripeMilliseconds)
    let found = try scope.connection.first(
      """
      SELECT CAST(COALESCE(SUM(sent), 0) AS BIGINT),
        CAST(COALESCE(SUM(followed), 0) AS BIGINT)
      FROM invite_days
      WHERE app = \(scope.tenant) AND block = \(.identifier(key(prefix)))
        AND day >= \(.integer(first)) AND day < \(.integer(Self.day(ripe)))
      """
    ) { PumpingBreaker.Tally(sent: Int($0.integer(0)), followed: Int($0.integer(1))) }
    return found ?? PumpingBreaker.Tally(sent: 0, followed: 0)
  }
}
