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

  private struct Place: Hashable {
    let app: Int64
    let link: LinkID
    let day: String
    let platform: String
    let kind: String
  }

  /// A click, as far as it is counted.
  private struct Row {
    let seq: Int64
    let app: Int64
    let link: LinkID
    let at: Instant
    let kind: String
    let platform: String
    let visitor: Identifier
    let campaign: Identifier?
    let message: MessageID?

    var isClick: Bool { kind == "click" }
    /// Whether it is asked if its visitor is new to the link.
    var mayBeFirst: Bool { isClick && link != LongLink.any }
    /// The order of the rows of visitors; those of one visitor come as they clicked.
    var key: (Int64, Identifier, Identifier, Int64) { (app, link.identifier, visitor, seq) }
    var visit: [DatabaseValue] { [.integer(app), .id(link), .identifier(visitor)] }
  }

  /// Takes the next batch, and gives how many clicks it held; 0 when all are rolled up.
  /// - Throws: `DatabaseError`.
  public func run() throws -> Int {
    let loops = Loops(connection)
    guard let position = try loops.claim(Self.loop) else { return 0 }
    let clicks = try next(behind: position)
    guard let last = clicks.last?.seq else { return 0 }
    let contexts = try Dictionary(
      uniqueKeysWithValues: Set(clicks.map(\.app)).map { ($0, try days($0)) })
    let firsts = try firsts(among: clicks)
    var counts: [Place: Int64] = [:]
    var daily: [Int64: DailyCells] = [:]
    for (index, click) in clicks.enumerated() {
      let day = contexts[click.app]??.day(of: click.at) ?? ""
      for kind in firsts.contains(index) ? [click.kind, "unique"] : [click.kind] {
        let place = Place(
          app: click.app, link: click.link, day: day, platform: click.platform, kind: kind)
        counts[place, default: 0] += 1
      }
      guard click.isClick else { continue }
      var cell = DailyCell(day, .click)
      (cell.campaign, cell.platform) = (click.campaign, click.platform)
      daily[click.app, default: DailyCells()].add(DailyAmount(), at: cell)
    }
    for index in firsts.sorted() { try noteFollowed(clicks[index], contexts) }
    for (place, count) in counts { try add(count, at: place) }
    for (app, cells) in daily where try DailyClicks(connection).hasBegun(app) {
      try DailyCounter.add(cells, of: app, connection)
    }
    try loops.move(Self.loop, to: last)
    return clicks.count
  }

  private func next(behind position: Int64) throws -> [Row] {
    try connection.rows(
      """
      SELECT seq, clicks.app, link, at, kind, platform, visitor, links.campaign,
        clicks.long_link IS NOT NULL, links.message
      FROM clicks
      LEFT JOIN links ON links.app = clicks.app AND links.id = clicks.link
      WHERE seq > $1 {settled seq} ORDER BY seq LIMIT $2
      """, [.integer(position), .integer(batchMax)]
    ) { row in
      Row(
        seq: row.integer(0), app: row.integer(1),
        // All long links are one here: anybody can make up as many as they like.
        link: row.bool(8) ? LongLink.any : row.id(2), at: row.instant(3), kind: row.text(4),
        platform: row.text(5), visitor: row.identifier(6), campaign: row.optionalIdentifier(7),
        message: row.optionalID(9))
    }
  }

  /// The places of those clicks whose visitors are new to the link; of several by one, the first.
  private func firsts(among clicks: [Row]) throws -> Set<Int> {
    // In the order of the key, so that neighbours meet on one page.
    let asked = clicks.indices.filter { clicks[$0].mayBeFirst }
      .sorted { clicks[$0].key < clicks[$1].key }
    let isNew = try connection.insertNew(asked.map { clicks[$0].visit }, by: Self.visitors)
    return Set(zip(asked, isNew).filter(\.1).map(\.0))
  }

  private static let visitors = Insertion(
    "link_visitors", key: [.integer("app"), .identifier("link"), .identifier("visitor")])

  /// Who follows a link of a message for the first time has followed the message.
  private func noteFollowed(_ click: Row, _ contexts: [Int64: AppContext?]) throws {
    guard let message = click.message, let app = contexts[click.app] ?? nil else { return }
    if try ReminderDecisions.noteFollowed(message, of: click.app, at: click.at, connection) {
      return
    }
    try Invites.noteFollowed(message, of: app, at: click.at, connection)
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

  private func add(_ count: Int64, at place: Place) throws {
    try connection.send(
      """
      INSERT INTO link_days (app, link, day, platform, kind, count)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (app, link, day, platform, kind) DO UPDATE SET
        count = link_days.count + excluded.count
      """,
      [
        .integer(place.app), .id(place.link), .text(place.day), .text(place.platform),
        .text(place.kind), .integer(count),
      ])
  }
}
