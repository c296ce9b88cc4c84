import BeckonDatabase
import BeckonModel

/// How many come from one step to the next: clicks, installs, sign-ups, conversions, and what these
/// earned and brought. It is counted from the rows of a bounded time; whoever keeps sums of days
/// can put them here in their place.
///
/// Each step counts when it happened itself. A click's link is its own; an install's is the one
/// that its decision names; a person's is that of the first install that they used or, without one,
/// the link of who referred them. A conversion and a reward are of their own campaign, whatever
/// link brought the person; all else is of the link's.
public struct FunnelReport {
  /// Longest time of a report, in days.
  public static let daysMax: Int64 = 92
  /// Most rows of a report.
  public static let rowsMax = 1_000

  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// What a row is of.
  public enum Grouping: String, CaseIterable, Sendable {
    /// A day in the app's time zone.
    case day
    /// A campaign.
    case campaign
    /// A link.
    case link
    /// A platform.
    case platform
  }

  /// What is asked for.
  public struct Choice: Sendable {
    /// What a row is of.
    public var grouping = Grouping.day
    /// When it happened.
    public var period: ReportPeriod
    /// Only of this campaign.
    public var campaign: CampaignID?
    /// Only of this link.
    public var link: LinkID?
    /// Only on this platform.
    public var platform: Platform?

    /// Everything of a period, by day.
    public init(period: ReportPeriod) {
      self.period = period
    }
  }

  /// What was earned in one unit.
  public struct Rewards: Hashable, Sendable {
    /// Of what.
    public let unit: String
    /// Number of rewards that were paid.
    public let count: Int64
    /// What was paid.
    public let posted: Int64
    /// What is pending or in review.
    public let held: Int64
    /// What was taken back of earlier ones.
    public let takenBack: Int64
  }

  /// What was brought in one currency.
  public struct Revenue: Hashable, Sendable {
    /// Payments less refunds.
    public let money: Money
    /// Number of payments.
    public let payments: Int64
  }

  /// What came of one key.
  public struct Row: Hashable, Sendable {
    /// A day, an id or a platform; `nil` where it is not known.
    public let key: String?
    /// Clicks; robots and previews are none.
    public var clicks: Int64 = 0
    /// First launches.
    public var installs: Int64 = 0
    /// People who signed up.
    public var signUps: Int64 = 0
    /// Members who did the last step of their campaign.
    public var conversions: Int64 = 0
    /// What was earned, by unit.
    public var rewards: [Rewards] = []
    /// What was brought, by currency.
    public var revenue: [Revenue] = []
  }

  /// The rows in the order of their keys, what is not known last; `nil` when there are too many.
  /// - Throws: `DatabaseError`.
  public func rows(_ choice: Choice) throws -> [Row]? {
    var rows: [String?: Row] = [:]
    func change(_ key: String?, _ change: (inout Row) -> Void) {
      change(&rows[key, default: Row(key: key)])
    }
    let reader = FunnelReader(scope, choice)
    for (key, count) in try reader.count(.clicks) { change(key) { $0.clicks += count } }
    for (key, count) in try reader.count(.installs) { change(key) { $0.installs += count } }
    for (key, count) in try reader.count(.signUps) { change(key) { $0.signUps += count } }
    for (key, count) in try reader.count(.conversions) { change(key) { $0.conversions += count } }
    for (key, more) in try reader.rewards() { change(key) { $0.add(more) } }
    for (key, more) in try reader.revenue() { change(key) { $0.add(more) } }
    guard rows.count <= Self.rowsMax else { return nil }
    return rows.values.map(\.sorted).sorted { left, right in
      guard let first = left.key, let second = right.key else { return left.key != nil }
      return first < second
    }
  }
}

extension FunnelReport.Row {
  fileprivate mutating func add(_ more: FunnelReport.Rewards) {
    guard let place = rewards.firstIndex(where: { $0.unit == more.unit }) else {
      return rewards.append(more)
    }
    let known = rewards[place]
    rewards[place] = FunnelReport.Rewards(
      unit: known.unit, count: known.count + more.count, posted: known.posted &+ more.posted,
      held: known.held &+ more.held, takenBack: known.takenBack &+ more.takenBack)
  }

  fileprivate mutating func add(_ more: FunnelReport.Revenue) {
    guard let place = revenue.firstIndex(where: { $0.money.currency == more.money.currency })
    else { return revenue.append(more) }
    let known = revenue[place]
    revenue[place] = FunnelReport.Revenue(
      money: Money(
        amount: known.money.amount &+ more.money.amount, currency: known.money.currency),
      payments: known.payments + more.payments)
  }

  /// The same with units and currencies in order.
  fileprivate var sorted: FunnelReport.Row {
    var row = self
    row.rewards.sort { $0.unit < $1.unit }
    row.revenue.sort { $0.money.currency.code < $1.money.currency.code }
    return row
  }
}
