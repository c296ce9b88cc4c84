import BeckonModel
import ChildProcess
import Foundation
import TestDatabases
import TestPrograms
import Testing

/// The server's own script on pages of another origin, in Chromium.
@Suite(
  .enabled(
    if: !TestDatabase.isPostgres,
    "is about the browser; what the server answers is tried on both databases elsewhere"))
struct PageScriptTests {
  private let folder: TemporaryFolder
  private let keys: AppKeys
  private let server: RunningServer
  /// Serves the pages.
  private let shop: ChildProcess
  private let origin: String

  init() async throws {
    folder = try TemporaryFolder()
    keys = try await AppKeys(folder)
    server = try await RunningServer(folder)
    let pages = folder.file("pages")
    try FileManager.default.createDirectory(atPath: pages, withIntermediateDirectories: true)
    shop = try ChildProcess(
      "/usr/bin/env",
      ["python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", pages],
      output: .pipe, errors: .file(folder.file("pages-log")))
    // Serving HTTP on 127.0.0.1 port 40123 (http://127.0.0.1:40123/) ...
    let line = shop.outputLine(withinSeconds: 30)
    let words = line.split(separator: " ")
    let port = try #require(words.firstIndex(of: "port").map { words[$0 + 1] }, "\(line)")
    origin = "http://127.0.0.1:\(port)/"
  }

