import BeckonEngine
import BeckonModel
import BeckonTesting
import Testing

/// Whatever comes in, the rules answer. A trap would end the test run, and the server.
@Suite("No input stops the rules")
struct TotalityTests {
  static let pieces = [
    "https", "http", "shop", ":", "://", "/", "//", "?", "#", "&", "=", "%", "%2", "%41", "%zz",
    "+",
    "@", ".", "..", "*", "*.", "[", "]", "::", "::1", "1.2.3.4", "/64", "-1",
    "99999999999999999999",
    " ", "\t", "\r\n", "\0", "\u{202E}", "ş", "😀", "e\u{301}", ",", ";", "(", ")", "_", "-",
    "Mozilla/5.0", "iPhone", "OS 17_", "Android", "10; K)", "Version/", "FBDV/", "iP,", "bot", "X",
    "en", "US", "Hant", "GMT", "Etc/GMT", "beckon_click", "clk_", "referrer", "market://",
  ]

  func text(_ dice: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...12, using: &dice)).map { _ in dice.pick(Self.pieces) }.joined()
  }

  @Test("Random text in every reader")
  func randomText() {
    var dice = SeededGenerator(announcedFor: "random text")
    for _ in 0..<3_000 {
      let (one, other) = (text(&dice), text(&dice))
      _ = Visit(method: other, userAgent: one, secPurpose: other, xMoz: one).kind
      let click = Signals(
        network: NetworkAddress(one)?.networkText, networkClass: .ordinary,
        client: UserAgent.describe(one), acceptLanguage: other)
      let address = ClientAddress(
        peer: one, forwardedFor: other, trusted: [one, other].compactMap { CIDR($0) })
      _ = address.address.map { NetworkRanges().classify($0) }
      let install = Signals(
        network: other, platform: .android, osVersion: one, deviceModel: other, language: one,
        timeZone: TimeZoneSignal(text: other))
      #expect(Signals.compare(click: click, install: install).count == SignalName.allCases.count)
      check(url: one, other)
    }
  }

  func check(url: String, _ other: String) {
    let click = Story.clickID(1)
    let isTarget = (try? Target.check(url, schemes: .deepLink)) != nil
    let carried = Target.adding(click: click, to: Target.adding(utm: UTM(source: other), to: url))
    if isTarget {
      #expect((try? Target.check(carried, schemes: .deepLink)) != nil, "\(url) became \(carried)")
    }
    _ = TargetPattern(url)?.matches(other)
    _ = TargetPattern(other)?.matches(url)
    _ = OpenedLink(url)
    _ = InstallReferrer(url)
    try? Code.check(custom: url)
    _ = Target.reading(parameter: other, of: url)
  }

  @Test("What is read as an address is written so that it reads the same")
  func addresses() {
    var dice = SeededGenerator(announcedFor: "addresses")
    for _ in 0..<2_000 {
      let groups = (0..<8).map { _ in dice.pick([0, 0, 1, 0xFFFF, UInt64(dice.next() & 0xFFFF)]) }
      let text = groups.map { String($0, radix: 16) }.joined(separator: ":")
      let address = NetworkAddress(text)
      #expect(address != nil && NetworkAddress(address?.text ?? "") == address, "\(text)")
    }
  }

  @Test("Times and windows at the ends of what fits")
  func ends() {
    let ends: [Int64] = [.min, -1, 0, 1, .max]
    for at in ends {
      for launch in ends {
        for window in ends {
          var settings = AttributionSettings()
          settings.defaultWindowMilliseconds = window
          settings.weakWindowMilliseconds = window
          settings.namedWindowMilliseconds = window
          settings.clockToleranceMilliseconds = window
          let signals = Story.iPhone().signals
          let named = NamedClick(
            method: .clickID, link: Story.link(1), click: Story.clickID(1),
            at: Instant(milliseconds: at))
          let install = InstallEvidence(
            firstLaunch: Instant(milliseconds: launch), signals: signals, named: [named, named])
          let candidate = ClickCandidate(
            click: Story.clickID(2), link: Story.link(2), at: Instant(milliseconds: at),
            signals: signals)
          let decision = Ladder.decide(
            install: install, candidates: ClickCandidates([candidate], isTruncated: true),
            settings: settings, now: Instant(milliseconds: launch))
          #expect(!decision.json.text.isEmpty)
        }
      }
    }
  }

  @Test(
    "Offsets of time zones at the ends of what fits", arguments: [Int.min, -1_081, 1_081, .max])
  func offsets(minutes: Int) {
    #expect(TimeZoneSignal(identifier: nil, offsetMinutes: minutes).offsetMinutes == nil)
  }
}
