import BeckonModel
import TestPrograms
import Testing

/// How the loop is run at the dashboard, in Chromium: campaigns and their rules, held rewards,
/// links, keys.
@Suite struct DashboardRunTests {
  private static func says(_ text: String) -> Browser.Step {
    .until("document.querySelector('main')?.innerText.includes('\(text)')")
  }

  private static func press(_ action: String) -> Browser.Step {
    .press("form:has([value=\(action)]) button")
  }

  private static func choose(_ word: String, in field: String) -> Browser.Step {
    .run("void (document.querySelector('\(field)').value = '\(word)')")
  }

  @Test("A campaign is made, a rule is tried on what has happened, and saved")
  func campaign() async throws {
    let story = try await DashboardStory()
    let rule = "form:has([value=save-rule]) "
    _ = try await Browser.run(
      try story.signIn() + [
        .open(story.app + "/campaigns"), .write("Spring", into: "[name=name]"),
        .write("https://shop.example/spring", into: "[name=url]"), Self.press("create"),
        Self.says("The campaign is made."), .write("a buyer", into: rule + "[name=name]"),
        Self.choose("event", in: rule + "[name=trigger]"),
        .write("buy", into: rule + "[name=word]"),
        .write("50", into: rule + "[name=amount]"), .write("gold", into: rule + "[name=unit]"),
        .press(rule + "[name=try]"), Self.says("Dry run of the last 30 days"), Self.says("a buyer"),
        .run("history.back()"), .until("document.querySelector('\(rule)[name=unit]') !== null"),
        .until("document.querySelector('\(rule)[name=unit]').value === 'gold'"),
        .press(rule + "button"), Self.says("The rule is saved."),
      ], in: story.folder)
    let campaigns = try await story.ask("GET", "/v1/campaigns")["campaigns"]?.elements ?? []
    let made = try #require(campaigns.first { $0["name"] == "Spring" })
    #expect(made["rules"]?[0]?["amount"] == 50 && made["rules"]?[0]?["when"]?["event"] == "buy")
  }

  @Test("A held reward is released by a tick and a word")
  func release() async throws {
    let story = try await DashboardStory()
    _ = try await story.refer()
    _ = try await Browser.run(
      try story.signIn() + [
        .open(story.app + "/review"), Self.says("Only a client told the fact"),
        .press("[name=transfers]"), Self.choose("release", in: "[name=decision]"),
        .write("I know them", into: "input[name=reason]"), Self.press("decide"),
        Self.says("Decided."), Self.says("No reward is held"),
      ], in: story.folder)
    let held = try await story.ask("GET", "/v1/ledger/transfers?state=in_review")
    let posted = try await story.ask("GET", "/v1/ledger/transfers?state=posted")
    #expect(held["transfers"] == [])
    #expect(posted["transfers"]?.elements?.contains { $0["amount"] == 50 } == true)
  }

  @Test("A link is made, with a picture to scan")
  func link() async throws {
    let story = try await DashboardStory()
    let form = "form:has([value=create]) "
    _ = try await Browser.run(
      try story.signIn() + [
        .open(story.app + "/links"),
        .write("https://shop.example/spring", into: form + "[name=url]"),
        .write("spring", into: form + "[name=code]"), Self.press("create"),
        Self.says("The link is made."),
        .until("document.querySelector('img.code')?.naturalWidth > 0"),
      ], in: story.folder)
    let link = try await story.ask("GET", "/v1/links?code=spring")["links"]?[0]
    #expect(link?["url"] == "https://shop.example/spring")
  }

  @Test("A key is revoked, and whoever calls with it is refused from then on")
  func key() async throws {
    let story = try await DashboardStory()
    let keys = story.keys
    #expect(try await story.server.get("/v1/app", key: keys.secret).status == 200)
    // The page shows how each key begins.
    let mark = """
      Array.from(document.querySelectorAll('tbody tr')).find(row => '\(keys.secret)'
        .startsWith(row.querySelector('code').textContent.replace('…', ''))).id = 'mine'
      """
    _ = try await Browser.run(
      try story.signIn() + [
        .open(story.app + "/keys"), .run(mark), .press("#mine summary"),
        .press("#mine .confirm summary"), .press("#mine form:has([value=revoke]) button"),
        Self.says("The key is revoked."),
      ], in: story.folder)
    #expect(try await story.server.get("/v1/app", key: keys.secret).status == 401)
  }
}
