import BeckonDatabase
import BeckonEngine
import BeckonModel

extension FeedFollower {
  /// Keeps the counts by day up to date.
  public static let dailyCounts = FeedFollower(
    "daily-counts", kinds: { Set(RollUp.all.flatMap(\.kinds)).union([.referred]) }, batchMax: 500,
    rebuild: { try DailyFill($0.connection).begin($0) }
  ) { scope, _ in
    try DailyFill(scope.connection).counts(daysOf: scope) ? DailyCounter(scope) : nil
  }
}

extension FollowerKey {
  /// The follower that counts an app's days.
  init(countsOf scope: Scope) {
    self.init(
      app: scope.app.number, name: FeedFollower.dailyCounts.name, id: scope.app.id.identifier)
  }
}

/// Counts things by day. What counts of each thing is kept beside the sums, so that a thing that
/// has changed is taken out where it was and put where it is: doing it again changes nothing.
struct DailyCounter: FeedReader {
  private let scope: Scope
  private let origins: Origins

  /// Works in this scope.
  init(_ scope: Scope) {
    self.scope = scope
    origins = Origins(scope)
  }

  func room(isByClient: Bool) -> Int64 { .max }

  /// So much of what hangs on rows is counted in one transaction, so that it stays short.
  static let partMax = 2_000

  func take(_ rows: [FeedRow]) throws -> Bool {
    var named = try NamedThings(
      rows.map { ($0.kind, $0.id, $0.body) }, referredMax: DailyFill.batchMax, scope)
    for rollUp in RollUp.all {
      try refresh(named.things(of: rollUp, max: Self.partMax), of: rollUp)
    }
    // As of when the rows were published of which this is left: until then all is counted.
    try Feed(scope).publish(named.rest, at: rows.map(\.at).min())
    return !named.rest.isEmpty
  }

  // MARK: What counts

  /// What counts in a period, as the rows say that are stored.
  func cells(of rollUps: [RollUp], in period: ReportPeriod) throws -> DailyCells {
    var cells = DailyCells()
    for rollUp in rollUps {
      var rest = try rollUp.within(scope, period)[...]
      while !rest.isEmpty {
        let things = Array(rest.prefix(DailyFill.batchMax))
        rest = rest.dropFirst(DailyFill.batchMax)
        let current = try rollUp.cells(scope, things, counted(things, of: rollUp), origins)
        for new in current.values { cells.change(from: DailyCells(), to: new) }
      }
    }
    return cells
  }

  // MARK: What changes

  /// What counted of things and what counts now, of those where the two differ.
  func changes(
    of things: [Identifier], in rollUp: RollUp
  ) throws -> [(id: Identifier, old: DailyCells, new: DailyCells)] {
    guard !things.isEmpty else { return [] }
    let counted = try self.counted(things, of: rollUp)
    let current = try rollUp.cells(scope, things, counted, origins)
    return things.compactMap { id in
      let (old, new) = (counted[id] ?? DailyCells(), current[id] ?? DailyCells())
      return old == new ? nil : (id, old, new)
    }
  }

  private static let counted = BulkStatement(
    "SELECT id, cells FROM daily_counted WHERE app = $1 AND roll_up = $2 AND id = $3",
    [.integer("app"), .text("roll_up"), .identifier("id")])

  func counted(
    _ things: [Identifier], of rollUp: RollUp
  ) throws -> [Identifier: DailyCells] {
    let rows = try scope.connection.rows(
      Self.counted, for: things.map { [scope.tenant, .text(rollUp.name), .identifier($0)] }
    ) { ($0.identifier(0), DailyCells(try $0.json(1))) }
    return Dictionary(rows) { first, _ in first }
  }

  /// Counts things as they are now, and gives of how many that changed anything.
  @discardableResult
  func refresh(_ things: [Identifier], of rollUp: RollUp) throws -> Int {
    let changes = try changes(of: things, in: rollUp)
    guard !changes.isEmpty else { return 0 }
    var difference = DailyCells()
    for change in changes { difference.change(from: change.old, to: change.new) }
    try scope.connection.send(
      Self.keep,
      for: changes.map { change in
        [scope.tenant, .text(rollUp.name), .identifier(change.id), .text(change.new.text)]
      })
    try Self.add(difference, of: scope.app.number, scope.connection)
    return changes.count
  }

  /// Adds to the sums.
  static func add(
    _ difference: DailyCells, of app: Int64, _ connection: any Connection
  ) throws {
    try connection.send(sums, for: difference.amounts.map { row(of: app, $0, $1) })
    let reduced = difference.reduced(to: DailyColumn.ofTotals)
    try connection.send(
      totals,
      for: reduced.amounts.map { cell, amount in
        [
          .integer(app), .text(cell.measure.rawValue), .text(cell.day),
          .identifier(cell.campaign ?? none), .text(cell.platform), .text(cell.unit),
          .text(cell.detail), .integer(amount.count), .integer(amount.total),
        ]
      })
  }

  private static let totals = BulkStatement(
    """
    INSERT INTO daily_totals (app, measure, day, campaign, platform, unit, detail, count, total)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9 {each} WHERE true
    ON CONFLICT (app, measure, day, campaign, platform, unit, detail) DO UPDATE SET
      count = daily_totals.count + excluded.count, total = daily_totals.total + excluded.total
    """,
    [
      .integer("app"), .text("measure"), .text("day"), .identifier("campaign"),
      .text("platform"), .text("unit"), .text("detail"), .integer("count"), .integer("total"),
    ])

  /// What counts nowhere is kept as such, since it may count again.
  private static let keep = BulkStatement(
    """
    INSERT INTO daily_counted (app, roll_up, id, cells) SELECT $1, $2, $3, $4 {each} WHERE true
    ON CONFLICT (app, roll_up, id) DO UPDATE SET cells = excluded.cells
    """, [.integer("app"), .text("roll_up"), .identifier("id"), .text("cells")])

  private static let sums = BulkStatement(
    """
    INSERT INTO daily_counts (app, measure, day, link, campaign, referrer, platform, unit, detail,
      count, total)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 {each} WHERE true
    ON CONFLICT (app, measure, day, link, campaign, referrer, platform, unit, detail) DO UPDATE SET
      count = daily_counts.count + excluded.count, total = daily_counts.total + excluded.total
    """,
    [
      .integer("app"), .text("measure"), .text("day"), .identifier("link"),
      .identifier("campaign"), .identifier("referrer"), .text("platform"), .text("unit"),
      .text("detail"), .integer("count"), .integer("total"),
    ])

  /// Nobody, in columns of a key, which cannot be `NULL`.
  static let none = Identifier(high: 0, low: 0)

  /// What a column of a key says; `nil` for nobody.
  static func known(_ identifier: Identifier) -> Identifier? {
    identifier == none ? nil : identifier
  }

  private static func row(
    of app: Int64, _ cell: DailyCell, _ amount: DailyAmount
  ) -> [DatabaseValue] {
    [
      .integer(app), .text(cell.measure.rawValue), .text(cell.day),
      .identifier(cell.link ?? none), .identifier(cell.campaign ?? none),
      .identifier(cell.referrer ?? none), .text(cell.platform), .text(cell.unit),
      .text(cell.detail), .integer(amount.count), .integer(amount.total),
    ]
  }
}
