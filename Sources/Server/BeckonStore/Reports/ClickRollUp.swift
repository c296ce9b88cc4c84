import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The background reader that rolls clicks up.
public struct ClickRollUp {
  /// Clicks taken in one transaction, so that it stays short: on SQLite, no click is stored while
  /// it runs.
  public static let batchMax: Int64 = 250
  /// The same where others write meanwhile.
  public static let largeBatchMax: Int64 = 2_000
  /// Its name among the `Loops`.
  public static let loop = LinkStatistics.loop

  private let connection: any Connection
  private let days: (Int64) throws -> AppContext?
  private let batchMax: Int64

  /// Works in this transaction; `context` gives an app by number.
  public init(
    _ connection: any Connection, batchMax: Int64 = ClickRollUp.batchMax,
    context: @escaping (Int64) throws -> AppContext?
  ) {
    self.connection = connection
    self.batchMax = batchMax
    days = context
  }

  /// A click, with what else is asked of its link.
  private struct Row {
    let click: CountedClick
    let campaign: Identifier?
    let message: MessageID?
  }

  /// Takes the next batch, and gives how many clicks it held; 0 when all are rolled up.
  /// - Throws: `DatabaseError`.
  public func run() throws -> Int {
    let loops = Loops(connection)
    guard let position = try loops.claim(Self.loop) else { return 0 }
    let rows = try next(behind: position)
    let clicks = rows.map(\.click)
    guard let last = clicks.last?.seq else { return 0 }
    let contexts = try Dictionary(
      uniqueKeysWithValues: Set(clicks.map(\.app)).map { ($0, try days($0)) })
    let zones = try contexts.compactMapValues { try $0.map(zone(of:)) }
    let firsts = try firsts(among: clicks)
    var counts: [LinkDay: Int64] = [:]
    var daily: [Int64: DailyCells] = [:]
    for (index, row) in rows.enumerated() {
      let click = row.click
      let day = zones[click.app]?.day(of: click.at) ?? ""
      for place in LinkDay.places(of: click, on: day, isFirst: firsts.contains(index)) {
        counts[place, default: 0] += 1
      }
      guard click.isClick else { continue }
      var cell = DailyCell(day, .click)
      (cell.campaign, cell.platform) = (row.campaign, click.platform)
      daily[click.app, default: DailyCells()].add(DailyAmount(), at: cell)
    }
    for index in firsts.sorted() { try noteFollowed(rows[index], contexts) }
    try LinkDay.add(counts, connection)
    for (app, cells) in daily where try DailyClicks(connection).hasBegun(app) {
      try DailyCounter.add(cells, of: app, connection)
    }
    try loops.move(Self.loop, to: last)
    return clicks.count
  }

  /// The days by which an app's clicks are counted: after it has set another zone those of the
  /// former one, until the clicks that are counted are being moved.
  private func zone(of app: AppContext) throws -> LocalDays {
    if let zone = try ClickZone.find(of: app.number, connection) { return app.days(of: zone.zone) }
    try ClickZone(app.zone).store(of: app.number, connection)
    return app.days(of: app.zone)
  }

  private func next(behind position: Int64) throws -> [Row] {
    try connection.rows(
      """
      SELECT \(CountedClick.columns), links.campaign, links.message FROM clicks
      LEFT JOIN links ON links.app = clicks.app AND links.id = clicks.link
      WHERE seq > \(.integer(position)) {settled seq} ORDER BY seq
      LIMIT \(.integer(batchMax))
      """
    ) { row in
      Row(
        click: CountedClick(row), campaign: row.optionalIdentifier(CountedClick.width),
        message: row.optionalID(CountedClick.width + 1))
    }
  }

  /// The places of those clicks whose visitors are new to the link; of several by one, the first.
  private func firsts(among clicks: [CountedClick]) throws -> Set<Int> {
    // In the order of the key, so that neighbours meet on one page.
    let asked = clicks.indices.filter { clicks[$0].mayBeFirst }
      .sorted { clicks[$0].key < clicks[$1].key }
    let isNew = try connection.insertNew(asked.map { clicks[$0].visit }, by: Self.visitors)
    return Set(zip(asked, isNew).filter(\.1).map(\.0))
  }

  private static let visitors = Insertion(
    "link_visitors", key: [.integer("app"), .identifier("link"), .identifier("visitor")],
    [.integer("first_click")])

  /// Who follows a link of a message for the first time has followed the message.
  private func noteFollowed(_ row: Row, _ contexts: [Int64: AppContext?]) throws {
    let (number, at) = (row.click.app, row.click.at)
    guard let message = row.message, let app = contexts[number] ?? nil else { return }
    if try ReminderDecisions.noteFollowed(message, of: number, at: at, connection) { return }
    try Invites.noteFollowed(message, of: app, at: at, connection)
  }

  /// Clicks that are stored and not yet rolled up; counted as far as two batches go.
  /// - Throws: `DatabaseError`.
  public static func lag(_ connection: any Connection) throws -> Int64 {
    try connection.first(
      """
      SELECT COUNT(*) FROM (
        SELECT 1 FROM clicks WHERE seq > $1 {settled seq} LIMIT $2) AS waiting
      """, [.integer(try Loops(connection).position(of: loop)), .integer(2 * batchMax)]
    ) { $0.integer(0) } ?? 0
  }
}
