import BeckonModel

/// How many referrals of each state a person has in a campaign; the leaderboard is sorted by it.
public struct ReferralCounts {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// A place on the leaderboard.
  public struct Entry: Hashable, Sendable {
    /// The person.
    public let person: PersonID
    /// Referrals all of whose steps are done.
    public let confirmed: Int64
    /// Referrals of which one step is missing.
    public let unconfirmed: Int64
    /// Referrals that have only joined.
    public let pending: Int64
  }

  /// A referral's step from a state to another; `nil`: from or to none that counts.
  struct Move {
    let person: PersonID
    let campaign: CampaignID
    let old: ReferralState?
    let new: ReferralState?

    /// By how much the number of referrals in a state changes.
    func delta(_ state: ReferralState) -> Int64 {
      (new == state ? 1 : 0) - (old == state ? 1 : 0)
    }
  }

  /// Counts a move.
  func count(_ move: Move) throws { try Self.count([(scope, move)], in: scope.connection) }

  /// Counts a move and gives how many referrals there are now in the new state. Not for who does
  /// not ask: SQLite keeps a copy of each page that a statement with an answer changes.
  func countAndAsk(_ move: Move) throws -> Int64 {
    let counts = try scope.connection.first(
      """
      INSERT INTO referral_counts (app, campaign, person, pending, unconfirmed, confirmed,
        updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (app, campaign, person) DO UPDATE SET
        pending = referral_counts.pending + excluded.pending,
        unconfirmed = referral_counts.unconfirmed + excluded.unconfirmed,
        confirmed = referral_counts.confirmed + excluded.confirmed,
        updated_at = excluded.updated_at
      RETURNING pending, unconfirmed, confirmed
      """,
      [
        scope.tenant, .id(move.campaign), .id(move.person), .integer(move.delta(.pending)),
        .integer(move.delta(.unconfirmed)), .integer(move.delta(.confirmed)), scope.time,
      ]
    ) { (pending: $0.integer(0), unconfirmed: $0.integer(1), confirmed: $0.integer(2)) }
    switch move.new {
    case .pending: return counts?.pending ?? 0
    case .unconfirmed: return counts?.unconfirmed ?? 0
    case .confirmed: return counts?.confirmed ?? 0
    case .superseded, .reversed, nil: return 0
    }
  }

  /// The people with most referrals, best first, from a rank on.
  /// - Throws: `DatabaseError`.
  public func leaders(
    in campaign: CampaignID, offset: Int, limit: Int
  ) throws -> [Entry] {
    try scope.connection.rows(
      """
      SELECT person, confirmed, unconfirmed, pending FROM referral_counts
      WHERE app = $1 AND campaign = $2 AND confirmed + unconfirmed + pending > 0
      ORDER BY confirmed DESC, unconfirmed DESC, pending DESC, person LIMIT $3 OFFSET $4
      """,
      [scope.tenant, .id(campaign), .integer(Int64(limit)), .integer(Int64(offset))]
    ) { row in
      Entry(
        person: row.id(0), confirmed: row.integer(1), unconfirmed: row.integer(2),
        pending: row.integer(3))
    }
  }

  /// How many people of a campaign are in each state, with and without a referrer.
  /// - Throws: `DatabaseError`.
  public func funnel(
    of campaign: CampaignID
  ) throws -> [(state: ReferralState, referred: Int64, organic: Int64)] {
    try scope.connection.rows(
      """
      SELECT state, COUNT(referrer), COUNT(*) - COUNT(referrer) FROM referrals
      WHERE app = $1 AND campaign = $2 GROUP BY state ORDER BY state
      """, [scope.tenant, .id(campaign)]
    ) { (state: try $0.choice(0), referred: $0.integer(1), organic: $0.integer(2)) }
  }
}
