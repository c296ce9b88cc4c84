import BeckonEngine
import BeckonModel
import Testing

/// What a campaign is at which time.
@Suite struct CampaignScheduleTests {
  private static func day(_ number: Int64) -> Instant {
    Instant(milliseconds: 1_800_000_000_000 + number * 86_400_000)
  }

  struct Case: Sendable {
    var state = CampaignState.active
    /// Days.
    var closed: Int64?
    var starts: Int64?
    var ends: Int64?
    var now: Int64 = 10
    let standing: CampaignStanding
  }

  @Test(
    "The operator's word and the dates make what a campaign is",
    arguments: [
      Case(standing: .active), Case(starts: 11, standing: .scheduled),
      Case(starts: 10, standing: .active), Case(ends: 11, standing: .active),
      Case(ends: 10, standing: .ended), Case(starts: 5, ends: 11, standing: .active),
      Case(starts: 12, ends: 11, standing: .scheduled),
      Case(state: .paused, closed: 9, standing: .paused),
      Case(state: .paused, closed: 9, starts: 11, standing: .paused),
      // The end goes before the pause, and the operator's end before the dates.
      Case(state: .paused, closed: 9, ends: 10, standing: .ended),
      Case(state: .ended, closed: 9, starts: 11, standing: .ended),
      Case(state: .ended, closed: 9, ends: 99, standing: .ended),
      Case(state: .archived, closed: 9, starts: 11, standing: .archived),
      Case(state: .archived, closed: 9, ends: 1, standing: .archived),
      // What was before it was closed.
      Case(state: .ended, closed: 10, now: 9, standing: .active),
      Case(state: .archived, closed: 10, ends: 8, now: 9, standing: .ended),
      Case(state: .paused, closed: 10, starts: 10, now: 9, standing: .scheduled),
    ])
  func standing(_ example: Case) {
    let schedule = CampaignSchedule(
      state: example.state, closedAt: example.closed.map(Self.day),
      startsAt: example.starts.map(Self.day), endsAt: example.ends.map(Self.day))
    #expect(schedule.standing(at: Self.day(example.now)) == example.standing)
  }

  @Test("Any state follows any other, and the day on which it was closed stays")
  func changes() {
    var schedule = CampaignSchedule()
    schedule.change(to: .paused, at: Self.day(1))
    schedule.change(to: .ended, at: Self.day(2))
    schedule.change(to: .archived, at: Self.day(3))
    #expect(schedule.closedAt == Self.day(1))
    #expect(schedule.standing(at: Self.day(0)) == .active)
    #expect(schedule.standing(at: Self.day(2)) == .archived)
    schedule.change(to: .active, at: Self.day(4))
    #expect(schedule == CampaignSchedule())
  }

  @Test("After its end it pays for earlier referrals, unless the operator says otherwise")
  func pays() {
    for (state, pays) in [
      (CampaignState.active, true), (.paused, true), (.ended, false), (.archived, false),
    ] {
      var schedule = CampaignSchedule(state: state, closedAt: Self.day(0))
      #expect(schedule.pays(at: Self.day(1)))
      schedule.paysAfterEnd = false
      #expect(schedule.pays(at: Self.day(1)) == pays, "\(state)")
    }
  }

  private static func campaign(_ number: UInt64, _ state: CampaignState) -> Campaign {
    Campaign(
      id: .numbered(number), listUUID: "\(number)", name: "c", goal: 1, kind: .referral,
      url: "https://shop.example/", exclusiveGroup: nil, rules: [],
      schedule: CampaignSchedule(state: state, closedAt: state == .active ? nil : day(0)))
  }

  @Test(
    "The default campaign is the chosen one, else the oldest that is not over",
    arguments: [
      (nil, [], [], nil), (nil, [.active, .active], [], 0), (nil, [.ended, .active], [], 1),
      (nil, [.paused, .active], [], 0), (nil, [.archived, .ended], [], 0),
      (1, [.active, .active], [], 1), (1, [.active, .ended], [], 1), (9, [.active], [], 0),
      // Whoever is in one that is not over stays there, best in the default one.
      (nil, [.active, .active, .active], [1, 2], 2), (nil, [.active, .active], [1, 0], 0),
      (nil, [.active, .ended], [1], 0), (nil, [.active, .paused], [1], 1),
      (1, [.active, .active], [0], 0), (nil, [.ended], [0], 0),
    ] as [(UInt64?, [CampaignState], [UInt64], UInt64?)])
  func usual(chosen: UInt64?, states: [CampaignState], joined: [UInt64], found: UInt64?) {
    let all = states.enumerated().map { Self.campaign(UInt64($0), $1) }
    let campaign = DefaultCampaign.find(
      chosen.map { .numbered($0) }, in: all, of: joined.map { .numbered($0) }, at: Self.day(1))
    #expect(campaign?.id == found.map { .numbered($0) })
  }
}
