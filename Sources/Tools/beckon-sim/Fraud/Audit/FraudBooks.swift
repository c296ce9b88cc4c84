import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

/// What the database says of both shops' money.
struct FraudBooks: Sendable {
  /// A reward, in whatever state.
  struct Reward: Sendable {
    let app: Int64
    let id: TransferID
    let rule: RuleID?
    let to: PersonID
    let amount: Int64
    let state: String
    let fact: FactID?
    /// Whose referral it is for.
    let recipient: PersonID?
    let coupon: String?
    let isTakenBack: Bool

    /// Whether it is somebody's, or will be without anybody's decision.
    var isGranted: Bool { state == "posted" || state == "pending" }
  }

  struct Balance: Sendable {
    let app: Int64
    let person: PersonID
    let unit: String
    let posted: Int64
    let pending: Int64
  }

  /// Who referred whom.
  struct Edge: Hashable, Sendable {
    let app: Int64
    let person: PersonID
    let referrer: PersonID
  }

  let rewards: [Reward]
  let balances: [Balance]
  let edges: [Edge]
  /// What is wrong with the ledger as such.
  let problems: [String]

  /// Reads all of it.
  /// - Throws: `DatabaseError`.
  init(_ connection: any Connection) throws {
    rewards = try connection.rows(
      """
      SELECT t.app, t.id, t.rule, t.to_owner, t.amount, t.state, t.fact, r.person, t.coupon,
        b.id
      FROM transfers AS t
      LEFT JOIN referrals AS r ON r.app = t.app AND r.id = t.referral
      LEFT JOIN transfers AS b ON b.app = t.app AND b.reverses = t.id
      WHERE t.kind = 'reward' ORDER BY t.app, t.created_at, t.id
      """, []
    ) { row in
      Reward(
        app: row.integer(0), id: row.id(1), rule: row.optionalID(2), to: row.id(3),
        amount: row.integer(4), state: row.text(5), fact: row.optionalID(6),
        recipient: row.optionalID(7), coupon: row.optionalText(8), isTakenBack: !row.isNull(9))
    }
    balances = try connection.rows(
      """
      SELECT app, person, unit, posted, pending FROM balances
      WHERE posted <> 0 OR pending <> 0 ORDER BY app, person, unit
      """, []
    ) { row in
      Balance(
        app: row.integer(0), person: row.id(1), unit: row.text(2), posted: row.integer(3),
        pending: row.integer(4))
    }
    edges = try connection.rows(
      """
      SELECT app, person, referrer FROM referrals
      WHERE referrer IS NOT NULL AND state NOT IN ('superseded', 'reversed') ORDER BY app, id
      """, []
    ) { Edge(app: $0.integer(0), person: $0.id(1), referrer: $0.id(2)) }
    problems = try LedgerCheck(connection).problems
  }
}