  /// A page with the guide's example, whose script is given more attributes.
  private func write(_ name: String, _ attributes: String = "", token: String? = nil) throws {
    let guide = try String(
      contentsOfFile: BeckonProgram.package.appendingPathComponent("docs/MIGRATING/linkrunner.md")
        .path, encoding: .utf8)
    let part = try #require(guide.components(separatedBy: "### Pages without the SDK").last)
    let example = try #require(
      part.components(separatedBy: "```html\n").dropFirst().first?
        .components(separatedBy: "```").first)
    let page =
      example
      .replacingOccurrences(of: "https://go.example.com", with: server.url)
      .replacingOccurrences(of: "YOUR_PROJECT_TOKEN", with: token ?? keys.publishable)
      .replacingOccurrences(of: " defer>", with: " \(attributes) defer>")
    try ("<!doctype html><meta charset=utf-8><title>Shop</title>" + page)
      .write(toFile: folder.file("pages/" + name), atomically: true, encoding: .utf8)
  }

  private func run(_ steps: [Browser.Step]) async throws -> [JSON] {
    try await Browser.run(steps, in: folder)
  }

  private func events() async throws -> [JSON] {
    let answer = try await server.get("/v1/events?limit=200", key: keys.secret)
    return (answer.json["events"]?.elements ?? []).reversed()
  }

  @Test("Pages, clicks and what the page says arrive with first and last touch, and are the user's")
  func story() async throws {
    defer { shop.signal(SIGKILL) }
    try write("shop.html")
    let answers = try await run([
      .open(origin + "shop.html?utm_source=google&utm_campaign=spring&gclid=G1"),
      .run("document.querySelector('button').click(); bought({ id: 'Ä-1' }); beckon.sent()"),
      .open(origin + "shop.html"), .run("beckon.sent().then(() => beckon.attribution())"),
      .open(origin + "shop.html?utm_source=letter"),
      .run("history.pushState({}, '', '?step=2'); beckon.sent().then(beckon.attribution)"),
    ])
    let (direct, letter) = (answers[1], answers[2])
    for (touch, source) in [(direct["last"], "google"), (letter["last"], "letter")] {
      #expect(touch?["utm_source"]?.string == source)
    }
    #expect(direct["first"] == letter["first"] && direct["first"]?["gclid"] == "G1")
    let events = try await events()
    // What is told at once arrives in any order.
    #expect(
      events.compactMap { $0["name"]?.string }.sorted()
        == ["bought", "buy", "identify", "page_view", "page_view", "page_view", "page_view"])
    let last = events.last?["properties"]
    #expect(last?["utm_source"] == "letter" && last?["ft_utm_campaign"] == "spring")
    let bought = events.first { $0["name"] == "bought" }?["properties"]
    #expect(bought?["event_data"]?["order"] == "Ä-1", "\(bought?.text ?? "")")
    #expect(Set(events.compactMap { $0["properties"]?["visitor_id"] }).count == 1)
    let person = try await server.ask("POST", "/v1/people", key: keys.secret, ["user_id": "ana"])
    let path = "/v1/people/\(person.json["person"]?.string ?? "")/export"
    let facts = try await server.get(path, key: keys.secret).json["facts"]?.elements
    // The page and the click too, from before it was known who she is.
    #expect(facts?.count { $0["name"] == "page_view" || $0["name"] == "buy" } == 5)
  }

  @Test("A script that has no token says so, and the page goes on")
  func noToken() async throws {
    defer { shop.signal(SIGKILL) }
    try write("shop.html")
    let page = try String(contentsOfFile: folder.file("pages/shop.html"), encoding: .utf8)
      .replacing("data-token=\"\(keys.publishable)\"", with: "")
    try ("<script>const told = []; console.error = text => told.push(text)</script>" + page)
      .write(toFile: folder.file("pages/bare.html"), atomically: true, encoding: .utf8)
    let answers = try await run([
      .open(origin + "bare.html"), .run("beckon.track('a'); told.join()"),
    ])
    #expect(answers.last?.string?.contains("data-token") == true, "\(answers)")
    #expect(try await events().isEmpty)
  }

  @Test("What is too large to outlive the page is sent without, sealed or not")
  func keepalive() async throws {
    defer { shop.signal(SIGKILL) }
    let key = try #require(
      try await BeckonProgram.run(
        "app", "web-keys", "create", "--app", keys.app, "--json", "--database", folder.database()
      ).json)
    let (id, point) = (key["key_id"]?.string ?? "", key["public_key"]?.string ?? "")
    try write("shop.html", "data-public-key=\"\(point)\" data-key-id=\"\(id)\"")
    let answers = try await run([
      .open(origin + "shop.html"), .run("beckon.sent()"),
      // Why it must be so.
      .run(
        """
        fetch("\(server.url)/web/ingest", { method: "POST", body: "x".repeat(70000), keepalive: true })
          .then(() => "sent", () => "refused")
        """),
      .run(
        """
        window.told = []
        const send = window.fetch
        window.fetch = (url, options) => {
          told.push([options.keepalive, "ct" in JSON.parse(options.body)])
          return send(url, options)
        }
        for (const name of ["one", "two", "three"]) beckon.track(name, { text: "x".repeat(30000) })
        beckon.sent().then(() => told)
        """),
    ])
    #expect(answers[1] == "refused")
    #expect(answers[2] == [[true, true], [false, true], [false, true]])
    let names = try await events().compactMap { $0["name"]?.string }
    #expect(Set(names) == ["page_view", "one", "two", "three"] && names.count == 4)
  }

  @Test("What finds no server comes with the next page, and an answer that was lost counts once")
  func offline() async throws {
    defer { shop.signal(SIGKILL) }
    try write("shop.html")
    let lost = """
      const send = window.fetch
      window.fetch = async (url, options) => {
        if (options.body.includes('"event_name":"heard"')) await send(url, options)
        throw new TypeError("Failed to fetch")
      }
      beckon.track("heard"); beckon.track("unheard"); beckon.sent()
      """
    let waiting = "JSON.parse(localStorage.getItem('beckon.waiting')).length"
    let answers = try await run([
      .open(origin + "shop.html"), .run("beckon.sent()"), .run(lost), .run(waiting),
      .open(origin + "shop.html"), .run("beckon.sent()"), .run(waiting),
    ])
    #expect(answers[2] == 2 && answers[4] == 0)
    let names = try await events().compactMap { $0["name"]?.string }.sorted()
    #expect(names == ["heard", "page_view", "page_view", "unheard"])
  }

  @Test("A page that refers leads to the first view only, and an ad's click tells its network")
  func sources() async throws {
    defer { shop.signal(SIGKILL) }
    try write("shop.html")
    let source = "beckon.sent().then(() => beckon.attribution().last.traffic_source_name)"
    let next = "history.pushState({}, '', '?step=2');" + source
    let blog = "http://blog.example/post"
    let answers = try await run([
      .open(origin + "shop.html", from: blog), .run(source),
      .open(origin + "shop.html?utm_source=letter", from: blog), .run(source), .run(next),
      .open(origin + "shop.html?fbclid=F1"), .run(source),
    ])
    #expect(answers == ["blog.example", "letter", "letter", "facebook"])
    let report = try await server.get("/v1/web/report?by=source", key: keys.secret)
    let counts = report.json["web_report"]?.elements?.compactMap { $0["page_views"]?.integer }
    #expect(counts == [2, 1, 1], "\(report.text)")
  }

  @Test("Of addresses no other parameter is kept or told than where the visitor came from")
  func addresses() async throws {
    defer { shop.signal(SIGKILL) }
    try write("shop.html")
    let follow = """
      const link = document.createElement("a")
      link.dataset.beckonClick = "away"
      link.href = "shop.html?token=secret&utm_term=x#secret"
      document.body.append(link)
      link.addEventListener("click", event => event.preventDefault())
      link.click()
      beckon.sent().then(() => JSON.stringify(localStorage))
      """
    let answers = try await run([
      .open(
        origin + "shop.html?email=secret&utm_source=letter#secret",
        from: "http://blog.example/post?q=secret"),
      .run(follow),
    ])
    #expect(answers[0].string?.contains("secret") == false, "\(answers[0].text)")
    let told = try await events().compactMap { $0["properties"] }
    #expect(told.count == 2 && !told.contains { $0.text.contains("secret") }, "\(told)")
    let view = told.first { $0["event_type"] == "page_view" }
    for name in ["page_url", "landing_page", "ft_landing_page"] {
      #expect(view?[name]?.string == origin + "shop.html?utm_source=letter")
    }
    #expect(view?["document_referrer"]?.string?.hasPrefix("http://blog.example/") == true)
    let click = told.first { $0["event_type"] == "click" }?["event_data"]
    #expect(click?["href"]?.string == origin + "shop.html?utm_term=x")
  }

  @Test("What the server refuses is said in the console, and not sent again")
  func refusal() async throws {
    defer { shop.signal(SIGKILL) }
    try write("shop.html", token: "pk_wrong")
    let warnings = """
      window.said = []
      console.warn = text => said.push(text)
      beckon.track("x")
      beckon.sent().then(() => [said.length, said[0].startsWith("beckon: 401 {"),
        JSON.parse(localStorage.getItem("beckon.waiting")).length])
      """
    let answers = try await run([
      .open(origin + "shop.html"), .run("beckon.sent()"), .run(warnings),
    ])
    #expect(answers[1] == [1, true, 0])
  }

  @Test("Until consent nothing is kept or told, and afterwards all is forgotten")
  func consent() async throws {
    defer { shop.signal(SIGKILL) }
    try write("shop.html", "data-wait")
    let kept = "Object.keys(localStorage).filter(name => name.startsWith('beckon.')).length"
    let answers = try await run([
      .open(origin + "shop.html?utm_source=google"),
      .run("beckon.track('early'); document.querySelector('button').click(); beckon.sent()"),
      .run(kept), .run("beckon.start(); beckon.sent().then(() => beckon.attribution().last)"),
      .run("beckon.stop(); beckon.track('late'); beckon.sent()"), .run(kept),
    ])
    #expect(answers[1] == 0 && answers[2]["utm_source"] == "google" && answers[4] == 0)
    #expect(try await events().map { $0["name"] } == ["page_view"])
  }
}
