import BeckonDatabase
import BeckonModel

/// Whether the ledgers of all apps together add up.
public struct LedgerCheck: Hashable, Sendable {
  /// A sum over all accounts of a unit; 0 in a sound ledger.
  public struct Sum: Hashable, Sendable {
    /// The unit.
    public let unit: String
    /// People's balances and all other accounts' posted transfers, together.
    public let sum: Int64
  }

  /// By unit.
  public let sums: [Sum]
  /// Balances that are not what the person's transfers come to; 0 in a sound ledger.
  public let wrongBalances: Int64
  /// Referrals' rewards whose referral is not there; 0 in a sound ledger.
  public let orphanedTransfers: Int64

  /// Sums are made of what fills this many and the rest, because the databases add no further than
  /// 64 bits.
  private static let part: Int64 = 1_000_000_000

  /// Reads every transfer and balance.
  /// - Throws: `DatabaseError`.
  public init(_ connection: any Connection) throws {
    sums = try connection.rows(
      """
      SELECT unit, CAST(SUM(amount / $1) AS BIGINT), CAST(SUM(amount % $1) AS BIGINT) FROM (
        SELECT unit, posted AS amount FROM balances
        UNION ALL
        SELECT unit, -amount FROM transfers WHERE state = 'posted' AND from_account <> 'person'
        UNION ALL
        SELECT unit, amount FROM transfers WHERE state = 'posted' AND to_account <> 'person'
      ) AS sides GROUP BY unit ORDER BY unit
      """, [.integer(Self.part)]
    ) { row in
      Sum(unit: row.text(0), sum: row.integer(1) &* Self.part &+ row.integer(2))
    }
    wrongBalances =
      try connection.first(
        """
        SELECT COUNT(*) FROM (
          SELECT app, person, unit FROM (
            SELECT app, person, unit, posted, pending FROM balances
            UNION ALL
            SELECT app, to_owner, unit, CASE WHEN state = 'posted' THEN -amount ELSE 0 END,
              CASE WHEN state IN ('pending', 'in_review') THEN -amount ELSE 0 END
            FROM transfers WHERE to_account = 'person'
            UNION ALL
            SELECT app, from_owner, unit, CASE WHEN state = 'posted' THEN amount ELSE 0 END,
              CASE WHEN state IN ('pending', 'in_review') THEN amount ELSE 0 END
            FROM transfers WHERE from_account = 'person'
          ) AS sides GROUP BY app, person, unit HAVING SUM(posted) <> 0 OR SUM(pending) <> 0
        ) AS differences
        """, []
      ) { $0.integer(0) } ?? 0
    orphanedTransfers =
      try connection.first(
        """
        SELECT COUNT(*) FROM transfers LEFT JOIN referrals
          ON referrals.app = transfers.app AND referrals.id = transfers.referral
        WHERE transfers.referral IS NOT NULL AND referrals.id IS NULL
        """, []
      ) { $0.integer(0) } ?? 0
  }

  /// What a copy is compared by.
  var audit: Audit {
    Audit(
      figures: sums.map { Audit.Figure(name: $0.unit, value: $0.sum) }, problems: problems)
  }

  /// What is wrong, in words; empty when nothing is.
  public var problems: [String] {
    sums.filter { $0.sum != 0 }.map { "the accounts of \($0.unit) sum up to \($0.sum), not 0" }
      + (wrongBalances == 0
        ? [] : ["\(wrongBalances) balances are not the sums of their transfers"])
      + (orphanedTransfers == 0 ? [] : ["\(orphanedTransfers) transfers name no known referral"])
  }
}
