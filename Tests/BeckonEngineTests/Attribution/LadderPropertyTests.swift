import BeckonEngine
import BeckonModel
import BeckonTesting
import Testing

@Suite("The ladder, always")
struct LadderPropertyTests {
  static let rounds = 400

  /// A network on which up to eight phones clicked up to three links; many look alike.
  struct Scene: CustomStringConvertible {
    var install: InstallEvidence
    var clicks: [ClickCandidate]

    init(_ dice: inout SeededGenerator) {
      install = dice.hits(oneIn: 3) ? Story.android() : Story.iPhone()
      let agents = [
        Agents.safari17, Agents.safari26, Agents.iPhoneWebView, Agents.reducedChrome,
        Agents.androidWebView, Agents.iPad, Agents.macChrome,
      ]
      clicks = (0..<Int.random(in: 0...8, using: &dice)).map { number in
        Story.click(
          number, on: Story.link(Int.random(in: 1...3, using: &dice)),
          minutesAgo: dice.pick([-1, 0, 1, 5, 59, 61, 600, 1_439, 1_441]), by: dice.pick(agents),
          networkClass: dice.pick([.ordinary, .ordinary, .carrierNAT]),
          language: dice.pick(["tr-TR", "tr-TR", "tr", "en-US", nil]),
          isClaimed: dice.hits(oneIn: 5))
      }
    }

    var decision: AttributionDecision { Story.decide(install, clicks) }
    var description: String { decision.json.text }
  }

  func always(_ purpose: String, _ check: (inout Scene, inout SeededGenerator) -> Bool) {
    var dice = SeededGenerator(announcedFor: purpose)
    for round in 0..<Self.rounds {
      var scene = Scene(&dice)
      let before = scene
      guard check(&scene, &dice) else {
        Issue.record("\(purpose), seed \(dice.seed), round \(round): \(before)")
        return
      }
    }
  }

  @Test("The scenes reach every outcome, so that the other tests mean something")
  func reach() {
    var dice = SeededGenerator(announcedFor: "reach")
    var reasons: Set<AttributionReason> = []
    var types: Set<MatchType> = []
    for _ in 0..<Self.rounds {
      let decision = Scene(&dice).decision
      reasons.insert(decision.reason)
      types.insert(decision.type)
    }
    #expect(types == [.default, .weak, .none], "seed \(dice.seed)")
    #expect(
      reasons.isSuperset(of: [
        .networkAndDevice, .noCandidates, .ambiguous, .onlyDiffering, .onlyClaimed, .onlyTooOld,
        .onlyLater,
      ]), "seed \(dice.seed)")
  }

  @Test("The order of the clicks never matters")
  func permutation() {
    always("permutation") { scene, dice in
      let before = scene.decision
      scene.clicks.shuffle(using: &dice)
      return scene.decision == before
    }
  }

  @Test("A match is an eligible click, and every eligible click leads to its link")
  func precision() {
    always("precision") { scene, _ in
      let decision = scene.decision
      let eligible = decision.candidates.filter { $0.outcome == .eligible }
      guard let link = decision.link else { return Set(eligible.map(\.link)).count != 1 }
      return eligible.allSatisfy { $0.link == link }
        && eligible.contains { $0.click == decision.click }
    }
  }

  @Test("An eligible click on another link never makes a match, and always ends one")
  func anotherLink() {
    always("another link") { scene, _ in
      let before = scene.decision
      let agent = scene.install.signals.platform == .ios ? Agents.safari17 : Agents.reducedChrome
      scene.clicks.append(Story.click(99, on: Story.link(99), minutesAgo: 2, by: agent))
      let after = scene.decision
      let added = after.candidates.contains {
        $0.click == Story.clickID(99) && $0.outcome == .eligible
      }
      let hadEligible = before.outcomes.contains(.eligible)
      return added && (!hadEligible || after.type == .none)
    }
  }

  @Test("A claimed click never wins, and claiming never makes a better match of the same click")
  func claimed() {
    always("claimed") { scene, _ in
      guard let click = scene.decision.click else { return true }
      scene.clicks = scene.clicks.map { $0.click == click ? $0.claimed : $0 }
      return scene.decision.click != click
    }
  }

  @Test("A signal that goes missing never turns a fitting click away")
  func missingNeverHurts() {
    always("missing never hurts") { scene, dice in
      let before = Set(scene.decision.candidates.filter { $0.outcome == .eligible }.map(\.click))
      scene.clicks = scene.clicks.map { $0.forgettingOne(using: &dice) }
      let after = Set(scene.decision.candidates.filter { $0.outcome == .eligible }.map(\.click))
      return after.isSuperset(of: before)
    }
  }

  @Test("A missing signal never helps: where it agreed before, the match stays, and is no surer")
  func missingNeverHelps() {
    always("missing never helps") { scene, dice in
      let before = scene.decision
      let differing = Set(before.candidates.filter { $0.outcome == .differs }.map(\.click))
      scene.clicks = scene.clicks.map {
        differing.contains($0.click) ? $0 : $0.forgettingOne(using: &dice)
      }
      let after = scene.decision
      return after.short[1...] == before.short[1...] && after.type <= before.type
        && after.limits.filter { ![.fewTraits, .otherDevices].contains($0) }
          == before.limits.filter { ![.fewTraits, .otherDevices].contains($0) }
    }
  }

  @Test("Another device that clicks on the network never makes a match surer")
  func otherDevice() {
    always("other device") { scene, _ in
      let before = scene.decision
      scene.clicks.append(Story.click(99, on: Story.link(9), minutesAgo: 2, by: Agents.windowsEdge))
      let after = scene.decision
      return after.link == before.link && after.type <= before.type
    }
  }

  @Test("An older click never gives a better match")
  func age() {
    always("age") { scene, dice in
      guard let first = scene.clicks.first else { return true }
      let milliseconds = Int64.random(in: 0...100_000_000, using: &dice)
      scene.clicks = [first]
      let before = scene.decision
      guard before.reason != .onlyLater else { return true }
      scene.clicks = [first.older(byMilliseconds: milliseconds)]
      return scene.decision.type <= before.type
    }
  }

  @Test("The explanation has every reason, and no address")
  func explanation() {
    always("explanation") { scene, _ in
      let text = scene.decision.json.text
      let roundTrip = try? JSONReader.read(text)
      return !text.contains(Story.cafe) && !text.contains(Story.home)
        && roundTrip?["candidates"]?.elements?.count == scene.clicks.count
        && roundTrip?["explanation"]?.string?.hasSuffix(".") == true
    }
  }
}

extension ClickCandidate {
  var claimed: ClickCandidate {
    ClickCandidate(click: click, link: link, at: at, signals: signals, isClaimed: true)
  }

  func older(byMilliseconds milliseconds: Int64) -> ClickCandidate {
    ClickCandidate(
      click: click, link: link, at: at.adding(milliseconds: -milliseconds), signals: signals,
      isClaimed: isClaimed)
  }

  /// Without one signal; network and platform are no mere signals and stay.
  func forgettingOne(using dice: inout SeededGenerator) -> ClickCandidate {
    var signals = signals
    switch Int.random(in: 0..<3, using: &dice) {
    case 0: signals.osVersion = nil
    case 1: signals.deviceModel = nil
    default: signals.language = nil
    }
    return ClickCandidate(
      click: click, link: link, at: at, signals: signals, isClaimed: isClaimed)
  }
}
