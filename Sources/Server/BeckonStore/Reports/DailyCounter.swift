import BeckonDatabase
import BeckonEngine
import BeckonModel

extension FeedFollower {
  /// Keeps the counts by day up to date.
  public static let dailyCounts = FeedFollower(
    "daily-counts", kinds: { Set(RollUp.all.flatMap(\.things.keys)) }, batchMax: 500,
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
  private let thingsMax: Int

  /// Works in this scope, and counts so many things of each roll-up in a transaction.
  init(_ scope: Scope, thingsMax: Int = 1_000) {
    self.scope = scope
    self.thingsMax = thingsMax
  }

  func room(isByClient: Bool) -> Int64 { .max }

  /// Takes as many rows as mean no more things than one transaction counts. What one row means
  /// beyond that is counted by transactions of its own.
  func take(_ rows: [FeedRow]) throws -> Int {
    if let first = rows.first, first.kind == .recount {
      try Recount(first)?.goOn(scope, portion: thingsMax)
      return 1
    }
    return try count(Array(rows.prefix { $0.kind != .recount }))
  }

  private func count(_ rows: [FeedRow]) throws -> Int {
    let named = Self.named(rows.map { ($0.kind, $0.id) })
    let meant = try RollUp.all.map { rollUp in
      (rollUp, things: try Self.things(of: rollUp, named, scope, limit: thingsMax))
    }
    guard rows.count == 1 || meant.allSatisfy({ $0.things.count <= thingsMax }) else {
      return try count(Array(rows.prefix(rows.count / 2)))
    }
    for (rollUp, things) in meant {
      if things.count <= thingsMax {
        try refresh(things, of: rollUp)
      } else if let row = rows.first {
        try Recount(row, of: rollUp)?.publish(scope)
      }
    }
    return rows.count
  }

  // MARK: Which things

  /// What rows of the feed name, by kind, each once.
  static func named(_ rows: [(kind: FeedKind?, id: Identifier)]) -> [FeedKind: [Identifier]] {
    var named: [FeedKind: Set<Identifier>] = [:]
    for row in rows { if let kind = row.kind { named[kind, default: []].insert(row.id) } }
    return named.mapValues { $0.sorted() }
  }

  /// The things of a roll-up that are meant, in the order of their ids; of more than `limit` some,
  /// but more than these.
  static func things(
    of rollUp: RollUp, _ named: [FeedKind: [Identifier]], _ scope: Scope, limit: Int = .max
  ) throws -> [Identifier] {
    let portion = RollUp.Portion(limit: limit == .max ? .max : Int64(limit) + 1)
    var things: Set<Identifier> = []
    for (kind, find) in rollUp.things {
      var rest = (named[kind] ?? [])[...]
      while !rest.isEmpty, things.count <= limit {
        things.formUnion(try find(scope, Array(rest.prefix(lookedAtOnce)), portion))
        rest = rest.dropFirst(lookedAtOnce)
      }
    }
    return things.sorted()
  }

  /// Rows of the feed whose things are looked for by one statement: one row may mean any number.
  private static let lookedAtOnce = 20

  // MARK: What counts

  /// What counts in a period, as the rows say that are stored.
  func cells(of rollUps: [RollUp], in period: ReportPeriod) throws -> DailyCells {
    var cells = DailyCells()
    for rollUp in rollUps {
      var rest = try rollUp.within(scope, period)[...]
      while !rest.isEmpty {
        let things = Array(rest.prefix(DailyFill.batchMax))
        rest = rest.dropFirst(DailyFill.batchMax)
        let current = try rollUp.cells(scope, things, counted(things, of: rollUp))
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
    let current = try rollUp.cells(scope, things, counted)
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
