import BeckonModel
import Foundation
import TestPrograms
import Testing

/// What people come to the dashboard for who do not know it: from what they were told to what they
/// wanted, by what stands on the pages alone.
@Suite struct DashboardTaskTests {
  private static func says(_ text: String) -> Browser.Step {
    .until("document.querySelector('main')?.innerText.includes('\(text)')")
  }

  @Test("A reward that somebody misses is given, from their address on, with a reason")
  func missingReward() async throws {
    let story = try await DashboardStory()
    _ = try await story.refer()
    let grant = "form:has([value=grant]) "
    _ = try await Browser.run(
      try story.signIn() + [
        .open(story.app + "/why"), .write("ben@shop.example", into: "[name=q]"),
        .press("main form button"), Self.says("Open this person"),
        .press("main a[href*='/people/per_']"), .write("50", into: grant + "[name=amount]"),
        .write("lost in October", into: grant + "input[name=reason]"), .press(grant + "button"),
        Self.says("It stands in the ledger."),
      ], in: story.folder)
    let transfers = try await story.ask("GET", "/v1/ledger/transfers?state=posted")
    let given = (transfers["transfers"]?.elements ?? []).filter { $0["amount"] == 50 }
    #expect(given.count == 1, "\(transfers.text)")
  }

  @Test("Why matches fell is found from the overview: the reason, its number, and one install")
  func fallenMatches() async throws {
    let story = try await DashboardStory()
    for code in ["tuesday", "friday"] {
      let link = try await story.makeLink(code)
      try #require(!link.isEmpty)
    }
    for phone in 1...3 {
      try await story.ask(
        "POST", "/v1/installs",
        [
          "install_id": .string("phone-\(phone)"), "platform": "ios", "os_version": "18.6",
          "ip": "127.0.0.1",
        ])
    }
    let answers = try await Browser.run(
      try story.signIn() + [
        .open(story.app + "/overview"), Self.says("How installs were matched"),
        Self.says("ambiguous"), .press("main a[href*='q=ins_']"),
        Self.says("Clicks that were looked at"),
        .run("document.querySelectorAll('main a[href*=\"q=lnk_\"]').length"),
      ], in: story.folder)
    #expect(answers.last?.integer ?? 0 >= 2)
  }
}
