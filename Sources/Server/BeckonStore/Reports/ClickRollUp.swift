import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The background reader that rolls clicks up.
public struct ClickRollUp {
  /// Clicks taken in one transaction, so that it stays short: while it runs, no click is stored.
  public static let batchMax: Int64 = 1_000
  /// Its name among the `Loops`.
  public static let loop = LinkStatistics.loop

  private let connection: any Connection
  private let days: (Int64) throws -> AppContext?

  /// Works in this transaction; `context` gives an app by number.
  public init(_ connection: any Connection, context: @escaping (Int64) throws -> AppContext?) {
    self.connection = connection
    days = context
  }

  private struct Place: Hashable {
    let app: Int64
    let link: LinkID
    let day: String
    let platform: String
    let kind: String
  }

  /// Takes the next batch, and gives how many clicks it held; 0 when all are rolled up.
  /// - Throws: `DatabaseError`.
  public func run() throws -> Int {
    let loops = Loops(connection)
    guard let position = try loops.claim(Self.loop) else { return 0 }
    var counts: [Place: Int64] = [:]
    var daily: [Int64: DailyCells] = [:]
    var last = position
    var contexts: [Int64: AppContext] = [:]
    let clicks = try connection.rows(
      """
      SELECT seq, clicks.app, link, at, kind, platform, visitor, links.campaign,
        clicks.long_link IS NOT NULL, links.message
      FROM clicks
      LEFT JOIN links ON links.app = clicks.app AND links.id = clicks.link
      WHERE seq > $1 {settled seq} ORDER BY seq LIMIT $2
      """, [.integer(position), .integer(Self.batchMax)]
    ) { row in
      (
        seq: row.integer(0), app: row.integer(1),
        // All long links are one here: anybody can make up as many as they like.
        link: row.bool(8) ? LongLink.any : row.id(2, LinkID.self),
        at: row.instant(3), kind: row.text(4), platform: row.text(5), visitor: row.identifier(6),
        campaign: row.optionalIdentifier(7), message: row.optionalID(9, MessageID.self)
      )
    }
    var followed: [(message: MessageID, app: Int64, at: Instant)] = []
    for click in clicks {
      last = click.seq
      if contexts[click.app] == nil { contexts[click.app] = try days(click.app) }
      let day = contexts[click.app]?.day(of: click.at) ?? ""
      var kinds = [click.kind]
      if click.kind == "click", click.link != LongLink.any,
        try isFirst(click.visitor, click.link, click.app)
      {
        kinds.append("unique")
        if let message = click.message { followed.append((message, click.app, click.at)) }
      }
      if click.kind == "click" {
        var cell = DailyCell(day, .click)
        (cell.campaign, cell.platform) = (click.campaign, click.platform)
        daily[click.app, default: DailyCells()].add(DailyAmount(), at: cell)
      }
      for kind in kinds {
        let place = Place(
          app: click.app, link: click.link, day: day, platform: click.platform, kind: kind)
        counts[place, default: 0] += 1
      }
    }
    for (message, number, at) in followed {
      guard let app = contexts[number] ?? nil else { continue }
      if try ReminderDecisions.noteFollowed(message, of: number, at: at, connection) { continue }
      try Invites.noteFollowed(message, of: app, at: at, connection)
    }
    for (place, count) in counts { try add(count, at: place) }
    for (app, cells) in daily where try DailyClicks(connection).hasBegun(app) {
      try DailyCounter.add(cells, of: app, connection)
    }
    if last != position { try loops.move(Self.loop, to: last) }
    return clicks.count
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

  private func isFirst(_ visitor: Identifier, _ link: LinkID, _ app: Int64) throws -> Bool {
    try connection.run(
      """
      INSERT INTO link_visitors (app, link, visitor) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
      """, [.integer(app), .id(link), .identifier(visitor)]) > 0
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
