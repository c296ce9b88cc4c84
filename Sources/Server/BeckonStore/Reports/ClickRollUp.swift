import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Counts clicks in the order in which they were stored: where writers stand in line, in the
/// transaction that stores them; else by a loop that reads them again. Its position among the
/// `Loops` says up to which click all are counted, whoever did it.
public struct ClickRollUp {
  /// Clicks that the loop takes in one transaction, so that it stays short: while it runs, no click
  /// is stored.
  public static let batchMax: Int64 = 1_000
  /// Its name among the `Loops`.
  public static let loop = LinkStatistics.loop

  private let connection: any Connection
  private let context: (Int64) throws -> AppContext?

  /// Works in this transaction; `context` gives an app by number.
  public init(_ connection: any Connection, context: @escaping (Int64) throws -> AppContext?) {
    self.connection = connection
    self.context = context
  }

  // MARK: With the clicks

  /// Stores clicks, and counts them unless others wait to be counted before them, which the loop
  /// does. No other transaction may store clicks at this time.
  /// - Throws: `DatabaseError`.
  public func store(_ batch: ClickBatch) throws {
    let loops = Loops(connection)
    let position = try loops.claim(Self.loop)
    guard let position, try newest() <= position else { return try batch.store(in: connection) }
    try batch.store(in: connection)
    try count(clicks(of: batch))
    try loops.move(Self.loop, to: newest())
  }

  private func newest() throws -> Int64 {
    try connection.first("SELECT COALESCE(MAX(seq), 0) FROM clicks", []) { $0.integer(0) } ?? 0
  }

  private static let origins = BulkStatement(
    "SELECT app, id, campaign, message FROM links WHERE app = $1 AND id = $2",
    [.integer("app"), .identifier("id")])

  private func clicks(of batch: ClickBatch) throws -> [CountedClick] {
    let links = Set(
      batch.clicks.map { TenantKey(app: $0.app, $0.click.link.identifier) })
    let rows = try connection.rows(Self.origins, for: links.map(\.values)) { row in
      (
        TenantKey(app: row.integer(0), row.identifier(1)),
        (campaign: row.optionalID(2, CampaignID.self), message: row.optionalID(3, MessageID.self))
      )
    }
    let origins = Dictionary(rows) { first, _ in first }
    return batch.clicks.map { app, click in
      let origin = origins[TenantKey(app: app, click.link.identifier)]
      return CountedClick(
        app: app, link: click.longLink == nil ? click.link : LongLink.any, at: click.at,
        kind: click.kind.rawValue, platform: click.signals.platform.rawValue,
        visitor: click.visitor, campaign: origin?.campaign, message: origin?.message)
    }
  }

  private func count(_ clicks: [CountedClick]) throws {
    var counts = ClickCounts(connection, context: context)
    try counts.add(clicks)
  }

  // MARK: By the loop

  /// Counts the next batch that waits, and gives how many clicks it held; 0 when all are counted.
  /// - Throws: `DatabaseError`.
  public func run() throws -> Int {
    let loops = Loops(connection)
    guard let position = try loops.claim(Self.loop) else { return 0 }
    let waiting = try connection.rows(
      """
      SELECT seq, clicks.app, link, at, kind, platform, visitor, links.campaign,
        clicks.long_link IS NOT NULL, links.message
      FROM clicks
      LEFT JOIN links ON links.app = clicks.app AND links.id = clicks.link
      WHERE seq > $1 {settled seq} ORDER BY seq LIMIT $2
      """, [.integer(position), .integer(Self.batchMax)]
    ) { ($0.integer(0), Self.click($0)) }
    guard let last = waiting.last?.0 else { return 0 }
    try count(waiting.map(\.1))
    try loops.move(Self.loop, to: last)
    return waiting.count
  }

  private static func click(_ row: any Row) -> CountedClick {
    CountedClick(
      app: row.integer(1), link: row.bool(8) ? LongLink.any : row.id(2), at: row.instant(3),
      kind: row.text(4), platform: row.text(5), visitor: row.identifier(6),
      campaign: row.optionalID(7), message: row.optionalID(9))
  }

  /// Clicks that are stored and not yet counted; counted as far as two batches go.
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
