import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The installs of each week, and on how many of them somebody has signed up since: from the counts
/// by day, which count a sign-up on the day of its install.
public struct InstallCohorts {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// The weeks of a period, oldest first.
  /// - Throws: `DatabaseError`.
  public func weeks(
    in period: ReportPeriod, _ filter: DailyFilter = DailyFilter()
  ) throws -> [WeekCohort] {
    let (cells, _) = try DailyReport(scope, by: [.day], filter)
      .sums(of: [.install, .signedUpInstall], in: period)
    return WeekCohort.weeks(
      cells.amounts.map { cell, amount in
        cell.measure == .install
          ? (cell.day, amount.count, 0) : (cell.day, 0, amount.count)
      })
  }
}
