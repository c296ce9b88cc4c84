import BeckonEngine
import BeckonModel
import Testing

/// What a merge does to what rules have paid two people who turn out to be one.
@Suite struct SecondRewardTests {
  private static func reward(
    _ id: UInt64, at hour: Double = 0, state: TransferState = .posted, reasons: [String] = []
  ) -> Transfer {
    Transfer(
      id: .numbered(id), kind: .reward, from: .budget(.numbered(1)), to: .person(.numbered(7)),
      amount: 50, unit: "points", state: state, dueAt: state == .pending ? .hour(48) : nil,
      campaign: .numbered(1), rule: .numbered(1), referral: .numbered(1), fact: .numbered(1),
      reasons: reasons, coupon: "C1", createdAt: .hour(hour))
  }

  @Test("Of two rewards the earlier stays, of two of one moment that of the smaller id")
  func earlier() {
    let pairs = [(Self.reward(2, at: 1), Self.reward(1, at: 2)), (Self.reward(1), Self.reward(2))]
    for (stays, goes) in pairs {
      for pair in [SecondReward(stays, goes), SecondReward(goes, stays)] {
        #expect(pair?.stays == stays && pair?.goes == goes)
      }
    }
    #expect(SecondReward(Self.reward(1), Self.reward(1)) == nil)
  }

  @Test(
    "One that may never be paid gives way, also to a later one",
    arguments: [
      (TransferState.posted, TransferState.inReview), (.pending, .inReview),
    ])
  func inReview(stays: TransferState, goes: TransferState) {
    let stays = Self.reward(2, at: 9, state: stays)
    let goes = Self.reward(1, at: 1, state: goes)
    for pair in [SecondReward(stays, goes), SecondReward(goes, stays)] {
      #expect(pair?.stays == stays && pair?.goes == goes)
    }
  }

  @Test("For whose sake a reward was taken back can be read from its reasons")
  func trace() throws {
    let pair = try #require(SecondReward(Self.reward(1), Self.reward(2)))
    #expect(SecondReward.stays(behind: ["x"] + pair.reasons) == TransferID.numbered(1))
    for other in [[], ["refund"], [SecondReward.reason], ["refund", pair.stays.id.text]] {
      #expect(SecondReward.stays(behind: other) == nil)
    }
    let mark = SecondReward.mark(
      .numbered(9), standingFor: pair.stays, of: .numbered(3), at: .hour(4))
    #expect(SecondReward.stays(behind: mark.reasons) == TransferID.numbered(1))
    #expect(mark.state == .voided && mark.referral == .numbered(3) && mark.amount == 50)
  }

  @Test(
    "A rule has paid the same beneficiary, or would pay nobody for the referral that is kept",
    arguments: [
      (.recipient, 1, [2], 7, true), (.referrer, 1, [7], 7, true), (.referrer, 1, [2], 7, false),
      (.referrer, 2, [2, 7], 7, true), (.referrer, 2, [2], 7, true), (.referrer, 1, [], 7, true),
      (.referrer, 1, [2], nil, false),
    ] as [(Beneficiary, Int, [UInt64], UInt64?, Bool)])
  func alike(role: Beneficiary, level: Int, chain: [UInt64], holder: UInt64?, isAlike: Bool) {
    #expect(
      SecondReward.isPaidAlike(
        role, level: level, referrers: chain.map { .numbered($0) },
        holder: holder.map { .numbered($0) }) == isAlike)
  }

  @Test(
    "Both may have been paid for each count that the other can have had",
    arguments: [
      (3, false, 2, []), (3, false, 9, [3]), (3, true, 9, [3, 6, 9]), (3, true, 2, []),
    ] as [(Int64, Bool, Int64, [Int64])])
  func counts(wanted: Int64, every: Bool, max: Int64, counts: [Int64]) {
    func rule(_ scope: RewardScope) -> RewardRule {
      RewardRule(
        name: "n", trigger: .referrals(count: wanted, state: .confirmed, every: every),
        beneficiary: .referrer, amount: 1, unit: "points", scope: scope)
    }
    #expect(SecondReward.counts(of: rule(.referral), in: .confirmed, max: max) == counts)
    #expect(SecondReward.counts(of: rule(.event), in: .confirmed, max: max) == [])
    #expect(SecondReward.counts(of: rule(.referral), in: .pending, max: max) == [])
  }

  @Test("What is held goes on being held for the survivor, since and until the same time")
  func held() {
    let old = Self.reward(1, state: .inReview, reasons: ["self_referral"])
    let new = old.merged(into: .numbered(8), id: .numbered(2))
    #expect(new.to == .person(.numbered(8)) && new.reasons == ["self_referral", "merged"])
    #expect(new.createdAt == old.createdAt && new.state == .inReview && new.coupon == "C1")
    let pending = Self.reward(1, state: .pending).merged(into: .numbered(8), id: .numbered(2))
    #expect(pending.dueAt == .hour(48) && pending.state == .pending)
  }

  @Test(
    "A balance goes to the survivor, and so does a debt",
    arguments: [(50, 7, 8, 50), (-20, 8, 7, 20)] as [(Int64, UInt64, UInt64, Int64)])
  func balance(posted: Int64, from: UInt64, to: UInt64, amount: Int64) throws {
    func moving(_ posted: Int64) -> Transfer? {
      Transfer.moving(
        Balance(unit: "points", posted: posted, pending: 5, inReview: 0), of: .numbered(7),
        to: .numbered(8), id: .numbered(1), at: .hour(0))
    }
    let transfer = try #require(moving(posted))
    #expect(transfer.from == .person(.numbered(from)) && transfer.to == .person(.numbered(to)))
    #expect(transfer.amount == amount && transfer.state == .posted)
    #expect(moving(0) == nil)
  }

  @Test(
    "An erased person's balance is forfeited, and a debt forgiven",
    arguments: [(50, true), (-20, false)] as [(Int64, Bool)])
  func forfeited(posted: Int64, isOwed: Bool) throws {
    func forfeiting(_ posted: Int64) -> Transfer? {
      Transfer.forfeiting(
        Balance(unit: "points", posted: posted, pending: 5, inReview: 0), of: .numbered(7),
        id: .numbered(1), at: .hour(0))
    }
    let transfer = try #require(forfeiting(posted))
    let (person, app) = (Account.person(.numbered(7)), Account.app(.forfeited))
    #expect(transfer.from == (isOwed ? person : app) && transfer.to == (isOwed ? app : person))
    #expect(transfer.amount == abs(posted) && transfer.kind == .forfeit)
    #expect(forfeiting(0) == nil)
  }
}
