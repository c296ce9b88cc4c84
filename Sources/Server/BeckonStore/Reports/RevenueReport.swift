import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What payments brought. Removed ones do not count.
public struct RevenueReport {
  /// Most rows of a report by day, one for each currency; the smallest days of more are added up.
  private static let daysMax = 10_000

  private let scope: Scope
  private let rowsMax: Int

  /// Works in this scope.
  public init(_ scope: Scope, rowsMax: Int = FunnelReport.rowsMax) {
    self.scope = scope
    self.rowsMax = rowsMax
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
    /// The platform of the install on which it was paid.
    case platform
  }

  /// Revenue of one key in one currency.
  public struct Row: Sendable {
    /// An id, a platform or a day; of none where nothing and nobody brought the person, or it is
    /// not known.
    public let key: ReportKey
    /// How much, and of what.
    public let money: Money
    /// What of it only clients have told: anyone's word.
    public let client: Int64
    /// What of it was bought in a store's sandbox, where nobody pays.
    public let sandbox: Int64
    /// Number of payments.
    public let payments: Int64
    /// Of these, those that a store or the app's own server has told.
    let trustedPayments: Int64

    /// What of it a store or the app's own server has told.
    public var trusted: Int64 { money.amount &- client &- sandbox }
  }

  /// The rows in the order of their keys, and up to when all is counted; `nil` for this moment. Of
  /// too many, those with the most payments are told one by one, and before all those of which a
  /// store or the app's server has told: what clients make up pushes none of these out.
  /// - Throws: `DatabaseError`.
  public func rows(
    by grouping: Grouping, in period: ReportPeriod, _ filter: DailyFilter = DailyFilter()
  ) throws -> (rows: [Row], until: Instant?) {
    let column = grouping.column
    let report = DailyReport(scope, by: [column], filter)
    let (cells, until) = try report.sums(of: [.revenue], in: period)
    var sums: [Place: Sum] = [:]
    for (cell, amount) in cells.amounts {
      let place = Place(key: .one(column.key(of: cell)), unit: cell.unit)
      sums[place, default: Sum()].add(amount, RevenueWord(cell.detail))
    }
    let told = sums.filter { $0.value.payments != 0 }.map(Row.init)
    let max = grouping == .day ? Self.daysMax : rowsMax
    let (largest, others) = told.largest(max, by: Row.isLarger)
    return ((largest + Self.addedUp(others)).sorted(by: Row.isBefore), until)
  }

  /// One row for each currency.
  private static func addedUp(_ rows: ArraySlice<Row>) -> [Row] {
    Dictionary(grouping: rows, by: \.money.currency.code).map { unit, rows in
      var sum = Sum()
      for row in rows { sum.add(row) }
      return Row(Place(key: .others(Int64(rows.count)), unit: unit), sum)
    }
  }

  fileprivate struct Place: Hashable {
    let key: ReportKey
    let unit: String
  }

  fileprivate struct Sum {
    var amount: Int64 = 0
    var client: Int64 = 0
    var sandbox: Int64 = 0
    var payments: Int64 = 0
    var trustedPayments: Int64 = 0

    mutating func add(_ row: Row) {
      amount = Self.added(amount, row.money.amount)
      client = Self.added(client, row.client)
      sandbox = Self.added(sandbox, row.sandbox)
      payments += row.payments
      trustedPayments += row.trustedPayments
    }

    mutating func add(_ more: DailyAmount, _ word: RevenueWord) {
      amount = Self.added(amount, more.total)
      if word.isByClient { client = Self.added(client, more.total) }
      if word.isSandbox { sandbox = Self.added(sandbox, more.total) }
      payments += more.count
      if !word.isByClient, !word.isSandbox { trustedPayments += more.count }
    }

    /// The sum, or the largest number there is.
    private static func added(_ sum: Int64, _ amount: Int64) -> Int64 {
      let (total, isTooLarge) = sum.addingReportingOverflow(amount)
      return isTooLarge ? (amount < 0 ? .min : .max) : total
    }
  }
}

extension RevenueReport.Row {
  fileprivate init(_ place: RevenueReport.Place, _ sum: RevenueReport.Sum) {
    key = place.key
    money = Money(amount: sum.amount, currency: Currency(place.unit) ?? .none)
    (client, sandbox) = (sum.client, sum.sandbox)
    (payments, trustedPayments) = (sum.payments, sum.trustedPayments)
  }

  fileprivate static func isBefore(_ left: Self, _ right: Self) -> Bool {
    if ReportKey.isBefore(left.key, right.key) { return true }
    if ReportKey.isBefore(right.key, left.key) { return false }
    return TextKey(left.money.currency.code) < TextKey(right.money.currency.code)
  }

  fileprivate static func isLarger(_ left: Self, _ right: Self) -> Bool {
    let (one, other) = (
      [left.trustedPayments, left.payments], [right.trustedPayments, right.payments]
    )
    return one == other ? isBefore(left, right) : other.lexicographicallyPrecedes(one)
  }
}

extension RevenueReport.Grouping {
  fileprivate var column: DailyColumn {
    switch self {
    case .link: .link
    case .campaign: .campaign
    case .referrer: .referrer
    case .day: .day
    case .platform: .platform
    }
  }
}
