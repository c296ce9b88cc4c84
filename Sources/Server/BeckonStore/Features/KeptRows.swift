import BeckonDatabase
import BeckonModel

/// Rows that are deleted when they have been kept long enough. Every statement goes by an index on
/// time: it runs between other people's writes, and a walk over a large table would make them wait.
struct KeptRows: Sendable {
  /// For how long.
  enum Length: Sendable {
    /// As long as the app keeps clicks, or events.
    case clicks, events
    /// As long as the app keeps events, but so many days at least.
    case eventsAtLeast(days: Int64)
    /// The same for all apps.
    case milliseconds(Int64)
  }

  /// What a statement compares with. Ids of clicks, installs and postbacks sort by time, so the
  /// oldest are found by key.
  enum Bound: Sendable { case time, id }

  let length: Length
  let bound: Bound
  /// The table, if it is split by month: a month that all apps have kept long enough goes as one.
  let months: StaticString?
  /// Statements that delete as many rows as one transaction may. Of rows that each app keeps as
  /// long as it likes, `$1` is the app, `$2` the bound and `$3` how many; of others `$1` and `$2`
  /// are these two.
  let statements: [StaticString]

  /// Rows of one or more tables that go together.
  init(
    for length: Length, by bound: Bound, months: StaticString? = nil, _ statements: StaticString...
  ) {
    self.length = length
    self.bound = bound
    self.months = months
    self.statements = statements
  }

  /// Deletes what is too old, up to about so many rows, and gives how many went.
  /// - Throws: `DatabaseError`.
  func delete(
    _ apps: [AppRetention], now: Instant, batchMax: Int64, _ connection: any Connection
  ) throws -> Int {
    func run(_ before: Instant, app: Int64?) throws -> Int {
      let end: DatabaseValue =
        bound == .time ? .instant(before) : .identifier(Identifier.earliest(at: before))
      let parameters = (app.map { [.integer($0)] } ?? []) + [end, .integer(batchMax)]
      return try statements.reduce(0) { try $0 + connection.run($1, parameters) }
    }
    if case .milliseconds(let length) = length {
      return try run(now.adding(milliseconds: -length), app: nil)
    }
    return try apps.reduce(0) { deleted, app in
      guard deleted < Int(batchMax) else { return deleted }
      return try deleted
        + run(now.adding(milliseconds: -milliseconds(of: app.days)), app: app.number)
    }
  }

  /// How long an app keeps them.
  func milliseconds(of days: RetentionDays) -> Int64 {
    switch length {
    case .clicks: days.clicks * Span.dayMilliseconds
    case .events: days.events * Span.dayMilliseconds
    case .eventsAtLeast(let least): max(days.events, least) * Span.dayMilliseconds
    case .milliseconds(let length): length
    }
  }
}

/// How long an app keeps its clicks and events.
struct AppRetention {
  let number: Int64
  let days: RetentionDays

  /// Every app's.
  /// - Throws: `DatabaseError`.
  static func all(_ connection: any Connection) throws -> [AppRetention] {
    try connection.rows("SELECT number, settings FROM apps", []) { row in
      let stored = try row.json(1)["retention_days"]
      var days = RetentionDays()
      days.clicks = stored?["clicks"]?.integer ?? days.clicks
      days.events = stored?["events"]?.integer ?? days.events
      return AppRetention(number: row.integer(0), days: days)
    }
  }
}
