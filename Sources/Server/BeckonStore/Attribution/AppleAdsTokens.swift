import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Attribution tokens of AdServices that apps sent, until Apple has answered.
public struct AppleAdsTokens {
  /// Tokens asked about at a time.
  public static let batchMax: Int64 = 20
  /// Milliseconds after which another server asks about a token, if the one that took it is gone.
  private static let leaseMilliseconds = Span.minuteMilliseconds

  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Keeps an install's token, to ask Apple about it soon. The first one counts.
  /// - Throws: `DatabaseError`.
  public func add(_ token: String, for install: InstallID) throws {
    try scope.connection.send(
      """
      INSERT INTO apple_ads_tokens
        (app, install, token, received_at, due_at, not_found_count, failure_count)
      VALUES ($1, $2, $3, $4, $4, 0, 0) ON CONFLICT DO NOTHING
      """, [scope.tenant, .id(install), .text(token), scope.time])
  }

  /// What is known of an install's token: `waiting`, or what became of it, with Apple's record.
  /// `nil` when the app sent none.
  /// - Throws: `DatabaseError`.
  public func describe(_ install: InstallID) throws -> JSON? {
    try scope.connection.first(
      "SELECT outcome, record FROM apple_ads_tokens WHERE app = $1 AND install = $2",
      [scope.tenant, .id(install)]
    ) { row in
      .object([
        "outcome": .string(row.optionalText(0) ?? "waiting"), "record": try row.optionalJSON(1),
      ])
    }
  }

  /// Deletes an install's token and what came of it.
  /// - Throws: `DatabaseError`.
  func forget(_ install: InstallID) throws {
    try scope.connection.send(
      "DELETE FROM apple_ads_tokens WHERE app = $1 AND install = $2", [scope.tenant, .id(install)])
  }

  // MARK: Asking Apple

  /// A token that is due.
  public struct Due: Sendable {
    /// The tenant's number.
    public let app: Int64
    /// The install.
    public let install: InstallID
    /// The token.
    public let token: String
    /// How it went so far.
    public let trial: AppleAdsTrial
    let lease: Lease
  }

  /// Whether any token is due.
  /// - Throws: `DatabaseError`.
  public static func isAnyDue(at now: Instant, _ connection: any Connection) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM apple_ads_tokens WHERE outcome IS NULL AND due_at <= $1 LIMIT 1",
      [.instant(now)]
    ) { _ in true } ?? false
  }

  /// Takes tokens that are due and that no other server has taken, of all apps, the longest due
  /// first.
  /// - Throws: `DatabaseError`.
  public static func claim(
    at now: Instant, _ ambient: Ambient, _ connection: any Connection
  ) throws -> [Due] {
    let due = try connection.rows(
      """
      SELECT app, install, token, received_at, not_found_count, failure_count
      FROM apple_ads_tokens WHERE outcome IS NULL AND due_at <= $1
      ORDER BY due_at LIMIT $2 {claimed}
      """, [.instant(now), .integer(batchMax)]
    ) { row in
      let (app, install) = (row.integer(0), row.id(1, InstallID.self))
      return Due(
        app: app, install: install, token: row.text(2),
        trial: AppleAdsTrial(
          receivedAt: row.instant(3), notFoundCount: Int(row.integer(4)),
          failureCount: Int(row.integer(5))),
        lease: Lease(
          "apple_ads_tokens", "app = \(.integer(app)) AND install = \(.id(install))", ambient))
    }
    for token in due { try token.lease.take(for: leaseMilliseconds, at: now, connection) }
    return due
  }

  /// Stores what Apple answered about a token of this tenant, unless another server has taken it
  /// since. An install that an advertisement led to is decided so, unless a link was matched
  /// before: what the app was told stands.
  /// - Throws: `DatabaseError`.
  public func record(_ answer: AppleAdsAnswer, about due: Due) throws {
    var trial = due.trial
    switch trial.step(after: answer, now: scope.now) {
    case .again(let at):
      try due.lease.giveBack(
        [
          "due_at": .instant(at), "not_found_count": .integer(trial.notFoundCount),
          "failure_count": .integer(trial.failureCount),
        ], scope.connection)
    case .settled(let outcome): try settle(outcome, answer, due)
    }
  }

  private func settle(
    _ outcome: AppleAdsOutcome, _ answer: AppleAdsAnswer, _ due: Due
  ) throws {
    var record: JSON?
    if case .attributed(let json) = answer { record = json }
    // The token says nothing more once Apple has answered.
    let isHeld = try due.lease.giveBack(
      [
        "outcome": .text(outcome.rawValue), "record": .json(record), "token": .text(""),
        "settled_at": scope.time,
      ], scope.connection)
    guard isHeld, outcome == .attributed else { return }
    try Decisions(scope).decideByAppleAds(due.install)
  }
}
