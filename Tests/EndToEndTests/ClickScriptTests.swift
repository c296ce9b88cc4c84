import BeckonModel
import BeckonTesting
import Foundation
import TestDatabases
import TestPrograms
import Testing

/// The script that carries a click to the forms of a team's own site, in Chromium.
@Suite(
  .enabled(
    if: !TestDatabase.isPostgres,
    "is about the browser; what the server answers is tried on both databases elsewhere"))
struct ClickScriptTests {
  private let folder: TemporaryFolder
  private let keys: AppKeys
  private let server: RunningServer
  private let site: TeamSite

  private static let agent: Browser.Step = .tell(
    "Emulation.setUserAgentOverride",
    [
      "userAgent":
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0"
    ])

  init() async throws {
    folder = try TemporaryFolder()
    keys = try await AppKeys(folder)
    server = try await RunningServer(folder)
    site = try await TeamSite(folder, tells: server, key: keys.secret)
  }

  /// A page with a form, as the guide says.
  private func write(_ name: String, _ attributes: String = "") throws {
    try site.write(
      name,
      """
      <script src="\(server.url)/web/click.js" \(attributes) defer></script>
      <form method=post action="/join" data-beckon-form>
      <input name=user_id value="friend"><button>Join</button></form>
      """)
  }

  private func run(_ steps: [Browser.Step]) async throws -> [JSON] {
    try await Browser.run([Self.agent] + steps, in: folder, sites: ["team.example": site.address])
  }

  private static let hidden =
    "Array.from(document.forms[0].elements).filter(one => one.type == 'hidden')"
    + ".map(one => one.name + '=' + one.value).sort().join('&')"

  @Test("From a click on a short link, by another page and the form, to the referral")
  func story() async throws {
    defer { site.stop() }
    try write("join.html")
    let shop = try await ReferralShop(server, keys)
    let ana = try await server.ask(
      "POST", "/v1/people", key: keys.secret,
      ["user_id": "ana", "campaign": .string(shop.campaign)])
    let link = try await server.ask(
      "POST", "/v1/links", key: keys.secret,
      [
        "url": "https://team.example/join.html?step=1", "campaign": .string(shop.campaign),
        "referrer": ana.json["person"] ?? .null,
      ])
    let answers = try await run([
      .open(link.json["short_url"]?.string ?? ""), .run("location.href"), .run("beckon.click()"),
      // Another page, in whose URL the click is not.
      .open("https://team.example/join.html"), .run(Self.hidden), .press("button"),
      .until("document.body.innerText.includes('referred_by') && document.body.innerText"),
    ]).dropFirst()
    let click = try #require(answers[2]["click_id"]?.string)
    #expect(answers[1].string?.hasSuffix("?step=1&beckon_click=\(click)") == true)
    #expect(answers[3].string == "click_id=\(click)")
    let joined = try JSONReader.read(answers[4].string ?? "")
    #expect(joined["referred_by"] == ana.json["person"], "\(joined.text)")
    try await shop.expectPaid(friends: 1, server)
  }

