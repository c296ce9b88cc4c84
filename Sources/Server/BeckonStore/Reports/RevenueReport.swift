import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What payments brought. Removed ones do not count.
public struct RevenueReport {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// What a row is of.
  public enum Grouping: String, CaseIterable, Sendable {
    /// The link that led to the install on which it was paid, else what brought the person
    /// (`Origin`).
    case link
    /// That link's campaign, else the one to which the person was brought.
    case campaign
    /// Who referred the person who paid.
    case referrer
    /// A day in the app's time zone.
    case day
  }

  /// Revenue of one key in one currency.
  public struct Row: Sendable {
    /// An id, or a day; `nil` where nothing and nobody brought the person, or it is not known.
    public let key: String?
    /// How much, and of what.
    public let money: Money
    /// What of it only clients have told: anyone's word.
    public let client: Int64
    /// What of it was bought in a store's sandbox, where nobody pays.
    public let sandbox: Int64
    /// Number of payments.
    public let payments: Int64

    /// What of it a store or the app's own server has told.
    public var trusted: Int64 { money.amount &- client &- sandbox }
  }

  /// The rows in the order of their keys, and up to when all is counted; `nil` for this moment.
  /// - Throws: `DatabaseError`.
  public func rows(
    by grouping: Grouping, in period: ReportPeriod
  ) throws -> (rows: [Row], until: Instant?) {
    let report = DailyReport(scope, by: [grouping.column])
    let (cells, until) = try report.sums(of: [.revenue], in: period)
    var sums: [Place: Sum] = [:]
    for (cell, amount) in cells.amounts {
      sums[Place(key: grouping.key(of: cell), unit: cell.unit), default: Sum()].add(
        amount, RevenueWord(cell.detail))
    }
    let rows = sums.filter { $0.value.payments != 0 }.map { place, sum in
      Row(
        key: place.key, money: Money(amount: sum.amount, currency: Currency(place.unit) ?? .none),
        client: sum.client, sandbox: sum.sandbox, payments: sum.payments)
    }
    return (rows.sorted(by: Row.isBefore), until)
  }

  private struct Place: Hashable {
    let key: String?
    let unit: String
  }

  private struct Sum {
    var amount: Int64 = 0
    var client: Int64 = 0
    var sandbox: Int64 = 0
    var payments: Int64 = 0

    mutating func add(_ more: DailyAmount, _ word: RevenueWord) {
      amount = Self.added(amount, more.total)
      if word.isByClient { client = Self.added(client, more.total) }
      if word.isSandbox { sandbox = Self.added(sandbox, more.total) }
      payments += more.count
    }

    /// The sum, or the largest number there is.
    private static func added(_ sum: Int64, _ amount: Int64) -> Int64 {
      let (total, isTooLarge) = sum.addingReportingOverflow(amount)
      return isTooLarge ? (amount < 0 ? .min : .max) : total
    }
  }
}

extension RevenueReport.Row {
  fileprivate static func isBefore(_ left: Self, _ right: Self) -> Bool {
    let (one, other) = (TextKey(left.key ?? ""), TextKey(right.key ?? ""))
    return one == other
      ? TextKey(left.money.currency.code) < TextKey(right.money.currency.code) : one < other
  }
}

extension RevenueReport.Grouping {
  fileprivate var column: DailyColumn {
    switch self {
    case .link: .link
    case .campaign: .campaign
    case .referrer: .referrer
    case .day: .day
    }
  }

  fileprivate func key(of cell: DailyCell) -> String? {
    switch self {
    case .link: cell.link.map { LinkID($0).text }
    case .campaign: cell.campaign.map { CampaignID($0).text }
    case .referrer: cell.referrer.map { PersonID($0).text }
    case .day: cell.day
    }
  }
}
