import BeckonModel
import TestPrograms
import Testing

/// What operators do at the dashboard, in Chromium: messages and texts, settings, reported links.
@Suite struct DashboardWorkTests {
  private static func says(_ text: String) -> Browser.Step {
    .until("document.querySelector('main')?.innerText.includes('\(text)')")
  }

  private static func press(_ action: String) -> Browser.Step {
    .press("form:has([value=\(action)]) button")
  }

  @Test("A message that waits is called off, its recipient gets no more, and then does again")
  func messages() async throws {
    let story = try await DashboardStory()
    try await story.invite(by: try await story.refer())
    _ = try await Browser.run(
      try story.signIn() + [
        .open(story.app + "/messages"), Self.says(DashboardStory.number), .press("tbody th a"),
        .until("document.querySelector('[value=call-off]') !== null"), Self.press("call-off"),
        Self.says("called off"), Self.press("suppress"), Self.says("Nothing more is sent there."),
        .open(story.app + "/suppressions"), Self.says(DashboardStory.number), Self.press("end"),
        Self.says("Messages are sent there again."), Self.says("Nobody."),
      ], in: story.folder)
    let messages = try await story.ask("GET", "/v1/messages")["messages"]?.elements ?? []
    #expect(messages.compactMap { $0["state"]?.string } == ["suppressed"])
  }

  @Test("A text is written, refused for a gap that nobody fills, mended, and taken away")
  func texts() async throws {
    let story = try await DashboardStory()
    let own = "form:has([value=create])"
    let row = "tr:has([value=delete])"
    let answers = try await Browser.run(
      try story.signIn() + [
        .open(story.app + "/messages"), .press("main a[href$='/texts']"),
        .until("location.pathname.endsWith('/texts')"),
        .write("Come to {place}: {link}", into: own + " textarea"),
        .write("spring", into: own + " [name=alias]"), Self.press("create"),
        .until("document.querySelector('[role=alert]') !== null"),
        .run("document.querySelector('\(own) textarea').value"),
        .write("Come: {link}", into: own + " textarea"), Self.press("create"),
        Self.says("The text is made."), Self.says("Come: {link}"),
        .press(row + " summary"), .press(row + " .confirm summary"),
        .press(row + " form:has([value=delete]) button"),
        .until("!document.querySelector('main').innerText.includes('Come: {link}')"),
      ], in: story.folder)
    #expect(answers.compactMap(\.string) == ["Come to {place}: {link}"])
  }

  @Test("Settings are saved and read back; what is refused keeps what was written")
  func settings() async throws {
    let story = try await DashboardStory()
    let (open, field) = (Browser.Step.open(story.app + "/settings"), "[name=currency]")
    let read = Browser.Step.run("document.querySelector('\(field)').value")
    let answers = try await Browser.run(
      try story.signIn() + [
        open, .write("EUR", into: field), Self.press("save-general"),
        Self.says("The settings are saved."), open, read,
        .write("euro", into: field), Self.press("save-general"),
        .until("document.querySelector('[role=alert]') !== null"), read, open, read,
      ], in: story.folder)
    #expect(answers.compactMap(\.string) == ["EUR", "euro", "EUR"])
    #expect(try await story.ask("GET", "/v1/app")["currency"] == "EUR")
  }

  @Test("A schema of conversion values is read as people read it before it is saved")
  func schema() async throws {
    let story = try await DashboardStory()
    _ = try await Browser.run(
      try story.signIn() + [
        .open(story.app + "/settings"), .press("details:has([value=preview-schema]) summary"),
        Self.press("preview-schema"), Self.says("Somebody signed up."), Self.press("save-schema"),
        Self.says("The schema is saved."),
      ], in: story.folder)
    let rules = try await story.ask("GET", "/v1/postback-schema")["rules"]?.elements ?? []
    #expect(rules.compactMap { $0["name"]?.string } == ["Signed up"])
  }

  @Test("A link that a stranger has reported is stopped in one step")
  func reported() async throws {
    let story = try await DashboardStory()
    let link = try await story.makeLink("boats")
    _ = try await Browser.run(
      story.report(link) + story.signIn() + [
        .open(story.app + "/links"), Self.says("It wanted my password."),
        Self.press("stop-reported"), Self.says("The link is stopped"),
        .until("!document.querySelector('main').innerText.includes('It wanted my password.')"),
      ], in: story.folder)
    #expect(try await story.server.get("/boats").status == 410)
  }
}
