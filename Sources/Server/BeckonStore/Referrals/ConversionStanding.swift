import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What one look tells of the person of a conversion, before it is recorded. The referral comes
/// without its evidence, for which no rule asks.
struct ConversionStanding {
  let referral: Referral
  /// Version of the terms to which the person agreed.
  let consent: String?
  /// Whether the referrer is neither merged nor erased.
  let isReferrerPresent: Bool
  /// Whether the fact was taken back before it came.
  let isReversed: Bool
  /// Whether a conversion of this id was answered before.
  let isAnswered: Bool
  /// The steps recorded so far, early ones too.
  let steps: Set<Int>

  /// People of whom it is known that they are neither merged nor erased.
  var present: [PersonID] {
    [referral.person] + (isReferrerPresent ? [referral.referrer].compactMap { $0 } : [])
  }

  /// Nothing is locked: a transaction that changes what another has read here is run again.
  static let statement = BulkStatement(
    """
    SELECT \(Referrals.columnsButEvidence), NULL, p.consent,
      (SELECT 1 FROM people AS b WHERE b.app = referrals.app AND b.id = referrals.referrer
        AND b.merged_into IS NULL AND b.erased_at IS NULL),
      (SELECT 1 FROM reversals WHERE app = $1 AND fact = $4),
      (SELECT 1 FROM outcomes WHERE app = $1 AND id = $4),
      (SELECT SUM(CASE c.step WHEN 1 THEN 2 WHEN 2 THEN 4 ELSE 8 END) FROM conversions AS c
        WHERE c.app = referrals.app AND c.referral = referrals.id)
    FROM people AS p JOIN referrals ON referrals.app = p.app AND referrals.person = p.id
    WHERE p.app = $1 AND p.id = $2 AND p.merged_into IS NULL AND p.erased_at IS NULL
      AND referrals.campaign = $3
    """,
    [.integer("app"), .identifier("person"), .identifier("campaign"), .identifier("fact")])

  static func parameters(
    of conversion: Conversion, by person: PersonID, in scope: Scope
  ) -> [DatabaseValue] {
    [scope.tenant, .id(person), .id(conversion.campaign.id), .id(conversion.fact)]
  }

  static func read(_ row: any Row) throws -> ConversionStanding {
    let steps = row.isNull(21) ? 0 : row.integer(21)
    return ConversionStanding(
      referral: try Referrals.read(row), consent: row.optionalText(17),
      isReferrerPresent: !row.isNull(18), isReversed: !row.isNull(19), isAnswered: !row.isNull(20),
      steps: Set((1...3).filter { steps & (1 << $0) != 0 }))
  }

  /// The conversion as a fact.
  func fact(of conversion: Conversion, at now: Instant) -> NewFact {
    NewFact(
      id: conversion.fact, name: Facts.Own.conversion.rawValue,
      subject: referral.person.identifier, at: now, trust: conversion.trust, consent: consent,
      properties: conversion.properties)
  }
}
