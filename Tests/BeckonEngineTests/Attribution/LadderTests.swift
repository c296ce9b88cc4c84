import BeckonEngine
import BeckonModel
import Testing

@Suite("The ladder, from network and device")
struct LadderTests {
  let ana = Story.link(1)
  let ben = Story.link(2)

  @Test("Ben opens Ana's link and installs five minutes later: default")
  func fiveMinutes() {
    let decision = Story.decide(Story.iPhone(), [Story.click(1, on: ana, minutesAgo: 5)])
    #expect(
      decision.short == ["default", "network_and_device", ana.text, Story.clickID(1).text])
    #expect(decision.method == .networkAndDevice)
    #expect(decision.candidates[0].ageMilliseconds == 300_000)
  }

  @Test(
    "The older the click, the less it says",
    arguments: [
      (60.0, "default", "network_and_device"), (60.001, "weak", "network_and_device"),
      (1_440.0, "weak", "network_and_device"), (1_440.001, "none", "only_too_old"),
    ])
  func ages(minutes: Double, type: String, reason: String) {
    let decision = Story.decide(Story.iPhone(), [Story.click(1, on: ana, minutesAgo: minutes)])
    #expect(decision.short[0...1] == [type, reason])
    #expect(decision.limits == (type == "weak" ? [.age] : []))
  }

  @Test("Cem and Deniz have the same iPhone, sit in one café and open different links: abstain")
  func cafe() {
    let clicks = [
      Story.click(1, on: ana, minutesAgo: 3), Story.click(2, on: ben, minutesAgo: 3),
    ]
    let cem = Story.decide(Story.iPhone(), clicks)
    #expect(cem.short == ["none", "ambiguous", nil, nil])
    #expect(cem.outcomes == [.eligible, .eligible])
    #expect(cem.method == nil)
  }

  @Test("Cem and Deniz open the same link: the newest click, and then the other one")
  func sameLink() {
    let clicks = [
      Story.click(1, on: ana, minutesAgo: 4), Story.click(2, on: ana, minutesAgo: 2),
    ]
    #expect(Story.decide(Story.iPhone(), clicks).click == Story.clickID(2))
    let afterwards = [clicks[0], Story.click(2, on: ana, minutesAgo: 2, isClaimed: true)]
    #expect(Story.decide(Story.iPhone(), afterwards).click == Story.clickID(1))
  }

  @Test("A household with an iPhone and a Pixel: each gets its own")
  func household() {
    let clicks = [
      Story.click(1, on: ana, minutesAgo: 3),
      Story.click(2, on: ben, minutesAgo: 2, by: Agents.androidWebView),
    ]
    #expect(Story.decide(Story.iPhone(), clicks).link == ana)
    #expect(Story.decide(Story.android(), clicks).link == ben)
  }

  @Test("A household with two iPhones: a language or a small update tells them apart")
  func householdOfIPhones() {
    let clicks = [
      Story.click(1, on: ana, minutesAgo: 3),
      Story.click(2, on: ben, minutesAgo: 2, language: "en-US"),
    ]
    #expect(Story.decide(Story.iPhone(language: "tr-TR"), clicks).link == ana)
    #expect(Story.decide(Story.iPhone(language: "en-US"), clicks).link == ben)
    let third = Story.decide(Story.iPhone(version: "17.5"), [clicks[0]])
    #expect(third.short[0...1] == ["none", "only_differing"])
    #expect(third.comparison(.osVersion) == .differs)
  }

  @Test("Ben clicks in the café and installs at home: nobody knows")
  func networkSwitch() {
    let install = Story.iPhone(on: Story.home)
    #expect(Story.decide(install, []).short[0...1] == ["none", "no_candidates"])
    let loadedByMistake = Story.decide(install, [Story.click(1, on: ana, minutesAgo: 1)])
    #expect(loadedByMistake.short[0...1] == ["none", "only_differing"])
    let unknown = Story.decide(
      Story.iPhone(on: nil), [Story.click(1, on: ana, minutesAgo: 1, from: nil)])
    #expect(unknown.short[0...1] == ["none", "only_differing"])
  }

  @Test("Safari 26 hides the small version, so iOS 26.1 matches and iOS 17 doesn't")
  func safari26() {
    let clicks = [Story.click(1, on: ana, minutesAgo: 1, by: Agents.safari26)]
    #expect(Story.decide(Story.iPhone(version: "26.1"), clicks).type == .default)
    #expect(Story.decide(Story.iPhone(version: "18.6"), clicks).type == .none)
  }

  @Test("A browser inside an app on iOS 26 pretends to be 18.7: the version is missing, it matches")
  func webView() {
    let clicks = [Story.click(1, on: ana, minutesAgo: 1, by: Agents.iPhoneWebView)]
    let decision = Story.decide(Story.iPhone(version: "26.1"), clicks)
    #expect(decision.type == .default)
    #expect(decision.comparison(.osVersion) == .missing)
  }

  @Test("Reduced Chrome says neither version nor model: it matches, but two can't be told apart")
  func reducedChrome() {
    let clicks = [Story.click(1, on: ana, minutesAgo: 1, by: Agents.reducedChrome)]
    #expect(Story.decide(Story.android(), clicks).type == .default)
    let two = clicks + [Story.click(2, on: ben, minutesAgo: 9, by: Agents.reducedChrome)]
    #expect(Story.decide(Story.android(), two).reason == .ambiguous)
  }

  @Test(
    "A network that many share gives weak at most, whichever side says so",
    arguments: [
      (NetworkClass.carrierNAT, [AttributionLimit.carrierNAT]), (.relay, [.relay]),
      (.hiddenByProxy, [.hiddenByProxy]), (.privateRange, []), (.ordinary, []),
    ])
  func sharedNetworks(networkClass: NetworkClass, limits: [AttributionLimit]) {
    let ofClick = Story.decide(
      Story.iPhone(), [Story.click(1, on: ana, minutesAgo: 1, networkClass: networkClass)])
    let ofInstall = Story.decide(
      Story.iPhone(networkClass: networkClass), [Story.click(1, on: ana, minutesAgo: 1)])
    for decision in [ofClick, ofInstall] {
      #expect(decision.limits == limits)
      #expect(decision.type == (limits.isEmpty ? .default : .weak))
    }
  }

  @Test("An iPad's Safari pretends to be a Mac's: weak for an iPad, nothing for an iPhone")
  func iPad() {
    let clicks = [Story.click(1, on: ana, minutesAgo: 1, by: Agents.iPad)]
    let iPad = Story.decide(Story.iPhone(model: "iPad14,1"), clicks)
    #expect(iPad.short[0...1] == ["weak", "network_and_device"])
    #expect(iPad.limits == [.platform])
    #expect(Story.decide(Story.iPhone(), clicks).reason == .onlyDiffering)
  }

  @Test("A click that another install has is out, and the reason says so")
  func claimed() {
    let decision = Story.decide(
      Story.iPhone(), [Story.click(1, on: ana, minutesAgo: 1, isClaimed: true)])
    #expect(decision.short == ["none", "only_claimed", nil, nil])
  }

  @Test("A click after the first launch is out, but for the clocks' tolerance")
  func later() {
    func decide(secondsLater: Double) -> AttributionDecision {
      Story.decide(Story.iPhone(), [Story.click(1, on: ana, minutesAgo: -secondsLater / 60)])
    }
    #expect(decide(secondsLater: 5).type == .default)
    #expect(decide(secondsLater: 6).short[0...1] == ["none", "only_later"])
  }

  @Test("A first launch that claims to be in the future counts as now")
  func futureLaunch() {
    let install = InstallEvidence(
      firstLaunch: Story.launch.adding(milliseconds: 86_400_000), signals: Story.iPhone().signals)
    let decision = Story.decide(install, [Story.click(1, on: ana, minutesAgo: 5)])
    #expect(decision.candidates[0].ageMilliseconds == 300_000)
  }

  @Test(
    "When older clicks were left out, they may lead elsewhere: abstain, unless they are too old")
  func truncated() {
    let recent = Story.click(1, on: ana, minutesAgo: 5)
    let decision = Story.decide(Story.iPhone(), [recent], isTruncated: true)
    #expect(decision.short == ["none", "too_many_candidates", nil, nil])
    let tooOld = Story.click(2, on: ben, minutesAgo: 1_441)
    #expect(Story.decide(Story.iPhone(), [recent, tooOld], isTruncated: true).link == ana)
    #expect(Story.decide(Story.iPhone(), [], isTruncated: true).reason == .tooManyCandidates)
  }

  @Test("Switched off on iOS: no guess there, but still on Android")
  func switchedOff() {
    var settings = AttributionSettings()
    settings.probabilisticOnIOS = false
    let clicks = [
      Story.click(1, on: ana, minutesAgo: 5),
      Story.click(2, on: ben, minutesAgo: 5, by: Agents.reducedChrome),
    ]
    let decision = Story.decide(Story.iPhone(), clicks, settings: settings)
    #expect(decision.short == ["none", "switched_off_on_ios", nil, nil])
    #expect(decision.candidates.isEmpty)
    #expect(Story.decide(Story.android(), clicks, settings: settings).link == ben)
  }

  @Test("An app's own windows hold")
  func windows() {
    var app = AppSettings()
    app.defaultMatchMinutes = 10
    app.weakMatchMinutes = .max
    let settings = AttributionSettings(app)
    func type(_ minutes: Double) -> MatchType {
      Story.decide(
        Story.iPhone(), [Story.click(1, on: ana, minutesAgo: minutes)], settings: settings
      ).type
    }
    #expect([10, 11, 100_000].map(type) == [.default, .weak, .weak])
  }
}
