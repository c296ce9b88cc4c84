import BeckonEngine
import BeckonModel
import Testing

@Suite("The ladder, from what the app names")
struct NamedClickTests {
  let ana = Story.link(1)
  let ben = Story.link(2)
  var nearby: [ClickCandidate] { [Story.click(9, on: ben, minutesAgo: 1)] }

  func name(
    _ method: AttributionMethod, _ link: LinkID?, click number: Int? = 1, daysAgo: Int64 = 1,
    isClaimed: Bool = false
  ) -> NamedClick {
    NamedClick(
      method: method, link: link, click: number.map(Story.clickID),
      at: number.map { _ in Story.launch.adding(milliseconds: -daysAgo * Span.dayMilliseconds) },
      isClaimed: isClaimed)
  }

  @Test(
    "A named click is certain, whatever else was clicked nearby",
    arguments: [
      (.clickID, .clickID), (.link, .openedLink), (.installReferrer, .installReferrer),
      (.pasteboard, .pasteboardLink),
    ] as [(AttributionMethod, AttributionReason)])
  func certain(method: AttributionMethod, reason: AttributionReason) {
    let decision = Story.decide(Story.iPhone(named: [name(method, ana)]), nearby)
    #expect(decision.short == ["unique", reason.rawValue, ana.text, Story.clickID(1).text])
    #expect(decision.method == method)
    #expect(decision.candidates.isEmpty)
  }

  @Test("A link without click id is certain for the link, and claims no click")
  func linkOnly() {
    let named = name(.pasteboard, ana, click: nil)
    let decision = Story.decide(Story.iPhone(named: [named]), nearby)
    #expect(decision.short == ["unique", "pasteboard_link", ana.text, nil])
  }

  @Test("The click id goes before the pasteboard, in whatever order they come")
  func order() {
    let named = [name(.pasteboard, ben, click: 2), name(.clickID, ana)]
    #expect(Story.decide(Story.iPhone(named: named), []).link == ana)
    #expect(Story.decide(Story.iPhone(named: named.reversed()), []).link == ana)
  }

  @Test("A click of another install: nothing is guessed either")
  func claimed() {
    let decision = Story.decide(
      Story.iPhone(named: [name(.clickID, ana, isClaimed: true)]), nearby)
    #expect(decision.short == ["none", "click_claimed", nil, nil])
    let both = [name(.clickID, ana, isClaimed: true), name(.pasteboard, ben, click: 2)]
    #expect(Story.decide(Story.iPhone(named: both), []).link == ben)
  }

  @Test("A click of thirty days counts, an older one is set aside")
  func expired() {
    let thirty = Story.iPhone(named: [name(.installReferrer, ana, daysAgo: 30)])
    #expect(Story.decide(thirty, []).type == .unique)
    let older = Story.iPhone(named: [name(.installReferrer, ana, daysAgo: 31)])
    #expect(Story.decide(older, []).short == ["none", "click_expired", nil, nil])
    #expect(Story.decide(older, nearby).link == ben)
  }

  @Test("A click that nobody knows is set aside")
  func unknown() {
    let install = Story.iPhone(named: [name(.clickID, nil)])
    #expect(Story.decide(install, []).short == ["none", "click_unknown", nil, nil])
    #expect(Story.decide(install, nearby).link == ben)
    let claimed = [Story.click(1, on: ana, minutesAgo: 1, isClaimed: true)]
    #expect(Story.decide(install, claimed).reason == .clickUnknown)
  }

  @Test("The switch for iOS does not touch what the app names")
  func switchedOff() {
    var settings = AttributionSettings()
    settings.probabilisticOnIOS = false
    let install = Story.iPhone(named: [name(.pasteboard, ana)])
    #expect(Story.decide(install, nearby, settings: settings).type == .unique)
  }
}
