import BeckonEngine
import BeckonModel
import Testing

@Suite("Attribution decisions")
struct AttributionDecisionTests {
  @Test("are JSON that tells everything that was looked at")
  func json() throws {
    let install = Story.iPhone(
      named: [NamedClick(method: .pasteboard, link: nil, click: Story.clickID(8))])
    var decision = Story.decide(
      install,
      [
        Story.click(1, on: Story.link(1), minutesAgo: 90, networkClass: .carrierNAT),
        Story.click(2, on: Story.link(2), minutesAgo: 2, by: Agents.macChrome),
      ])
    decision.isOwn = true
    let json = decision.json
    #expect(json["type"] == "weak")
    #expect(json["reason"] == "network_and_device")
    #expect(json["method"] == "network_and_device")
    #expect(json["link"] == .id(Story.link(1)))
    #expect(json["click"] == .id(Story.clickID(1)))
    #expect(json["limits"] == ["age", "carrier_nat"])
    #expect(json["own"] == true)
    #expect(json["named"]?[0]?["method"] == "pasteboard")
    let differing = try #require(json["candidates"]?[0])
    #expect(differing["outcome"] == "differs")
    #expect(differing["age_milliseconds"] == 120_000)
    #expect(differing["at"] == .instant(Story.launch.adding(milliseconds: -120_000)))
    #expect(
      differing["signals"]?.members?.map(\.name) == SignalName.allCases.map(\.rawValue))
    #expect(differing["signals"]?["platform"] == "differs")
    #expect(json["explanation"]?.string?.hasSuffix("so no referral comes of it.") == true)
  }

  @Test("leave out what there is none of")
  func absent() {
    let json = Story.decide(Story.iPhone(), []).json
    #expect(json["link"] == nil && json["click"] == nil && json["method"] == nil)
    #expect(json["candidates"] == [])
  }

  @Test("have a reason whose code and sentence are its own")
  func reasons() {
    #expect(Set(AttributionReason.allCases.map(\.explanation)).count == 20)
    #expect(
      AttributionReason.allCases.map(\.rawValue) == [
        "click_id", "opened_link", "install_referrer", "pasteboard_link", "apple_ads",
        "network_and_device", "no_candidates", "ambiguous", "too_many_candidates", "only_differing",
        "only_claimed",
        "only_too_old", "only_later", "click_claimed", "click_expired", "click_unknown",
        "switched_off_on_ios", "waits_for_device", "no_device", "old_install",
      ], "other programs rely on these")
  }
}
