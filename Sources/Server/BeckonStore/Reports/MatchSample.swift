import BeckonDatabase
import BeckonEngine
import BeckonModel

/// How the installs of a period were matched, and why the others were not. The last few are counted
/// of each of many equal parts of the period: that costs the same however many installs there are,
/// and whoever makes some up, be it thousands in an hour, pushes out none of other hours.
public struct MatchSample {
  /// Parts of the period.
  public static let parts: Int64 = 50
  /// Installs that are counted of a part.
  public static let installsOfPart = 40

  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// What installs have in common.
  public struct Row: Hashable, Sendable {
    /// How sure the match is.
    public let match: String
    /// Why it is so, or why there is none.
    public let reason: String
    /// How many of those that are counted.
    public var installs: Int64
    /// The last of them.
    public let latest: InstallID
  }

  private struct Decision {
    let match: String
    let reason: String
    let install: InstallID
  }

  /// The rows, those of most installs first, and whether they tell all installs of the period.
  /// - Parameter platform: counts only those that ran on it.
  /// - Throws: `DatabaseError`.
  public func rows(
    in period: ReportPeriod, on platform: Platform? = nil
  ) throws -> (rows: [Row], isAll: Bool) {
    let length = max(1, period.end.milliseconds(since: period.start) / Self.parts + 1)
    var (rows, isAll): ([Row], Bool) = ([], true)
    // From the last part on, so that the first of a kind is its latest.
    for part in (0..<Self.parts).reversed() {
      let start = period.start.adding(milliseconds: part * length)
      guard start < period.end else { continue }
      let end = min(period.end, start.adding(milliseconds: length))
      let (decisions, isWhole) = try decisions(in: ReportPeriod(start: start, end: end), platform)
      isAll = isAll && isWhole
      for decision in decisions { Self.count(decision, in: &rows) }
    }
    return (rows.sorted { $1.installs < $0.installs }, isAll)
  }

  private static func count(_ decision: Decision, in rows: inout [Row]) {
    let place = rows.firstIndex { $0.match == decision.match && $0.reason == decision.reason }
    if let place {
      rows[place].installs += 1
    } else {
      rows.append(
        Row(
          match: decision.match, reason: decision.reason, installs: 1, latest: decision.install))
    }
  }

  /// The last decisions of a part, and whether these are all.
  private func decisions(
    in period: ReportPeriod, _ platform: Platform?
  ) throws -> (decisions: [Decision], isWhole: Bool) {
    let rows = try scope.connection.rows(
      """
      SELECT latest.type, latest.reason, latest.install, {document installs.device} ->> 'platform'
      FROM (
        SELECT app, install, type, reason, at FROM decisions {by decisions_by_time}
        WHERE app = \(scope.tenant) AND \(period.holds("at"))
        ORDER BY at DESC LIMIT \(.integer(Self.installsOfPart + 1))
      ) AS latest
      LEFT JOIN installs ON installs.app = latest.app AND installs.id = latest.install
      ORDER BY latest.at DESC
      """
    ) { row in
      (
        decision: Decision(
          match: row.text(0), reason: row.text(1), install: row.id(2, InstallID.self)),
        platform: row.optionalText(3)
      )
    }
    let counted = rows.prefix(Self.installsOfPart)
      .filter { platform == nil || $0.platform == platform?.rawValue }
    return (counted.map(\.decision), rows.count <= Self.installsOfPart)
  }
}