  @Test("A code is carried under the names that the page gives; what is none is not")
  func code() async throws {
    defer { site.stop() }
    try write("join.html", "data-code=ref data-code-field=friend data-click-field=c")
    try write("other.html")
    let page = "https://team.example/join.html"
    let answers = try await run([
      .open(page + "?code=NO&beckon_click=javascript:x"), .run("beckon.click()"),
      .run(Self.hidden), .open(page + "?ref=ANA"), .run(Self.hidden),
      .run("document.forms[0].elements.friend.value"), .run("beckon.click().referrer"),
      // A page that calls its fields otherwise gets the same.
      .open("https://team.example/other.html"), .run(Self.hidden),
      // What arrives later counts whole: the code is not the later click's.
      .open(page + "?beckon_click=clk_01m7xykx3zf9r856pf4hat1ncm"), .run(Self.hidden),
      .run("document.cookie"),
    ]).dropFirst()
    #expect(
      Array(answers) == [
        .null, "", "friend=ANA", "ANA", "ANA", "referrer=ANA", "c=clk_01m7xykx3zf9r856pf4hat1ncm",
        "",
      ])
  }

  @Test("After its days it is forgotten, and with none of them at once")
  func lifetime() async throws {
    defer { site.stop() }
    try write("join.html")
    try write("short.html", "data-days=0")
    let page = "https://team.example/"
    let answers = try await run([
      .open(page + "short.html?code=ANA"), .run(Self.hidden), .open(page + "short.html"),
      .run(Self.hidden), .open(page + "join.html?code=ANA"),
      .run("JSON.parse(localStorage['beckon.click']).until - Date.now() > 29.9 * 864e5"),
      .run(
        """
        localStorage['beckon.click'] = JSON.stringify(
          {...JSON.parse(localStorage['beckon.click']), until: Date.now() - 1}), true
        """),
      .open(page + "join.html"), .run(Self.hidden), .run("localStorage.length"),
    ]).dropFirst()
    #expect(Array(answers) == ["referrer=ANA", "", true, true, "", 0])
  }

  @Test("A form that a script adds later is filled when it is sent, and what a person wrote stays")
  func late() async throws {
    defer { site.stop() }
    try site.write(
      "late.html", "<script src=\"\(server.url)/web/click.js\" defer></script><main></main>")
    let add = """
      document.querySelector("main").innerHTML = '<form data-beckon-form action="late.html">'
        + '<input name=referrer value=BEN><button>Join</button></form>'
      """
    let answers = try await run([
      .open(
        "https://team.example/late.html?code=ANA&beckon_click=clk_01m7xykx3zf9r856pf4hat1ncm"),
      .run(add), .press("button"), .until("location.search.includes('BEN') && location.search"),
    ])
    #expect(answers.last == "?referrer=BEN&click_id=clk_01m7xykx3zf9r856pf4hat1ncm")
  }

  @Test("A visit by a code on the team's own site is a click of its link, once, until the referral")
  func visit() async throws {
    defer { site.stop() }
    try write("visits.html", "data-code=mwr data-visits")
    let shop = try await ReferralShop(server, keys)
    let ana = try await server.ask(
      "POST", "/v1/people", key: keys.secret,
      ["user_id": "ana", "campaign": .string(shop.campaign)])
    let code = try #require(ana.json["referral_code"]?.string)
    let page = "https://team.example/visits.html"
    let links = try await server.ask("GET", "/v1/links", key: keys.secret).json["links"]
    let link = links?.elements?.first { $0["code"]?.string == code }?["id"]?.string ?? ""
    let statistics = {
      try await server.ask("GET", "/v1/links/\(link)/stats", key: keys.secret).json
    }
    // Of a page that is not the app's nothing is taken, nor of a code that nobody has.
    let foreign = try await run([
      .open(page + "?mwr=" + code), .open(page + "?mwr=NOBODY"), .run(Self.hidden),
    ])
    #expect(foreign.last == "referrer=NOBODY")
    let set = try await server.ask(
      "PATCH", "/v1/app", key: keys.secret, ["origins": ["https://team.example"]])
    try #require(set.status == 200, "\(set.text)")
    let answers = try await run([
      .open(page + "?mwr=\(code)&utm_source=letter"),
      .until("document.forms[0].elements.click_id && beckon.click().click_id"),
      // Again by the same link, and on another page.
      .open(page + "?mwr=" + code), .run("beckon.click().click_id"), .open(page),
      .run(Self.hidden), .press("button"),
      .until("document.body.innerText.includes('referred_by') && document.body.innerText"),
    ])
    let click = try #require(answers[1].string)
    #expect(answers[2].string == click)
    #expect(answers[3].string == "click_id=\(click)&referrer=\(code)")
    let joined = try JSONReader.read(answers[4].string ?? "")
    #expect(joined["referred_by"] == ana.json["person"], "\(joined.text)")
    // Clicks are counted behind the visit.
    try await eventually { try await statistics()["not_yet_counted"] == 0 }
    #expect(try await statistics()["clicks"] == 1)
    try await shop.expectPaid(friends: 1, server)
  }

  @Test("It stands beside the script that tells page views, whichever comes first")
  func beside() async throws {
    defer { site.stop() }
    let scripts = [
      "<script src=\"\(server.url)/web/click.js\" defer></script>",
      "<script src=\"\(server.url)/web/page.js\" data-token=\"\(keys.publishable)\" defer></script>",
    ]
    try site.write("one.html", scripts.joined())
    try site.write("two.html", scripts.reversed().joined())
    let said = "typeof beckon.track + ' ' + beckon.click().referrer"
    let answers = try await run([
      .open("https://team.example/one.html?code=ANA"), .run(said),
      .open("https://team.example/two.html?code=ANA"), .run(said),
    ]).dropFirst()
    #expect(Array(answers) == ["function ANA", "function ANA"])
  }
}
