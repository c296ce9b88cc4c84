import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What is spent of budgets in one transaction. Accounts are read once, and those that have changed
/// are stored at the end. Of whom they are is stored as a keyed hash.
struct InviteSpending {
  private let scope: Scope
  private let budgets: [InviteBudget]
  private let blocks: InviteBlocks
  private let isProven: Bool
  private var accounts: [Key: InviteBudget.Account] = [:]

  private struct Key: Hashable {
    let subject: Identifier
    let span: Int64
  }

  /// - Parameter isProven: whether who invites has brought somebody, or is the app's server.
  init(_ scope: Scope, _ settings: TextSettings, _ blocks: InviteBlocks, isProven: Bool) {
    self.scope = scope
    self.blocks = blocks
    self.isProven = isProven
    budgets = Self.budgets(scope, settings)
  }

  private static func budgets(_ scope: Scope, _ settings: TextSettings) -> [InviteBudget] {
    InviteBudget.all(perDay: Int(settings.perDay), perPersonDay: Int(settings.perPersonDay))
      + InviteBudget.unnamed(scope.app.settings.unnamedInvites)
  }

  /// Whose an account is: `nil` for those of whom there is none.
  struct Owners {
    let inviter: Inviter
    /// The number, and its country; `nil` where no number is meant.
    let number: (e164: String, country: String?)?

    init(_ inviter: Inviter, _ number: PhoneNumber? = nil) {
      self.inviter = inviter
      self.number = number.map { ($0.e164, $0.region) }
    }

    fileprivate func name(_ scope: InviteBudget.Scope) -> String? {
      switch (scope, inviter) {
      case (.inviter, .person(let person)): person.text
      case (.address, .unnamed(let network, _)): network.text
      case (.install, .unnamed(_, let install)): install?.text
      case (.unnamed, .unnamed): ""
      case (.inviter, _), (.address, _), (.install, _), (.unnamed, _): nil
      case (.narrowBlock, _): number.map { NumberBlock(of: $0.e164, .narrow).prefix }
      case (.wideBlock, _): number.map { NumberBlock(of: $0.e164, .wide).prefix }
      case (.country, _): number.map { $0.country ?? "?" }
      case (.app, _): ""
      }
    }
  }

  /// Spends one invitation of all budgets of these scopes, or of none.
  /// - Returns: `nil`, or whose is used up, and when there is room again.
  /// - Throws: `DatabaseError`.
  mutating func spend(
    _ scopes: [InviteBudget.Scope], of owners: Owners
  ) throws -> (scope: InviteBudget.Scope, until: Instant?)? {
    let meant = budgets.filter { scopes.contains($0.scope) }
    var keys: [Key] = []
    for budget in meant {
      guard let name = owners.name(budget.scope) else { continue }
      let key = Key(
        subject: Self.subject(budget.scope, name, scope), span: budget.spanMilliseconds)
      if accounts[key] == nil { accounts[key] = try read(budget, key, name) }
      keys.append(key)
    }
    var spent = keys.compactMap { accounts[$0] }
    if let used = InviteBudget.spend(&spent, at: scope.now) { return used }
    for (key, account) in zip(keys, spent) { accounts[key] = account }
    return nil
  }

  private static func subject(
    _ kind: InviteBudget.Scope, _ name: String, _ scope: Scope
  ) -> Identifier {
    Identifier(hashing: "invite budget", kind.rawValue, name, key: scope.app.pepper)
  }

  /// What of the budgets of the whole app counts now.
  /// - Throws: `DatabaseError`.
  static func ofApp(_ scope: Scope) throws -> [(budget: InviteBudget, spent: Int)] {
    guard let texts = scope.app.settings.texts else { return [] }
    return try budgets(scope, texts).filter { $0.scope == .app || $0.scope == .unnamed }.map {
      budget in
      let key = Key(subject: subject(budget.scope, "", scope), span: budget.spanMilliseconds)
      return (budget, try parts(key, scope).reduce(0) { $0 + $1.1 })
    }
  }

  /// What was spent lately, part by part of the span.
  private static func parts(_ key: Key, _ scope: Scope) throws -> [(Int64, Int)] {
    let window = SpendWindow(spanMilliseconds: key.span)
    let first = window.part(of: scope.now) - SpendWindow.parts
    return try scope.connection.rows(
      """
      SELECT part, count FROM invite_spending
      WHERE app = \(scope.tenant) AND subject = \(.identifier(key.subject))
        AND span = \(.integer(key.span)) AND part >= \(.integer(first))
      """
    ) { ($0.integer(0), Int($0.integer(1))) }
  }

  private func read(
    _ budget: InviteBudget, _ key: Key, _ name: String
  ) throws -> InviteBudget.Account {
    let rows = try Self.parts(key, scope)
    let isBlock = budget.scope == .narrowBlock || budget.scope == .wideBlock
    return InviteBudget.Account(
      budget, spent: Dictionary(rows) { first, _ in first },
      conversions: isBlock ? try blocks.followed(name) : 0, isProven: isProven)
  }

  /// Stores what was spent.
  /// - Throws: `DatabaseError`.
  func store() throws {
    // In one order, so that two of them wait for each other in one direction.
    for (key, account) in accounts.sorted(by: { $0.key.subject < $1.key.subject }) {
      let part = account.window.part(of: scope.now)
      guard let count = account.window.spent[part] else { continue }
      try scope.connection.send(
        """
        INSERT INTO invite_spending (app, subject, span, part, count, at)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (app, subject, span, part) DO UPDATE SET count = excluded.count
        """,
        [
          scope.tenant, .identifier(key.subject), .integer(key.span), .integer(part),
          .integer(count), scope.time,
        ])
    }
  }
}
