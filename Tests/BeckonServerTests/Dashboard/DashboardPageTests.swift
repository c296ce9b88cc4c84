import BeckonEngine
import BeckonModel
import BeckonStore
import Foundation
import Testing

@testable import BeckonServer

/// Every page: hostile texts stay texts, people who cannot see have names and tables, each list is
/// CSV too.
@Suite struct DashboardPageTests {
  /// What strangers may call themselves.
  static let hostile = "<script>hacked=1</script><img src=x onerror=hacked=1>\"'>"

  /// A loop in which every text that comes from outside is hostile. Gives what to ask "Why" about.
  static func playHostileLoop(_ server: TestServer) async throws -> [String] {
    let app = server.app
    let campaign = try await app.campaign(
      name: Self.hostile, rules: [rule(["event": "buy", "filter": ["plan": ["eq": "year"]]])])
    let ana = try await app.signUp("ana" + Self.hostile, campaign: campaign)
    let link = try await app.link(["url": "https://shop.example", "referrer": .string(ana.id)])
    let phone = try await app.phone(at: "203.0.113.5").open(link.path).install()
    let ben = try await phone.signUp("ben" + Self.hostile)
    try await app.event("buy", id: "e1" + Self.hostile, of: ben, ["plan": .string(Self.hostile)])
    _ = try await app.post(
      "/v1/payments",
      [
        "id": .string("order" + Self.hostile), "amount": 500, "currency": "EUR",
        "person": .string(ben.id),
      ])
    _ = try await app.post(
      "/v1/events", ["events": [["name": .string(Self.hostile), "at": "never"]]])
    _ = try await app.post(
      "/v1/webhooks", ["url": "https://hooks.example/x?<script>", "facts": ["install"]])
    try await server.wait(minutes: 1)
    return [
      ana.id, ben.id, link.id, phone.installID, "ana" + Self.hostile, "order" + Self.hostile,
      Self.hostile,
    ]
  }

  @Test("No hostile text becomes an element on any page, nor does what somebody asks for")
  func hostileTexts() async throws {
    try await TestServer.run { server in
      let asked = try await Self.playHostileLoop(server)
      let ana = try await TestOperator.signedIn(server, name: Self.hostile)
      var paths = DashboardPage.all.map { page in
        (page.place == .app ? "/dashboard/\(server.app.id.text)/" : "/dashboard/") + page.name
      }
      paths += asked.map {
        "/dashboard/\(server.app.id.text)/why?q=" + PercentEncoding.encode($0)
      }
      for path in paths {
        let answer = try await ana.get(path, headers: [("User-Agent", Self.hostile)])
        #expect(answer.status == 200, "\(path): \(answer.text.prefix(300))")
        #expect(!answer.text.contains("<script>") && !answer.text.contains("<img"), "\(path)")
        Self.expectAccessible(answer.text, path)
        let policy = try #require(answer["Content-Security-Policy"])
        #expect(policy.contains("script-src 'self'") && !policy.contains("unsafe"))
      }
    }
  }

  /// What can be told without a browser: a language, a title, one main heading, headings of tables,
  /// names of fields and buttons, a table for each chart.
  private static func expectAccessible(_ page: String, _ path: String) {
    func count(_ text: String) -> Int { page.components(separatedBy: text).count - 1 }
    #expect(page.contains("<html lang=\"") && page.contains("<title>"), "\(path)")
    #expect(count("<h1") == 1 && count("<main") == 1, "\(path)")
    #expect(count("<table") == count("<thead>"), "\(path): each table has headings")
    #expect(count("<figure") == count("data-chart="), "\(path)")
    for figure in page.components(separatedBy: "<figure").dropFirst() {
      let body = figure.components(separatedBy: "</figure>")[0]
      #expect(body.contains("<table"), "\(path): a chart without its numbers")
    }
    let controls = count("<input type=\"text\"") + count("<input type=\"date\"") + count("<select")
    #expect(count("<label") >= controls, "\(path): a field without a label")
    #expect(!page.contains("<button></button>"), "\(path)")
  }

  @Test("Each table of a page is CSV too, and no page shows another page's")
  func tables() async throws {
    try await TestServer.run { server in
      _ = try await Self.playHostileLoop(server)
      let ana = try await TestOperator.signedIn(server)
      for page in DashboardPage.all {
        let path =
          (page.place == .app ? "/dashboard/\(server.app.id.text)/" : "/dashboard/") + page.name
        for table in page.tables {
          let answer = try await ana.get(path + "?csv=" + table.name)
          #expect(answer.status == 200, "\(path) \(table.name): \(answer.text)")
          #expect(answer["Content-Type"]?.hasPrefix("text/csv") == true, "\(path) \(table.name)")
        }
        #expect(try await ana.get(path + "?csv=none").status == 404)
      }
    }
  }

  @Test("The pages speak German to who asks for it, and English to who asks for what there is not")
  func languages() async throws {
    try await TestServer.run { server in
      let ana = try await TestOperator.signedIn(server)
      let german = try await ana.get("/dashboard", headers: [("Accept-Language", "de-DE,en;q=0.5")])
      #expect(german.text.contains("lang=\"de\"") && german.text.contains("Alle Apps"))
      let french = try await ana.get("/dashboard", headers: [("Accept-Language", "fr")])
      #expect(french.text.contains("lang=\"en\"") && french.text.contains("All apps"))
    }
  }

  @Test("Nobody who is not signed in sees a page, and what is none is told so")
  func strangers() async throws {
    try await TestServer.run { server in
      for page in DashboardPage.all {
        let path =
          (page.place == .app ? "/dashboard/\(server.app.id.text)/" : "/dashboard/") + page.name
        #expect(try await server.app.get(path, as: .none).status == 401)
      }
      let ana = try await TestOperator.signedIn(server)
      for path in ["/dashboard/nothing", "/dashboard/app_x/overview", "/dashboard/assets/x.js"] {
        #expect(try await ana.get(path).status == 404)
      }
      let taken = try await server.app.post(
        "/v1/links", ["url": "https://shop.example", "code": "dashboard"])
      #expect(taken.status == 422, "\(taken.text)")
    }
  }

  @Test("Style and script are files under their hashes, and ours are small")
  func assets() async throws {
    try await TestServer.run { server in
      for asset in [Asset.style, Asset.script, Asset.charts] {
        let answer = try await server.app.get(asset.path.text, as: .none)
        #expect(answer.status == 200)
        #expect(answer["Cache-Control"] == "public, max-age=31536000, immutable")
      }
      #expect(Asset.hasCharts, "script/bootstrap installs libjs-chart.js")
      // Uncompressed, so that compressed they are smaller in any case.
      #expect(Asset.ownBytes.count < 40_000)
    }
  }
}
