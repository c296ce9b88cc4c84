import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The app's ledger.
public struct FoundTransfers {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Which of its transfers.
  public struct Filter: Sendable {
    /// Who receives or gives.
    public var person: PersonID?
    /// The campaign whose rule paid.
    public var campaign: CampaignID?
    /// The rule.
    public var rule: RuleID?
    /// In which of these states.
    public var states: Set<TransferState> = Set(TransferState.allCases)
    /// What it is for.
    public var kind: Transfer.Kind?
    /// Held for this reason, among others.
    public var reason: String?
    /// When it was made.
    public var period = ListPeriod()

    /// The fact that caused it.
    public var fact: FactID?

    /// All of them.
    public init() {}

    /// Whether only what is not settled is asked for.
    var isWaiting: Bool { states.isSubset(of: [.pending, .inReview]) }
  }

  /// A page, the last made first.
  /// - Throws: `DatabaseError`.
  public func page(
    _ filter: Filter, behind place: ListPlace?, limit: Int
  ) throws -> FoundRows {
    try ListWalk.page(of: walks(filter) { $0.json }, behind: place, limit: limit)
  }

  /// The walks that find them, each row written in a way of its own.
  func walks(
    _ filter: Filter, _ describe: @escaping (Transfer) throws -> JSON
  ) -> [ListWalk] {
    keys(filter).map { index, key, more in
      ListWalk(
        scope: scope, table: "transfers \(index)", columns: Ledger.columns,
        key: "transfers.app = \(scope.tenant)\(and: [key])",
        order: .time("transfers.created_at", id: "transfers.id"),
        bounds: filter.period.times("transfers.created_at"), filters: chosen(filter) + [more]
      ) { try describe(Ledger.read($0, from: ListWalk.first)) }
    }
  }

  private func chosen(_ filter: Filter) -> [SQL?] {
    let words = JSON.array(filter.states.map(\.rawValue).sorted().map(JSON.string))
    return [
      filter.states.count == TransferState.allCases.count
        ? nil : "transfers.state {among \(.json(words))}",
      filter.kind.map { "transfers.kind = \(.text($0.rawValue))" },
      filter.rule.map { "transfers.rule = \(.id($0))" },
      filter.reason.map { "transfers.reasons LIKE \(.text("%\"\($0)\"%"))" },
    ]
  }

  /// The indexes along which they are found, and what else is asked there.
  private func keys(_ filter: Filter) -> [(index: SQL, key: SQL?, more: SQL?)] {
    if let fact = filter.fact {
      return [("{by transfers_by_fact}", "transfers.fact = \(.id(fact))", nil)]
    }
    let ofCampaign: SQL? = filter.campaign.map { "transfers.campaign = \(.id($0))" }
    if let person = filter.person {
      return [
        ("{by transfers_by_receiver}", "transfers.to_owner = \(.id(person))", ofCampaign),
        (
          "{by transfers_by_giver}",
          "transfers.from_account = 'person' AND transfers.from_owner = \(.id(person))", ofCampaign
        ),
      ]
    }
    if filter.isWaiting {
      return [("{by transfers_waiting}", "transfers.settled_at IS NULL", ofCampaign)]
    }
    if ofCampaign != nil { return [("{by transfers_by_campaign}", ofCampaign, nil)] }
    return [("{by transfers_by_time}", nil, nil)]
  }
}
