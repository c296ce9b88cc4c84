import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Foundation
import TestDatabases
import TestPrograms
import Testing

@testable import BeckonServer

/// Every page of the dashboard, and every page to which these lead, with something on it and with
/// nothing, on a phone and a large screen, by day and by night, in both languages: everybody can
/// use it. `BECKON_PICTURES=/a/folder` has pictures put there to be looked at.
@Suite(
  .enabled(
    if: !TestDatabase.isPostgres,
    "is about the browser; what the server answers is tried on both databases elsewhere"))
struct DashboardAccessibilityTests {
  /// Where pictures are to be put; `nil` when nobody wants any.
  private static let pictures = ProcessInfo.processInfo.environment["BECKON_PICTURES"]

  /// How each page is looked at in a language. German words are the longest.
  private static let looks: KeyValuePairs<String, [(width: Int64, isDark: Bool)]> = [
    "en": [(360, false), (1_280, true)], "de": [(360, true), (1_280, false)],
  ]

  /// The pages of the list, of the app.
  private static func list(_ story: DashboardStory, _ app: String) -> [String] {
    DashboardPage.all.map { page in
      story.server.url + "/dashboard/" + (page.place == .app ? app + "/" : "") + page.name
    }
  }

  /// One of each kind to which a page of the list leads.
  private static func details(_ story: DashboardStory) async throws -> [String] {
    try await story.fillShop()
    let ana = try await story.refer()
    try await story.invite(by: ana)
    let link = try await story.makeLink("boats")
    let webhook = try await story.ask(
      "POST", "/v1/webhooks", ["url": "https://hooks.example/x", "facts": ["install"]])
    let campaigns = try await story.ask("GET", "/v1/campaigns")
    let messages = try await story.ask("GET", "/v1/messages")
    func id(_ json: JSON?, _ name: String = "id") -> String { json?[name]?.string ?? "" }
    return [
      "campaigns/" + id(campaigns["campaigns"]?[0]), "people/" + ana, "links/" + link,
      "messages/" + id(messages["messages"]?[0], "message"), "webhooks/" + id(webhook),
      "products/product-0", "widgets/home", "search?q=sneakre", "search?q=none",
      "why?q=ben@shop.example", "why?q=boats", "settings?done=save-general",
    ].map { story.app + "/" + $0 }
  }

  /// Pages that answer a form, with what it made or why it was not taken.
  private static func answers(_ story: DashboardStory, _ campaign: String) -> [[Browser.Step]] {
    [
      [
        .open(campaign), .press("form:has([value=try-rules]) button"),
        .until("document.querySelector('h1') && document.querySelector('[name=csv][value=rules]')"),
      ],
      [
        .open(story.app + "/settings"), .write("euro", into: "[name=currency]"),
        .press("form:has([value=save-general]) button"),
        .until("document.querySelector('[role=alert]') !== null"),
      ],
      [
        .open(story.app + "/keys"), .press("form:has([value=make]) button"),
        .until("document.querySelector('h1') && !document.querySelector('[value=make]')"),
      ],
    ]
  }

  /// The language of the page, and where it leads within the dashboard.
  private static let ways = """
    ({
      language: document.documentElement.lang,
      ways: Array.from(document.querySelectorAll("a[href^='/dashboard']"))
        .filter(one => !/[?&](csv|file)=/.test(one.search)).map(one => one.pathname),
    })
    """

  /// Looks at each page in a language.
  private static func look(at pages: [[Browser.Step]], in language: String) -> [Browser.Step] {
    let looks = looks.first { $0.key == language }?.value ?? []
    let picture: [Browser.Step] =
      pictures == nil
      ? [] : [.tell("Page.captureScreenshot", ["captureBeyondViewport": true])]
    let checks = looks.flatMap {
      DashboardTests.screen(width: $0.width, isDark: $0.isDark) + AccessibilityCheck.steps + picture
    }
    return [
      .tell(
        "Emulation.setUserAgentOverride",
        ["userAgent": "Mozilla/5.0", "acceptLanguage": .string(language)])
    ]
      + pages.flatMap { page in
        DashboardTests.screen(width: 360, isDark: false) + page + checks + [.run(ways)]
      }
  }

  /// The kind of page that an address is of: its name, and whether it is one of several.
  private static func kind(_ address: String) -> String {
    let path = address.components(separatedBy: "?")[0].components(separatedBy: "/dashboard")
    let words = (path.last ?? "").split(separator: "/").filter { !$0.hasPrefix("app_") }
    return (words.first ?? "") + (words.count > 1 ? "/…" : "")
  }

