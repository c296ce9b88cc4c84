import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The rewards of a campaign, a page at a time, and what its operator notes of them.
public struct CampaignRewards {
  private let scope: Scope
  private let campaign: CampaignID

  /// Of a campaign.
  public init(_ scope: Scope, of campaign: CampaignID) {
    self.scope = scope
    self.campaign = campaign
  }

  /// How a reward stands, as whoever hands it over sees it.
  public enum Standing: String, CaseIterable, Sendable {
    /// It is held until a time.
    case pending
    /// It waits for somebody's decision.
    case flagged
    /// It is paid.
    case sent
    /// It is paid, and was handed over once more.
    case resent
    /// It was given up or taken back.
    case canceled
  }

  /// A reward with its standing.
  public struct Reward: Sendable {
    /// The transfer.
    public let transfer: Transfer
    /// How it stands.
    public let standing: Standing
  }

  /// Rewards of everybody, or of one person, the last made first.
  /// - Throws: `DatabaseError`.
  public func page(
    of person: PersonID?, _ standing: Standing?, _ window: ListWindow
  ) throws -> [Reward] {
    try scope.connection.rows(
      """
      SELECT \(Ledger.columns) FROM transfers \(chosen(person, standing))
      ORDER BY created_at DESC, id DESC \(window.sql)
      """
    ) { try Ledger.read($0, from: 0) }.map(described)
  }

  /// How many those are.
  /// - Throws: `DatabaseError`.
  public func count(of person: PersonID?, _ standing: Standing?) throws -> Int64 {
    try scope.connection.first(
      "SELECT COUNT(*) FROM transfers \(chosen(person, standing))"
    ) { $0.integer(0) } ?? 0
  }

  /// A reward of this campaign.
  /// - Throws: `DatabaseError`.
  public func find(_ id: TransferID) throws -> Reward? {
    guard let transfer = try Ledger(scope).find(id), transfer.kind == .reward,
      transfer.campaign == campaign
    else { return nil }
    return try described(transfer)
  }

  private func described(_ transfer: Transfer) throws -> Reward {
    let isTakenBack = try Ledger(scope).find(Ledger.clawback(of: transfer.id)) != nil
    return Reward(transfer: transfer, standing: Standing(of: transfer, isTakenBack: isTakenBack))
  }

  private func chosen(_ person: PersonID?, _ standing: Standing?) -> SQL {
    let index: SQL = person == nil ? "{by transfers_by_campaign}" : "{by transfers_by_receiver}"
    return """
      \(index) WHERE app = \(scope.tenant) AND campaign = \(.id(campaign)) AND kind = 'reward'
      \(and: [person.map { "to_owner = \(.id($0))" }, standing.map(condition)])
      """
  }

  private func condition(_ standing: Standing) -> SQL {
    let taken: SQL = """
      (SELECT reverses FROM transfers AS b {by transfers_by_campaign}
        WHERE b.app = \(scope.tenant) AND b.campaign = \(.id(campaign))
          AND b.reverses IS NOT NULL)
      """
    return switch standing {
    case .pending: "state = 'pending'"
    case .flagged: "state = 'in_review'"
    case .sent:
      "state = 'posted' AND COALESCE(fulfilment, '') <> 'resent' AND id NOT IN \(taken)"
    case .resent: "state = 'posted' AND fulfilment = 'resent' AND id NOT IN \(taken)"
    case .canceled: "(state = 'voided' OR id IN \(taken))"
    }
  }

  /// Every rule of the campaign by its id, those that pay no more as well.
  /// - Throws: `DatabaseError`.
  public func rules() throws -> [RuleID: RewardRule] {
    let rules = try scope.connection.rows(
      "SELECT id, body FROM rules WHERE app = $1 AND campaign = $2",
      [scope.tenant, .id(campaign)]
    ) { (id: $0.id(0, RuleID.self), rule: try RewardRule(Fields(try $0.json(1)))) }
    return Dictionary(uniqueKeysWithValues: rules.map { ($0.id, $0.rule) })
  }
}

extension CampaignRewards.Standing {
  /// How a reward stands.
  init(of transfer: Transfer, isTakenBack: Bool) {
    switch transfer.state {
    case .pending: self = .pending
    case .inReview: self = .flagged
    case .voided: self = .canceled
    case .posted:
      self = isTakenBack ? .canceled : transfer.fulfilment?.word == .resent ? .resent : .sent
    }
  }
}

extension Ledger {
  /// Notes that a posted reward was handed over, or once more; of one that is not posted nothing is
  /// noted.
  /// - Throws: `DatabaseError`.
  public func note(_ fulfilment: Fulfilment, of id: TransferID) throws {
    try scope.connection.send(
      """
      UPDATE transfers SET fulfilment = $3, fulfilled_at = $4
      WHERE app = $1 AND id = $2 AND kind = 'reward' AND state = 'posted'
      """, [scope.tenant, .id(id), .text(fulfilment.word.rawValue), .instant(fulfilment.at)])
  }
}
