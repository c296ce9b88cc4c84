import BeckonModel

/// `POST /v1/campaigns` and `PATCH /v1/campaigns/{campaign}`.
public enum CreateCampaign {
  /// What the campaign is.
  public struct Request: Hashable, Sendable {
    /// What people call it.
    public let name: String
    /// Number of conversion steps, 1 to 3.
    public let goal: Int
    /// What it is for.
    public let kind: CampaignKind
    /// Where its members' links lead.
    public let url: String
    /// The id by which vendors' clients name it; made when left out.
    public let listUUID: String?
    /// One event pays in only one of the campaigns that share this word.
    public let exclusiveGroup: String?
    /// What it pays.
    public let rules: [Rule]
    /// What its operator says of it.
    public let state: CampaignState
    /// When it begins and ends, if not at once and never.
    public let dates: Dates
    /// Whether it pays after its end for referrals of before.
    public let paysAfterEnd: Bool
    /// Whether who joins counts only when their mail address is shown to be theirs.
    public let asksForOptIn: Bool
    /// By which rules it pays.
    public let terms: RewardTerms
    /// Who becomes the referrer of several.
    public let referrerChoice: ReferrerChoice

    /// Reads a body.
    /// - Throws: `FieldError`; also for a rule on a state that the goal never has.
    public init(_ fields: Fields) throws(FieldError) {
      try fields.allow(only: [
        "name", "goal", "kind", "url", "list_uuid", "exclusive_group", "rules", "state",
        "starts_at", "ends_at", "pays_after_end", "double_opt_in", "terms", "referrer_choice",
      ])
      name = try fields.require("name", fields.string("name", max: Limits.nameBytes))
      goal = Int(try fields.require("goal", fields.integer("goal", in: 1...3)))
      kind = try fields.choice("kind", CampaignKind.self) ?? .referral
      url = try fields.require("url", fields.string("url", max: Limits.urlBytes))
      listUUID = try fields.string("list_uuid", max: Limits.clientIDBytes)
      exclusiveGroup = try fields.string("exclusive_group", max: Limits.wordBytes)
      rules = try Rule.list(fields, goal: goal) ?? []
      state = try fields.choice("state", CampaignState.self) ?? .active
      dates = try Dates(fields)
      paysAfterEnd = try fields.bool("pays_after_end") ?? true
      asksForOptIn = try fields.bool("double_opt_in") ?? false
      terms = try fields.choice("terms", RewardTerms.self) ?? .current
      referrerChoice = try fields.choice("referrer_choice", ReferrerChoice.self) ?? .strongest
    }
  }

  /// When a campaign begins and ends.
  public struct Dates: Hashable, Sendable {
    /// When it begins; `nil` for at once.
    public let start: Instant?
    /// When it ends; `nil` for never.
    public let end: Instant?

    /// Reads `starts_at` and `ends_at`; what is left out is as it was.
    /// - Throws: `FieldError`; also for an end that is not behind the beginning.
    public init(
      _ fields: Fields, start: Instant? = nil, end: Instant? = nil
    ) throws(FieldError) {
      self.start = fields.has("starts_at") ? try fields.instant("starts_at") : start
      self.end = fields.has("ends_at") ? try fields.instant("ends_at") : end
      if let start = self.start, let end = self.end, end <= start {
        throw fields.error("ends_at", "must be later than starts_at, \(start.text)")
      }
    }
  }

  /// A rule, and the id of the rule that it edits.
  public struct Rule: Hashable, Sendable {
    /// The id that it keeps; `nil` for a new rule.
    public let id: RuleID?
    /// What it pays.
    public let rule: RewardRule

    /// Reads the array `rules`; `nil` when there is none.
    /// - Throws: `FieldError`.
    public static func list(_ fields: Fields, goal: Int) throws(FieldError) -> [Rule]? {
      guard let elements = try fields.elements("rules", max: Limits.campaignRules) else {
        return nil
      }
      var rules: [Rule] = []
      for (index, element) in elements.enumerated() {
        let rule = try fields.inner(element, at: "rules[\(index)]")
        rules.append(try Rule(rule, goal: goal))
      }
      return rules
    }

    private init(_ fields: Fields, goal: Int) throws(FieldError) {
      id = try fields.id("id", RuleID.self)
      rule = try RewardRule(fields)
      if let state = rule.trigger.state, !state.isReached(byGoal: goal) {
        throw fields.error(
          "when", "waits for '\(state.rawValue)', which a goal of \(goal) never has")
      }
    }
  }
}
