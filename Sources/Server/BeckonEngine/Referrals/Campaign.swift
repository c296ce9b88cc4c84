import BeckonModel

/// A campaign with the rules in force.
public struct Campaign: Hashable, Sendable {
  /// Its id.
  public let id: CampaignID
  /// The id that clients have of it that were made for another service; given when it is made.
  public let listUUID: String
  /// What people call it.
  public let name: String
  /// Number of steps, 1 to 3.
  public let goal: Int
  /// What it is for.
  public let kind: CampaignKind
  /// Where its members' links lead.
  public let url: String
  /// One fact pays in only one of the campaigns that share this word.
  public let exclusiveGroup: String?
  /// Its rules, in order.
  public let rules: [CampaignRule]
  /// When it runs.
  public let schedule: CampaignSchedule
  /// By which rules it pays.
  public let terms: RewardTerms
  /// The rules that it had before, oldest first, as far as its terms ask for them.
  public let past: [PastRules]
  /// Who becomes the referrer of several.
  public let referrerChoice: ReferrerChoice
  /// Whether who joins counts only when their mail address is shown to be theirs: double opt-in.
  public let asksForOptIn: Bool

  /// Makes a campaign; one that runs from now on, unless told.
  public init(
    id: CampaignID, listUUID: String, name: String, goal: Int, kind: CampaignKind, url: String,
    exclusiveGroup: String?, rules: [CampaignRule],
    schedule: CampaignSchedule = CampaignSchedule(), terms: RewardTerms = .current,
    past: [PastRules] = [], referrerChoice: ReferrerChoice = .strongest,
    asksForOptIn: Bool = false
  ) {
    self.terms = terms
    self.past = past
    self.referrerChoice = referrerChoice
    self.schedule = schedule
    self.asksForOptIn = asksForOptIn
    self.id = id
    self.listUUID = listUUID
    self.name = name
    self.goal = goal
    self.kind = kind
    self.url = url
    self.exclusiveGroup = exclusiveGroup
    self.rules = rules
  }
}

/// A rule of a campaign, with its id.
public struct CampaignRule: Hashable, Sendable {
  /// The rule's id; an edited rule keeps it.
  public let id: RuleID
  /// What it pays.
  public let rule: RewardRule

  /// Makes a rule of a campaign.
  public init(id: RuleID, rule: RewardRule) {
    self.id = id
    self.rule = rule
  }
}
