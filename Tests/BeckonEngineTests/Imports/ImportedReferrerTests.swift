import BeckonEngine
import BeckonModel
import Testing

/// What becomes of a referrer whom a row of an imported file names.
@Suite struct ImportedReferrerTests {
  private static func part(
    referrer: UInt64?, isImported: Bool = true, isClaimed: Bool = false
  ) -> Referral {
    .example(
      person: 1, referrer: referrer, isClaimed: isClaimed, imported: isImported ? .settled : nil)
  }

  @Test(
    "Who is set as referrer",
    arguments: [
      (2, part(referrer: nil), [], .made),
      (2, part(referrer: nil), [3, 4], .made),
      (nil, part(referrer: nil), [], .unknownCode),
      (1, part(referrer: nil), [], .own),
      (2, part(referrer: 2), [], .made),
      (2, part(referrer: 3), [], .alreadyReferred),
      // Who joined here got what they got by how they came.
      (2, part(referrer: nil, isImported: false), [], .tooLate),
      (2, part(referrer: nil), [3, 1], .cycle),
      // Whom only a client has named gives way, also where the person joined here.
      (2, part(referrer: 3, isClaimed: true), [], .made),
      (2, part(referrer: 3, isImported: false, isClaimed: true), [], .made),
      (2, part(referrer: 2, isImported: false, isClaimed: true), [], .made),
      (2, part(referrer: 3, isClaimed: true), [3, 1], .cycle),
      (1, part(referrer: 3, isClaimed: true), [], .own),
    ] as [(UInt64?, Referral, [UInt64], ReferrerOutcome)])
  func outcome(referrer: UInt64?, part: Referral, ancestors: [UInt64], outcome: ReferrerOutcome) {
    let imported = ImportedReferrer(referrer.map { .numbered($0) }, of: part)
    #expect(imported.outcome { ancestors.map { .numbered($0) } } == outcome)
  }
}
