import BeckonDatabase
import BeckonModel

extension Referrals {
  /// The steps that a referral has reached, for the export.
  func steps(of referral: ReferralID) throws -> [JSON] {
    try scope.connection.rows(
      """
      SELECT step, fact, at, trust FROM conversions
      WHERE app = $1 AND referral = $2 ORDER BY step
      """, [scope.tenant, .id(referral)]
    ) { row in
      .object([
        "step": .integer(row.integer(0)), "fact": .id(row.id(1, FactID.self)),
        "at": .instant(row.instant(2)), "trust": row.optionalText(3).map(JSON.string),
      ])
    }
  }
}
