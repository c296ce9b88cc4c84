import BeckonEngine
import BeckonModel
import Testing

/// When it is decided what led to an install, and what is known of its device.
@Suite struct DecisionBasisTests {
  @Test(
    "A device or a sign-up settles it, else a day",
    arguments: [
      (true, false, 0, .all), (false, true, 0, .all), (true, true, 23, .all),
      (false, false, 0, .named), (false, false, 23, .named), (false, false, 24, .late),
      (true, false, 24, .late), (false, true, 48, .late),
    ] as [(Bool, Bool, Int64, DecisionBasis)])
  func basis(_ knowsDevice: Bool, _ isSignUp: Bool, _ hours: Int64, _ expected: DecisionBasis) {
    let basis = DecisionBasis(
      knowsDevice: knowsDevice, isSignUp: isSignUp, milliseconds: hours * Span.hourMilliseconds)
    #expect(basis == expected)
  }

  @Test("What the app names is certain on any basis; nothing else is without a device")
  func allowed() {
    let named = Self.decision(named: true)
    #expect(named.type == .unique)
    for basis in DecisionBasis.allCases { #expect(basis.allows(named) == named) }
    let organic = Self.decision(named: false)
    #expect(DecisionBasis.all.allows(organic) == organic)
    #expect(DecisionBasis.named.allows(organic) == nil)
    #expect(DecisionBasis.late.allows(organic)?.reason == .noDevice)
  }

  private static func decision(named: Bool) -> AttributionDecision {
    let link = LinkID(Identifier(high: 1, low: 1))
    return Ladder.decide(
      install: InstallEvidence(
        signals: Signals(network: nil, platform: .ios),
        named: named ? [NamedClick(method: .link, link: link)] : []),
      candidates: ClickCandidates([]), settings: AttributionSettings(),
      now: Instant(milliseconds: 0))
  }

  @Test(
    "The first word on a device counts, unless it said nothing",
    arguments: [
      ([:], ["brand": "Apple"], ["brand": "Apple"]),
      (["brand": "Apple"], ["brand": "Other"], nil), (["brand": "Apple"], [:], nil),
      (["gaid": ""], ["gaid": "3840"], ["gaid": "3840"]),
      (["idfa": "0000-0000"], ["idfa": "EA75"], ["idfa": "EA75"]),
      (["idfa": "EA75"], ["idfa": "0000-0000"], nil),
      (["platform": "other"], ["platform": "ios"], ["platform": "ios"]),
      (["a": 1], ["b": .null, "c": 2], ["a": 1, "c": 2]),
    ] as [(JSON, JSON, JSON?)])
  func device(_ known: JSON, _ told: JSON, _ expected: JSON?) {
    #expect(known.completed(by: told) == expected)
  }
}
