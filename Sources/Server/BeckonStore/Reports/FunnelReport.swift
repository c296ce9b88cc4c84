import BeckonDatabase
import BeckonEngine
import BeckonModel

/// How many come from one step to the next: clicks, installs, sign-ups, conversions, and what these
/// earned and brought.
///
/// Each step counts when it happened itself, an install when it was decided about, a reward when it
/// was earned. A click's link is its own; an install's is the one that its decision names; a
/// person's is what brought them (`Origin`). A conversion and a reward are of their own campaign,
/// whatever link brought the person; all else is of the link's.
public struct FunnelReport {
  /// Longest time of a report, in days.
  public static let daysMax: Int64 = 92
  /// Most rows of a report; others are added up in one more.
  public static let rowsMax = 1_000
  /// Most links that are asked for by `Choice.leading`.
  public static let leadingMax = 100

  private let scope: Scope
  private let rowsMax: Int

  /// Works in this scope.
  public init(_ scope: Scope, rowsMax: Int = Self.rowsMax) {
    self.scope = scope
    self.rowsMax = rowsMax
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
    /// Which of it.
    public var filter = DailyFilter()
    /// By link: only so many, those of most sign-ups, then of most clicks. `nil` for all.
    public var leading: Int?

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
    /// A day, an id or a platform.
    public let key: ReportKey
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
    /// Payments that a store or the app's server told, and rewards that were paid: what nobody can
    /// make up with a publishable key.
    var vouched: Int64 = 0
  }

  /// The rows in the order of their keys, or with the link that led most people first where those
  /// that lead are asked for, and up to when all is counted, `nil` for this moment. Of
  /// too many, those are told that led farthest: who follows links and makes some up pushes none
  /// out on which people signed up.
  /// - Throws: `DatabaseError`.
  public func rows(_ choice: Choice) throws -> (rows: [Row], until: Instant?) {
    // A conversion is the last step of its campaign, so campaigns are told apart.
    let column = choice.grouping.column
    let report = DailyReport(scope, by: [column, .campaign], try filter(of: choice))
    let (cells, until) = try report.sums(
      of: [.click, .install, .signUp, .conversion, .reward, .revenue], in: choice.period)
    // There may be many links: the text of each is made once.
    var rows: [DailyCell: Row] = [:]
    for (cell, amount) in cells.amounts {
      let place = column.place(of: cell)
      rows[place, default: Row(key: .one(column.key(of: cell)))]
        .add(amount, of: cell, isGoal: isGoal(cell))
    }
    let told = rows.values.filter(\.saysSomething)
    if let leading = choice.leading {
      let links = told.filter { $0.key != .one(nil) }.largest(leading, by: Row.ledMore).largest
      return (links.map(\.sorted).sorted(by: Row.ledMore), until)
    }
    let (largest, others) = told.largest(rowsMax, by: Row.ledFarther)
    let all = largest + (others.isEmpty ? [] : [Row(addingUp: others)])
    return (all.map(\.sorted).sorted { ReportKey.isBefore($0.key, $1.key) }, until)
  }

  /// The filter, narrowed to the links that may be told.
  private func filter(of choice: Choice) throws -> DailyFilter {
    var filter = choice.filter
    if let leading = choice.leading {
      filter.links = try DailyReport(scope, by: [], filter)
        .leadingLinks(leading, in: choice.period)
    }
    return filter
  }

  private func isGoal(_ cell: DailyCell) -> Bool {
    guard cell.measure == .conversion, let campaign = cell.campaign else { return false }
    return (scope.app.campaign(CampaignID(campaign))?.goal).map { "\($0)" } == cell.detail
  }
}

extension FunnelReport.Grouping {
  fileprivate var column: DailyColumn {
    switch self {
    case .day: .day
    case .campaign: .campaign
    case .link: .link
    case .platform: .platform
    }
  }
}

extension FunnelReport.Row {
  /// Whether anything in it is not nothing.
  fileprivate var saysSomething: Bool {
    depth != (0, 0, 0, 0, 0) || !rewards.isEmpty || !revenue.isEmpty
  }

  fileprivate static func ledFarther(_ left: Self, _ right: Self) -> Bool {
    left.depth == right.depth
      ? ReportKey.isBefore(left.key, right.key) : right.depth < left.depth
  }

  fileprivate static func ledMore(_ left: Self, _ right: Self) -> Bool {
    left.signUps == right.signUps && left.clicks == right.clicks
      ? ReportKey.isBefore(right.key, left.key)
      : (right.signUps, right.clicks) < (left.signUps, left.clicks)
  }

  /// How far people came, the last step first, and before all what nobody can make up.
  private var depth: (Int64, Int64, Int64, Int64, Int64) {
    (vouched, conversions, signUps, installs, clicks)
  }

  fileprivate init(addingUp rows: ArraySlice<Self>) {
    self.init(key: .others(Int64(rows.count)))
    for row in rows {
      clicks += row.clicks
      installs += row.installs
      signUps += row.signUps
      conversions += row.conversions
      for more in row.rewards { add(more) }
      for more in row.revenue { add(more) }
    }
  }

  fileprivate mutating func add(_ amount: DailyAmount, of cell: DailyCell, isGoal: Bool) {
    switch cell.measure {
    case .click: clicks += amount.count
    case .install: installs += amount.count
    case .signUp: signUps += amount.count
    case .conversion: if isGoal { conversions += amount.count }
    case .reward:
      guard amount.count != 0 else { break }
      let earned = FunnelReport.Rewards(amount, of: cell)
      if earned.posted != 0 { vouched += amount.count }
      add(earned)
    case .revenue:
      guard amount.count != 0 else { break }
      let word = RevenueWord(cell.detail)
      if !word.isByClient, !word.isSandbox { vouched += amount.count }
      add(.init(amount, in: cell.unit))
    case .signedUpInstall, .freePayment: break
    }
  }

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

extension FunnelReport.Rewards {
  fileprivate init(_ amount: DailyAmount, of cell: DailyCell) {
    func total(_ word: RewardWord) -> Int64 { cell.detail == word.rawValue ? amount.total : 0 }
    self.init(
      unit: cell.unit, count: cell.detail == RewardWord.posted.rawValue ? amount.count : 0,
      posted: total(.posted), held: total(.held), takenBack: total(.takenBack))
  }
}

extension FunnelReport.Revenue {
  fileprivate init(_ amount: DailyAmount, in currency: String) {
    self.init(
      money: Money(amount: amount.total, currency: Currency(currency) ?? .none),
      payments: amount.count)
  }
}
