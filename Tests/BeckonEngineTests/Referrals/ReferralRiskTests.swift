import BeckonEngine
import BeckonModel
import Testing

/// What speaks against a referral.
@Suite struct ReferralRiskTests {
  @Test(
    "Each sign is seen by itself",
    arguments: [
      (["ben@shop.example"], ["ana@shop.example"], false, false, 0, []),
      (["ben@shop.example"], ["ben@shop.example"], false, false, 0, [.selfReferral]),
      (["b.en+1@gmail.com"], ["ben@googlemail.com"], false, false, 0, [.selfReferral]),
      (
        ["x@shop.example", "ana+2@shop.example"], ["ana@shop.example"], false, false, 0,
        [.selfReferral]
      ),
      ([], [], false, false, 0, []), ([], [], true, false, 0, [.referrerInstall]),
      (["ben@mailinator.com"], [], false, false, 0, [.disposableMail]),
      ([], ["ana@mailinator.com"], false, false, 0, []),
      ([], [], false, false, 19, []), ([], [], false, false, 20, [.velocity]),
      ([], [], false, true, 0, [.sharedAddress]),
      (
        ["ana@mailinator.com"], ["ana@mailinator.com"], true, true, 99,
        ReferralRisk.Reason.allCases.filter { ![.sameMailbox, .sameInstrument].contains($0) }
      ),
    ] as [([String], [String], Bool, Bool, Int64, [ReferralRisk.Reason])])
  func seen(
    mails: [String], referrerMails: [String], wasReferrers: Bool, sharesNetwork: Bool,
    lastHour: Int64, reasons: [ReferralRisk.Reason]
  ) {
    let risk = ReferralEvidence(
      recipientMails: mails, referrerMails: referrerMails, installWasReferrers: wasReferrers,
      sharesNetwork: sharesNetwork, referralsInLastHour: lastHour
    ).risk
    #expect(risk.reasons == reasons)
  }

  @Test(
    "Some signs hold rewards; the others only add up",
    arguments: [
      ([], .none, []), ([.velocity], .low, []), ([.sharedAddress, .disposableMail], .medium, []),
      ([.selfReferral], .high, [.selfReferral]),
      ([.velocity, .referrerInstall], .high, [.referrerInstall]),
      ([.sameMailbox], .high, [.sameMailbox]), ([.sameInstrument], .high, [.sameInstrument]),
    ] as [([ReferralRisk.Reason], ReferralRisk.Level, [ReferralRisk.Reason])])
  func level(
    reasons: [ReferralRisk.Reason], level: ReferralRisk.Level, holding: [ReferralRisk.Reason]
  ) {
    let risk = ReferralRisk(Set(reasons))
    #expect(risk.level == level && risk.holding == holding)
    #expect(ReferralRisk(json: risk.json) == risk)
  }

  @Test(
    "What two have in common that only the store can know is a sign too",
    arguments: [
      (false, false, []), (true, false, [.sameMailbox]), (false, true, [.sameInstrument]),
      (true, true, [.sameMailbox, .sameInstrument]),
    ] as [(Bool, Bool, [ReferralRisk.Reason])])
  func shared(mailbox: Bool, instrument: Bool, reasons: [ReferralRisk.Reason]) {
    let evidence = ReferralEvidence(
      recipientMails: [], referrerMails: [], installWasReferrers: false, sharesNetwork: false,
      sharesMailbox: mailbox, sharesInstrument: instrument, referralsInLastHour: 0)
    #expect(evidence.risk.reasons == reasons)
  }

  @Test("What is seen later is added, and what was cleared does not count against a referral")
  func added() {
    let risk = ReferralRisk([.velocity]).adding(ReferralRisk([.selfReferral, .velocity]))
    #expect(risk.reasons == [.selfReferral, .velocity])
    let open = Referral.example(risk: [.selfReferral]).standing(isVouched: true)
    let cleared = Referral.example(risk: [.selfReferral], isRiskCleared: true)
      .standing(isVouched: true)
    #expect(open.holding == [.selfReferral] && cleared.holding == [])
  }
}
