import BeckonModel

/// How many invitations may go out by text message, for each of those who may be behind it.
public struct InviteBudget: Hashable, Sendable {
  /// Of whom a budget is.
  public enum Scope: String, CaseIterable, Sendable {
    /// Who invites.
    case inviter
    /// Numbers that differ in their last four digits.
    case narrowBlock = "narrow_block"
    /// Numbers that differ in their last six.
    case wideBlock = "wide_block"
    /// The recipients' country.
    case country
    /// All of an app.
    case app
    /// The address from which clients come that do not say who invites.
    case address
    /// The install of such a client.
    case install
    /// All of these clients of an app.
    case unnamed
  }

  /// The budgets of an app that has set none: small, since text messages cost money.
  public static let standard = [
    InviteBudget(.inviter, 20, hours: 1), InviteBudget(.inviter, 50, hours: 24),
    InviteBudget(.narrowBlock, 10, hours: 1), InviteBudget(.narrowBlock, 20, hours: 24),
    InviteBudget(.wideBlock, 60, hours: 1), InviteBudget(.wideBlock, 200, hours: 24),
    InviteBudget(.country, 500, hours: 1), InviteBudget(.app, 1_000, hours: 24),
  ]
  /// What a block gets more for each invitation to it that was followed.
  public static let earnedByConversion = 5
  /// A block never gets more than so many times its budget.
  public static let earnedTimesMax = 50

  /// What of a country's and an app's budget is kept for people who have brought somebody: one part
  /// in so many. Whoever makes up people, and invites with them numbers to which nothing goes, uses
  /// up the rest.
  public static let keptPart = 4

  /// Of whom it is.
  public let scope: Scope
  /// Invitations in a span.
  public let count: Int
  /// The span, in milliseconds.
  public let spanMilliseconds: Int64

  /// - Parameter hours: the span.
  public init(_ scope: Scope, _ count: Int, hours: Int64) {
    self.scope = scope
    self.count = count
    spanMilliseconds = hours * Span.hourMilliseconds
  }

  /// The budget where so many invitations have been followed by a click: `count + 5 · conversions`
  /// for blocks, at most 50 times `count`. A block where people live earns its way; one that only
  /// collects what texts bring stays at `count`. Of country and app it is `count` for who is
  /// proven, and a quarter less for who is not; for all others it is `count`.
  /// - Parameter isProven: whether somebody whom they invited has signed up, and was confirmed.
  public func allowance(conversions: Int, isProven: Bool = false) -> Int {
    switch scope {
    case .inviter, .address, .install, .unnamed: return count
    case .country, .app: return isProven ? count : count - count / Self.keptPart
    case .narrowBlock, .wideBlock: break
    }
    let earned = min(max(conversions, 0), Self.earnedTimesMax * count) * Self.earnedByConversion
    return min(count + earned, Self.earnedTimesMax * count)
  }

  /// A budget with what was spent of it.
  public struct Account: Hashable, Sendable {
    /// The budget.
    public let budget: InviteBudget
    /// What was spent.
    public var window: SpendWindow
    /// Invitations of its scope that were followed.
    public let conversions: Int
    /// Whether who invites has brought somebody.
    public let isProven: Bool

    /// Makes one.
    public init(
      _ budget: InviteBudget, spent: [Int64: Int] = [:], conversions: Int = 0,
      isProven: Bool = false
    ) {
      self.budget = budget
      self.conversions = conversions
      self.isProven = isProven
      window = SpendWindow(spanMilliseconds: budget.spanMilliseconds, spent: spent)
    }

    /// What may be spent of it.
    public var allowance: Int { budget.allowance(conversions: conversions, isProven: isProven) }
  }

  /// Spends one invitation of all these accounts, or of none.
  /// - Returns: `nil`, or whose budget is used up, and when there is room again: of several the
  ///   one for which is waited longest.
  public static func spend(
    _ accounts: inout [Account], at now: Instant
  ) -> (scope: Scope, until: Instant?)? {
    var used: (scope: Scope, until: Instant?)?
    for account in accounts {
      let room = account.window.nextRoom(of: account.allowance, from: now)
      guard room != now else { continue }
      if isLater(room, than: used) { used = (account.budget.scope, room) }
    }
    guard used == nil else { return used }
    for index in accounts.indices {
      let allowance = accounts[index].allowance
      _ = accounts[index].window.spend(of: allowance, at: now)
    }
    return nil
  }

  private static func isLater(
    _ room: Instant?, than used: (scope: Scope, until: Instant?)?
  ) -> Bool {
    guard let used else { return true }
    guard let known = used.until else { return false }
    return room.map { $0 > known } ?? true
  }
}
