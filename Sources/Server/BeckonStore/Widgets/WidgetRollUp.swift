import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The background reader that adds up what visitors do with widgets, in the order of commit: so no
/// row of a sum is one for which requests wait.
public struct WidgetRollUp {
  /// Acts taken in one transaction, so that it stays short.
  public static let batchMax: Int64 = 1_000
  /// Its name among the `Loops`.
  static let loop = "widgets"

  private let connection: any Connection
  private let scope: (Int64) throws -> Scope?

  /// Works in this transaction; `scope` gives that of an app by its number.
  public init(_ connection: any Connection, scope: @escaping (Int64) throws -> Scope?) {
    self.connection = connection
    self.scope = scope
  }

  /// Takes the next batch, and gives how many acts it held; 0 when all are added up.
  /// - Throws: `DatabaseError`.
  public func run() throws -> Int {
    let loops = Loops(connection)
    guard let position = try loops.claim(Self.loop) else { return 0 }
    let acts = try connection.rows(
      """
      SELECT seq, app, widget, visitor, arm, kind, number, product, banner, amount, currency, at,
        is_claimed
      FROM widget_acts WHERE seq > $1 {settled seq} ORDER BY seq LIMIT $2
      """, [.integer(position), .integer(Self.batchMax)], Self.read)
    guard let last = acts.last?.seq else { return 0 }
    let byApp = Dictionary(grouping: acts, by: \.app)
    for app in byApp.keys.sorted() {
      guard let scope = try scope(app) else { continue }
      // Of a widget that was deleted nothing is told any more.
      let known = Set(scope.app.widgets.map(\.id))
      let told = (byApp[app] ?? []).compactMap { known.contains($0.act.widget) ? $0.act : nil }
      try WidgetSums(scope).add(told)
    }
    try loops.move(Self.loop, to: last)
    return acts.count
  }

  private struct Stored {
    let seq: Int64
    let app: Int64
    let act: WidgetAct
  }

  private static func read(_ row: any Row) throws -> Stored {
    guard let kind = WidgetAct.Kind(number: row.integer(5)) else {
      throw DatabaseError.corrupt("a widget's act is of kind \(row.integer(5))")
    }
    var act = WidgetAct(
      kind, widget: row.id(2), visitor: row.integer(3), arm: row.text(4), at: row.instant(11))
    (act.number, act.isClaimed) = (row.integer(6), row.bool(12))
    (act.product, act.banner) = (row.optionalText(7), row.optionalText(8))
    if let currency = row.optionalText(10).flatMap(Currency.init) {
      act.money = Money(amount: row.integer(9), currency: currency)
    }
    return Stored(seq: row.integer(0), app: row.integer(1), act: act)
  }

  /// Acts that are stored and not yet added up; counted as far as two batches go.
  /// - Throws: `DatabaseError`.
  public static func lag(_ connection: any Connection) throws -> Int64 {
    try connection.first(
      """
      SELECT COUNT(*) FROM (
        SELECT 1 FROM widget_acts WHERE seq > $1 {settled seq} LIMIT $2) AS waiting
      """, [.integer(try Loops(connection).position(of: loop)), .integer(2 * batchMax)]
    ) { $0.integer(0) } ?? 0
  }

  /// When the first act of an app was stored that is not yet added up, if it is among the next
  /// ones; `nil` when all are.
  /// - Throws: `DatabaseError`.
  static func waitingSince(_ scope: Scope) throws -> Instant? {
    let position = try Loops(scope.connection).position(of: loop)
    return try scope.connection.first(
      "SELECT received_at FROM widget_acts WHERE seq > $1 ORDER BY seq LIMIT 1",
      [.integer(position)]
    ) { $0.instant(0) }
  }
}
