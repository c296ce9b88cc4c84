import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// What strangers report of links, and what operators do about it.
@Suite struct LinkReportTests {
  private static func send(
    _ server: TestServer, _ link: String, _ form: String, from address: String = "203.0.113.9",
    headers: [(String, String)] = []
  ) async throws -> HTTPAnswer {
    try await server.app.call(
      "POST", "/web/report/\(server.app.id.text)/\(link)", body: Array(form.utf8), as: .none,
      headers: [
        ("X-Forwarded-For", address), ("Content-Type", "application/x-www-form-urlencoded"),
      ] + headers)
  }

  @Test("A click page leads to the form; what is reported is shown, and stopped in one step")
  func reported() async throws {
    try await TestServer.run { server in
      let link = try await server.app.link([
        "url": "https://shop.example", "ios": "https://apps.apple.com/app/id1", "code": "bad",
      ])
      let click = try await server.app.get(
        "/bad", as: .none, headers: [("User-Agent", TestPhone.Device.iPhone.agent)])
      let path = "/web/report/\(server.app.id.text)/\(link.id)"
      #expect(click.text.contains("href=\"\(path)\""), "\(click.text)")
      let form = try await server.app.get(path, as: .none, headers: [("Accept-Language", "de")])
      #expect(form.text.contains("Diesen Link melden") && form.text.contains("value=\"fraud\""))
      let hostile = "reason=fraud&note=%3Cscript%3Ehacked%3C/script%3E"
      for address in ["203.0.113.9", "203.0.113.9", "198.51.100.4"] {
        #expect(try await Self.send(server, link.id, hostile, from: address).status == 200)
      }
      let ana = try await TestOperator.signedIn(server, .edit)
      let links = "/dashboard/\(server.app.id.text)/links"
      let page = try await ana.get(links).text
      #expect(page.contains("wants money or passwords (2)"), "\(page)")
      #expect(page.contains("&lt;script&gt;hacked") && !page.contains("<script>hacked"))
      let overview = try await ana.get("/dashboard/\(server.app.id.text)/overview").text
      #expect(overview.contains("Links reported by strangers: 1."))
      let stopped = try await ana.send(links, ["action": "stop-reported", "link": link.id])
      #expect(stopped.status == 303, "\(stopped.text)")
      #expect(try await server.app.get("/bad", as: .none).status == 410)
      #expect(try await !ana.get(links).text.contains("Reported by strangers"))
      #expect(
        try await TestOperator.audit(server).contains { $0.action == "settle reports of link" })
    }
  }

  @Test("A report that nothing is wrong with is settled, and a new one comes up again")
  func settled() async throws {
    try await TestServer.run { server in
      let link = try await server.app.link(["url": "https://shop.example"])
      #expect(try await Self.send(server, link.id, "reason=other").status == 200)
      let ana = try await TestOperator.signedIn(server, .edit)
      let links = "/dashboard/\(server.app.id.text)/links"
      #expect(try await ana.send(links, ["action": "settle", "link": link.id]).status == 303)
      #expect(try await !ana.get(links).text.contains("Reported by strangers"))
      #expect(try await server.app.get(link.path, as: .none).status == 302)
      #expect(try await Self.send(server, link.id, "reason=malware").status == 200)
      #expect(try await ana.get(links).text.contains("harmful software (1)"))
      let reader = try await TestOperator.signedIn(server, .read, name: "Ben")
      #expect(try await !reader.get(links).text.contains("stop-reported"))
    }
  }

  @Test("Whoever reports many links of their own hides nobody's report, and deleted links are gone")
  func crowd() async throws {
    try await TestServer.run { server in
      let victims = try await server.app.link(["url": "https://shop.example"])
      var own: [String] = []
      for _ in 0..<50 {
        let link = try await server.app.link(["url": "https://shop.example"])
        for network in ["203.0.113.9", "198.51.100.4"] {
          _ = try await Self.send(server, link.id, "reason=other&note=mine", from: network)
        }
        own.append(link.id)
      }
      try await server.wait(minutes: 1)
      let note = "reason=fraud&note=took%20my%20money%00%E2%80%AE"
      #expect(try await Self.send(server, victims.id, note, from: "192.0.2.7").status == 200)
      let ana = try await TestOperator.signedIn(server, .edit)
      let links = "/dashboard/\(server.app.id.text)/links"
      #expect(try await ana.get(links).text.contains("took my money"))
      for link in own { _ = try await server.app.call("DELETE", "/v1/links/" + link) }
      let overview = try await ana.get("/dashboard/\(server.app.id.text)/overview").text
      #expect(overview.contains("Links reported by strangers: 1."))
    }
  }

  @Test("Another site's page cannot report a link by its visitors' browsers")
  func otherSite() async throws {
    try await TestServer.run { server in
      let link = try await server.app.link(["url": "https://shop.example"])
      for (site, status) in [("cross-site", 404), ("same-site", 404), ("same-origin", 200)] {
        let answer = try await Self.send(
          server, link.id, "reason=other", headers: [("Sec-Fetch-Site", site)])
        #expect(answer.status == status, "\(site)")
      }
    }
  }

  @Test("A link that many report keeps a bounded number of reports, and what is none is refused")
  func bounded() async throws {
    try await TestServer.run { server in
      let link = try await server.app.link(["url": "https://shop.example"])
      let id = try #require(LinkID(link.id))
      try await server.database.write { connection in
        let number = try #require(try Accounts(connection).number(of: server.app.id))
        let app = try #require(try Accounts.context(of: number, connection))
        let scope = Scope(
          connection: connection, app: app, now: server.ambient.now(), ambient: server.ambient)
        let report = try #require(LinkReport(reason: "unwanted", note: nil))
        for _ in 0..<(LinkReport.openOfLink + 20) {
          _ = try LinkReports(scope).add(report, of: id, from: server.ambient.identifier())
        }
        #expect(try LinkReports(scope).open().map(\.count) == [Int64(LinkReport.openOfLink)])
      }
      for (target, form, status) in [
        (link.id, "reason=none", 422), (link.id, "", 422), ("lnk_x", "reason=other", 404),
        ("lnk_01m7xy0021f56bnwsc72b0a39e", "reason=other", 404),
      ] {
        #expect(try await Self.send(server, target, form).status == status, "\(target) \(form)")
      }
      #expect(try await server.app.get("/web/report/app_x/\(link.id)", as: .none).status == 404)
    }
  }
}
