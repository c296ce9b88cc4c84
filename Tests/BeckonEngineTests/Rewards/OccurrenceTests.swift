import BeckonEngine
import BeckonModel
import Testing

/// What makes a rule fire, and how often.
@Suite struct OccurrenceTests {
  private static func rule(_ trigger: RewardTrigger, trust: Trust = .client) -> RewardRule {
    RewardRule(
      name: "rule", trigger: trigger, beneficiary: .recipient, amount: 1, unit: "points",
      trust: trust)
  }

  private static func attributes(_ before: JSON, _ after: JSON) -> Occurrence {
    .attributes(AttributeChange(before: before, after: after), byServer: nil)
  }

  @Test(
    "A rule fires on what it waits for, and on nothing else",
    arguments: [
      (.event(name: "buy", filter: .all), .event(name: "buy", properties: [:]), true),
      (.event(name: "buy", filter: .all), .event(name: "see", properties: [:]), false),
      (.event(name: "buy", filter: .all), .state(.confirmed), false),
      (.referral(state: .pending), .state(.pending), true),
      (.referral(state: .pending), .state(.confirmed), false),
      (.attributeFirstSet(name: "city"), attributes([:], ["city": "Izmir"]), true),
      (.attributeFirstSet(name: "city"), attributes(["city": .null], ["city": ""]), true),
      (.attributeFirstSet(name: "city"), attributes(["city": "A"], ["city": "B"]), false),
      (.attributeFirstSet(name: "city"), attributes(["city": "A"], [:]), false),
      (.attributeCrosses(name: "level", bound: 5), attributes([:], ["level": 5]), true),
      (.attributeCrosses(name: "level", bound: 5), attributes(["level": 4.9], ["level": 9]), true),
      (.attributeCrosses(name: "level", bound: 5), attributes(["level": 5], ["level": 9]), false),
      (.attributeCrosses(name: "level", bound: 5), attributes(["level": 3], ["level": 4]), false),
      (.attributeCrosses(name: "level", bound: 5), attributes([:], ["level": "9"]), true),
      (.attributeCrosses(name: "level", bound: 5), attributes([:], ["level": "nine"]), false),
    ] as [(RewardTrigger, Occurrence, Bool)])
  func fires(trigger: RewardTrigger, occurrence: Occurrence, fires: Bool) {
    #expect(Self.rule(trigger).firings(on: occurrence).count == (fires ? 1 : 0))
  }

  @Test("A rule that trusts only the server compares what the server wrote")
  func byServer() {
    let crosses = RewardTrigger.attributeCrosses(name: "level", bound: 5)
    // A client wrote the number down; for the server nothing was crossed.
    let change = Occurrence.attributes(
      AttributeChange(before: ["level": 1], after: ["level": 6]),
      byServer: AttributeChange(before: ["level": 5], after: ["level": 6]))
    #expect(Self.rule(crosses).firings(on: change) == [""])
    #expect(Self.rule(crosses, trust: .server).firings(on: change) == [])
  }

  @Test("A state's firing has its name, which is part of a reward's id for ever")
  func words() {
    let firings = ReferralState.allCases.flatMap {
      Self.rule(.referral(state: $0)).firings(on: .state($0))
    }
    #expect(firings == ReferralState.allCases.map(\.rawValue))
    #expect(
      PayoutKey.count(12, by: .numbered(1), of: .numbered(1)).firing == "count 12")
  }
}
