import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonServer
import BeckonStore

/// The sessions of an app's visitors, as the database has them.
enum StoredSessions {
  /// Rows that are read at a time.
  private static let rowsMax = 10_000
  /// Of the sessions one in so many judges, the latest.
  private static let validPart = 10

  /// Sessions of two views and more, by the time of their last.
  /// - Throws: `DatabaseError`; `Failure` when there is no such app.
  static func read(
    of app: AppID, _ database: any Database, _ bar: ProgressBar
  ) async throws -> [SessionFile.Session] {
    guard let number = try await database.read({ try Accounts($0).number(of: app) }) else {
      throw Failure.noApp
    }
    var (sessions, items): ([Int64: [(item: UInt32, at: Int64)]], [Int64: UInt32]) = ([:], [:])
    let newest = try await database.read { try ShopActions.newest($0) }
    var position: Int64 = 0
    while true {
      let behind = position
      let rows = try await database.read {
        try ShopActions.chunk(behind: behind, limit: rowsMax, $0)
      }
      guard let last = rows.last else { break }
      position = last.seq
      bar.show("reading", position, of: max(newest, position))
      for row in rows where row.app == number && row.kind == ShopAction.Kind.view.rawValue {
        let item = items[row.product] ?? UInt32(items.count)
        items[row.product] = item
        sessions[row.session, default: []].append((item, row.at))
      }
    }
    return sorted(sessions)
  }

  private static func sorted(
    _ sessions: [Int64: [(item: UInt32, at: Int64)]]
  ) -> [SessionFile.Session] {
    let whole = sessions.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { _, clicks in
      SessionFile.Session(clicks: clicks.sorted { ($0.at, $0.item) < ($1.at, $1.item) })
    }
    return whole.enumerated().sorted { one, other in
      let times = (one.element.clicks.last?.at ?? 0, other.element.clicks.last?.at ?? 0)
      return times.0 == times.1 ? one.offset < other.offset : times.0 < times.1
    }.map(\.element)
  }

  /// The sessions to learn from, and the latest, by which settings are judged.
  static func split(
    _ sessions: [SessionFile.Session]
  ) -> (train: [SessionFile.Session], valid: [SessionFile.Session]) {
    let count = sessions.count / validPart
    return (Array(sessions.dropLast(count)), Array(sessions.suffix(count)))
  }
}
