import BeckonModel

/// One side of a transfer. The sum over all accounts is zero, because money only moves.
public struct Account: Hashable, Sendable {
  /// Kinds of accounts.
  public enum Kind: String, CaseIterable, Sendable {
    /// What a campaign pays from; goes below zero as it pays.
    case budget
    /// What a person has earned and not spent.
    case person
    /// What was taken back.
    case clawback
    /// What was spent.
    case redeemed
    /// What erased people left.
    case forfeited
  }

  /// Its kind.
  public let kind: Kind
  /// The person, or the campaign; zero bits for what belongs to the app.
  public let owner: Identifier

  /// Makes a side.
  public init(kind: Kind, owner: Identifier) {
    self.kind = kind
    self.owner = owner
  }

  /// A campaign's budget.
  public static func budget(_ campaign: CampaignID) -> Account {
    Account(kind: .budget, owner: campaign.identifier)
  }
  /// A person's account.
  public static func person(_ person: PersonID) -> Account {
    Account(kind: .person, owner: person.identifier)
  }
  /// One of the app's own accounts.
  public static func app(_ kind: Kind) -> Account {
    Account(kind: kind, owner: Identifier(high: 0, low: 0))
  }

  /// As the API writes it: `person:per_…`, `budget:cmp_…`, `redeemed`.
  public var text: String {
    switch kind {
    case .person: "person:" + PersonID(owner).text
    case .budget: "budget:" + CampaignID(owner).text
    case .clawback, .redeemed, .forfeited: kind.rawValue
    }
  }
}
