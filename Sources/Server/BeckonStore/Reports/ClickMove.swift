import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Moves the counts of clicks to the days of another time zone that an app has set: each click that
/// is still stored goes from the day on which it was counted to its day in the new zone. So the sum
/// stays the same at each moment, and what is counted of clicks that are stored no more stays where
/// it was. In parts, beside the roll-up, which counts new clicks by the new zone already.
public struct ClickMove {
  /// Clicks looked at in one transaction, so that it stays short.
  static let batchMax = 500

  private let scope: Scope
  private let batchMax: Int
  private var connection: any Connection { scope.connection }
  private var app: Int64 { scope.app.number }

  /// Works in this transaction, in which the scope's app must have been read.
  public init(_ scope: Scope) { self.init(scope, batchMax: Self.batchMax) }

  init(_ scope: Scope, batchMax: Int) {
    self.scope = scope
    self.batchMax = batchMax
  }

  /// Whether counts of clicks stand on the days of a zone that the app no longer has.
  /// - Throws: `DatabaseError`.
  public func isUnderway() throws -> Bool { try underway() != nil }

  /// Moves the next clicks, and gives how many were looked at, at least 1; `nil` when none are to
  /// be moved, 0 while another server counts.
  func run() throws -> Int? {
    guard try underway() != nil else { return nil }
    guard let position = try Loops(connection).claim(ClickRollUp.loop) else { return 0 }
    // Another server may have been here until now.
    guard let zone = try underway() else { return nil }
    return zone.isDone ? try begin(after: zone, position) : try goOn(zone)
  }

  /// The zone of the counts if there is something to do.
  private func underway() throws -> ClickZone? {
    guard let zone = try ClickZone.find(of: app, connection) else { return nil }
    return zone.isDone && zone.zone == scope.app.zone ? nil : zone
  }

  /// The counts by day say of a click which campaign its link had when it was counted. Nobody
  /// knows that any more, so they are made anew when all are moved.
  private func begin(after former: ClickZone, _ position: Int64) throws -> Int {
    guard try DailyRecount(scope).begin() else { return 0 }
    try ClickZone(scope.app.zone, after: former, lastClick: position).store(of: app, connection)
    return 1
  }

  private func goOn(_ zone: ClickZone) throws -> Int {
    var zone = zone
    let clicks = try next(behind: zone.moved)
    let (former, new) = (scope.app.days(of: zone.formerZone), scope.app.days(of: zone.zone))
    let moves = clicks.filter { $0.seq > zone.unknownUntil && $0.seq <= zone.lastClick }
      .map { (click: $0, from: former.day(of: $0.at), to: new.day(of: $0.at)) }
      .filter { $0.from != $0.to }
    let firsts = try firsts(among: moves.map(\.click))
    var changes: [LinkDay: Int64] = [:]
    for (click, from, to) in moves {
      let isFirst = firsts.contains(click.seq)
      for place in LinkDay.places(of: click, on: from, isFirst: isFirst) {
        changes[place, default: 0] -= 1
      }
      for place in LinkDay.places(of: click, on: to, isFirst: isFirst) {
        changes[place, default: 0] += 1
      }
    }
    try LinkDay.add(changes, connection)
    for (place, change) in changes where change < 0 { try place.deleteIfEmpty(connection) }
    zone.moved = clicks.last?.id ?? zone.moved
    zone.isDone = clicks.count < batchMax
    try zone.store(of: app, connection)
    return max(1, clicks.count)
  }

  /// Also clicks that came later, which are passed by: the order of ids is that of time alone.
  private func next(behind last: Identifier?) throws -> [CountedClick] {
    try connection.rows(
      """
      SELECT \(CountedClick.columns) FROM clicks {by clicks_by_id}
      WHERE clicks.app = \(scope.tenant) AND clicks.id > \(.identifier(last ?? DailyCounter.none))
      ORDER BY clicks.id LIMIT \(.integer(batchMax))
      """, CountedClick.init)
  }

  /// The numbers of those clicks that were the first of their visitors on a link.
  private func firsts(among clicks: [CountedClick]) throws -> Set<Int64> {
    let asked = clicks.filter(\.mayBeFirst).sorted { $0.key < $1.key }
    return Set(try connection.rows(Self.firsts, for: asked.map(\.visit)) { $0.integer(0) })
  }

  private static let firsts = BulkStatement(
    """
    SELECT first_click FROM link_visitors
    WHERE app = $1 AND link = $2 AND visitor = $3 AND first_click = $4
    """,
    [
      .integer("app"), .identifier("link"), .identifier("visitor"), .integer("first_click"),
    ])
}
