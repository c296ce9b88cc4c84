import BeckonEngine
import BeckonModel
import Testing

/// What `beckon-sim attribution` found: a click that tells little of its device is the wrong one
/// three to ten times as often, and so is one from a network where other devices are seen.
@Suite("The ladder, where a match is less sure")
struct CautionTests {
  let ana = Story.link(1)

  func decide(
    _ agent: String, minutesAgo: Double, install: InstallEvidence = Story.android(),
    others: [ClickCandidate] = []
  ) -> AttributionDecision {
    let click = Story.click(1, on: ana, minutesAgo: minutesAgo, by: agent)
    return Story.decide(install, [click] + others)
  }

  @Test("Reduced Chrome tells of no device in particular: default for ten minutes, then weak")
  func plain() {
    #expect(decide(Agents.reducedChrome, minutesAgo: 10).type == .default)
    let later = decide(Agents.reducedChrome, minutesAgo: 10.001)
    #expect(later.short == ["weak", "network_and_device", ana.text, Story.clickID(1).text])
    #expect(later.limits == [.fewTraits])
    #expect(decide(Agents.reducedChrome, minutesAgo: 61).limits == [.age])
  }

  @Test("Safari 26 tells the first part of the version and a family of models: the same")
  func safari26() {
    let install = Story.iPhone(version: "26.1")
    #expect(decide(Agents.safari26, minutesAgo: 9, install: install).type == .default)
    #expect(decide(Agents.safari26, minutesAgo: 11, install: install).limits == [.fewTraits])
  }

  @Test(
    "Version, model or screen that agree tell the device from others: default for the hour",
    arguments: [
      (Agents.safari17, Story.iPhone()), (Agents.androidWebView, Story.android()),
      (Agents.instagram, Story.iPhone(model: "iPhone14,5")),
    ])
  func telling(agent: String, install: InstallEvidence) {
    #expect(decide(agent, minutesAgo: 59, install: install).type == .default)
  }

  @Test("The click page's screen tells it as well")
  func screen() {
    let bare = Story.click(1, on: ana, minutesAgo: 59, by: Agents.safari26)
    var signals = bare.signals
    signals.screen = Screen(width: 393, height: 852, scale: 3)
    let click = ClickCandidate(click: bare.click, link: ana, at: bare.at, signals: signals)
    let install = Story.iPhone(version: "26.1")
    #expect(Story.decide(install, [click]).type == .default)
    #expect(Story.decide(install, [bare]).type == .weak)
  }

  @Test(
    "Another device on the network: default for half an hour; for one that tells little, weak")
  func others() {
    let pixel = Story.click(2, on: Story.link(2), minutesAgo: 500, by: Agents.androidWebView)
    func iPhone(_ minutes: Double, _ agent: String, _ version: String) -> AttributionDecision {
      decide(
        agent, minutesAgo: minutes, install: Story.iPhone(version: version), others: [pixel])
    }
    #expect(iPhone(30, Agents.safari17, "17.5.1").type == .default)
    let later = iPhone(31, Agents.safari17, "17.5.1")
    #expect(later.short[0] == "weak")
    #expect(later.limits == [.otherDevices])
    #expect(iPhone(1, Agents.safari26, "26.1").limits == [.fewTraits, .otherDevices])
  }

  @Test(
    "A click that another install has shows another device too; one of another network does not")
  func whoCounts() {
    let claimed = Story.click(2, on: ana, minutesAgo: 90, isClaimed: true)
    let elsewhere = Story.click(
      3, on: ana, minutesAgo: 90, by: Agents.androidWebView, from: Story.home)
    let install = Story.iPhone()
    #expect(
      decide(Agents.safari17, minutesAgo: 31, install: install, others: [claimed]).limits
        == [.otherDevices])
    #expect(
      decide(Agents.safari17, minutesAgo: 31, install: install, others: [elsewhere]).type
        == .default)
  }

  @Test("Play's word that nobody sent the person is believed where the click's page led to Play")
  func organicReferrer() {
    let bare = Story.click(1, on: ana, minutesAgo: 1, by: Agents.androidWebView)
    var signals = bare.signals
    signals.screen = Screen(width: 412, height: 915, scale: nil)
    let page = ClickCandidate(click: bare.click, link: ana, at: bare.at, signals: signals)
    let organic = Story.android(isOrganicByStore: true)
    let decision = Story.decide(organic, [page])
    #expect(decision.short == ["weak", "network_and_device", ana.text, bare.click.text])
    #expect(decision.limits == [.organicReferrer])
    #expect(Story.decide(Story.android(), [page]).type == .default)
    #expect(Story.decide(organic, [bare]).type == .default, "a redirect does not lead to Play")
  }

  @Test("An app's own window shortens both")
  func windows() {
    var app = AppSettings()
    app.defaultMatchMinutes = 30
    let settings = AttributionSettings(app)
    let types = [5.0, 6.0].map { minutes in
      Story.decide(
        Story.android(),
        [Story.click(1, on: ana, minutesAgo: minutes, by: Agents.reducedChrome)],
        settings: settings
      ).type
    }
    #expect(types == [.default, .weak])
  }
}
