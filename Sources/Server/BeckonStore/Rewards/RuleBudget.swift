import BeckonEngine
import BeckonModel

/// What a rule may pay in all, and what is left of it.
public struct RuleBudget: Hashable, Sendable {
  /// What the rule may pay in all.
  public let total: Int64
  /// What it may still pay; below zero when the total was lowered under what had been paid.
  public let left: Int64

  /// A part of the total below which the end is near: a tenth.
  private static let nearPart: Int64 = 10

  /// What it has paid, rewards that wait included.
  public var spent: Int64 { total - left }
  /// Whether less than a tenth is left.
  public var isNearEnd: Bool { left < total / Self.nearPart }

  /// The budgets of an app's rules of a campaign that have a total, by the rules' ids.
  /// - Throws: `DatabaseError`.
  public static func all(of campaign: CampaignID, _ scope: Scope) throws -> [RuleID: RuleBudget] {
    var budgets: [RuleID: RuleBudget] = [:]
    for rule in scope.app.campaign(campaign)?.rules ?? [] {
      guard let total = rule.rule.cap.total else { continue }
      let left = try Caps(scope).left(of: rule.id, total: total)
      budgets[rule.id] = RuleBudget(total: total, left: left)
    }
    return budgets
  }
}