  /// Puts the pictures where they are wanted, in the order in which the pages were looked at.
  private static func keep(_ answers: [JSON]) throws {
    guard let pictures else { return }
    for (place, picture) in answers.compactMap({ $0["data"]?.string }).enumerated() {
      try Data(base64Encoded: picture)?.write(
        to: URL(fileURLWithPath: "\(pictures)/\(1_000 + place).png"))
    }
  }

  @Test("Everybody can use every page, and no page is left out")
  func pages() async throws {
    let story = try await DashboardStory()
    let details = try await Self.details(story)
    let reported = story.report(try await story.makeLink("bad"))
    let empty = try await AppKeys(story.folder)
    let paths = Self.list(story, story.keys.app) + details
    let shown = paths.map { [Browser.Step.open($0)] } + Self.answers(story, details[0])
    let doors: [[Browser.Step]] = [
      reported, [.open(story.server.url + "/dashboard")], [.open(try story.server.signInLink())],
    ]
    let bare = Self.list(story, empty.app).map { [Browser.Step.open($0)] }
    let out: [Browser.Step] = [
      .press("form[action$='sign-out'] button"), .until("location.pathname.endsWith('/sign-in')"),
    ]
    let answers = try await Browser.run(
      Self.look(at: doors, in: "en") + story.signIn() + Self.look(at: shown + bare, in: "en")
        + Self.look(at: shown + [out], in: "de"), in: story.folder)
    try Self.keep(answers)
    let faults = answers.compactMap(\.elements)
    let languages = answers.compactMap { $0["language"]?.string }
    let counts = [doors.count + shown.count + bare.count, shown.count + 1]
    try #require(faults.count == 2 * (counts[0] + counts[1]))
    #expect(
      languages == Array(repeating: "en", count: counts[0])
        + Array(repeating: "de", count: counts[1]))
    #expect(Set(faults.joined().compactMap(\.string)).sorted() == [])
    let ways = answers.flatMap { $0["ways"]?.elements ?? [] }.compactMap(\.string)
    let unseen = Set(ways.map(Self.kind)).subtracting(paths.map(Self.kind))
    #expect(unseen.subtracting(["", "sign-in"]) == [], "a page that is not looked at")
  }

  /// A link by which somebody of a role signs in.
  private static func link(_ story: DashboardStory, as role: OperatorRole) async throws -> String {
    let database = try TestDatabase.open(story.folder.database())
    let ambient = Ambient.system
    let token = try await database.write { connection in
      let holder = Operator(
        id: ambient.id(), name: "Rana", role: role, apps: nil, createdAt: ambient.now())
      return try OperatorLinks(connection, ambient: ambient)
        .make(for: holder, milliseconds: OperatorLink.printedMilliseconds)
    }
    await database.close()
    return story.server.url + "/dashboard/sign-in/" + token
  }

  @Test(
    "Who may do less can use every page that they see",
    arguments: [OperatorRole.read, .edit])
  func roles(_ role: OperatorRole) async throws {
    let story = try await DashboardStory()
    let details = try await Self.details(story)
    let paths = Self.list(story, story.keys.app) + details
    let signIn: [Browser.Step] = [
      .open(try await Self.link(story, as: role)), .press("button"),
      .until("location.pathname == '/dashboard'"),
    ]
    let forms = "document.querySelectorAll('main form[method=post]').length"
    let looks = DashboardTests.screen(width: 360, isDark: true)
    let answers = try await Browser.run(
      signIn
        + paths.flatMap { looks + [.open($0)] + AccessibilityCheck.steps + [.run(forms)] },
      in: story.folder)
    let faults = answers.compactMap(\.elements)
    try #require(faults.count == paths.count)
    #expect(Set(faults.joined().compactMap(\.string)).sorted() == [])
    // Nobody is shown a form that would be refused. Anyone may sign their browsers out, and try
    // rules on what has happened, which changes nothing.
    let counts = answers.compactMap(\.integer).suffix(paths.count)
    let changing = Set(zip(paths, counts).filter { $1 > 0 }.map { Self.kind($0.0) })
    if role == .read {
      #expect(changing.subtracting(["sessions", "campaigns/…"]) == [])
    } else {
      #expect(changing.count > 3)
    }
  }
}
