import BeckonEngine
import BeckonModel
import BeckonStore
import Foundation
import Testing

@testable import BeckonServer

/// What the overview shows of what is asked for, and what it says of a question that is none.
@Suite struct OverviewFilterTests {
  private static func path(_ server: TestServer) -> String {
    "/dashboard/\(server.app.id.text)/overview"
  }

  @Test("A wrong date is told in the dashboard, above the form that still has it")
  func wrongDates() async throws {
    try await TestServer.run { server in
      let ana = try await TestOperator.signedIn(server, .read)
      for query in [
        "from=2026-13-45", "from=2026-05-01&until=2026-04-01", "until=never",
        "from=2020-01-01&until=2026-01-01", "campaign=cmp_none", "csv=day&from=x",
      ] {
        let answer = try await ana.get(Self.path(server) + "?" + query)
        #expect(answer.status == 422, "\(query): \(answer.text)")
        #expect(answer.text.contains("<nav") && answer.text.contains("notice fault"), "\(query)")
        #expect(answer.text.contains("name=\"from\""), "\(query)")
      }
      let kept = try await ana.get(Self.path(server) + "?from=2026-13-45&until=2026-05-01").text
      #expect(kept.contains("value=\"2026-13-45\"") && kept.contains("value=\"2026-05-01\""))
      let links = "/dashboard/\(server.app.id.text)/links"
      #expect(try await ana.get(links + "?cursor=none").text.contains("<nav"))
      // What is no question is no page.
      #expect(try await ana.get(links + "/lnk_none?from=x").status == 404)
    }
  }

  @Test("Weeks are those of the campaign that is chosen; what is of all campaigns says so")
  func campaign() async throws {
    try await TestServer.run { server in
      let app = server.app
      let spring = try await app.campaign(name: "spring", rules: [welcome])
      let autumn = try await app.campaign(name: "autumn", rules: [welcome])
      let link = try await app.link([
        "url": "https://shop.example", "campaign": .string(spring.id),
      ])
      _ = try await app.phone(at: "203.0.113.5").open(link.path).install()
      try await server.wait(minutes: 1)
      let ana = try await TestOperator.signedIn(server, .read)
      func weeks(_ campaign: TestCampaign) async throws -> String {
        try await ana.get(Self.path(server) + "?csv=weeks&campaign=" + campaign.id).text
      }
      #expect(try await weeks(spring).split(separator: "\r\n").count == 2)
      #expect(try await weeks(autumn).split(separator: "\r\n").count == 1)
      let page = try await ana.get(Self.path(server) + "?campaign=" + spring.id).text
      #expect(page.contains("Of all campaigns, whichever is chosen"))
      #expect(page.contains("This is of the whole app"))
      #expect(!(try await ana.get(Self.path(server)).text.contains("This is of the whole app")))
    }
  }

  @Test("The CSV has a column for each unit and currency, and none with JSON")
  func columns() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [welcome])
      let ana = try await app.signUp("ana", campaign: campaign)
      let ben = try await app.signUp("ben", referrer: ana.code, campaign: campaign)
      for (id, currency) in [("o1", "EUR"), ("o2", "USD")] {
        _ = try await app.post(
          "/v1/payments",
          [
            "id": .string(id), "amount": 19.99, "currency": .string(currency),
            "person": .string(ben.id),
          ])
      }
      try await server.wait(minutes: 1)
      let one = try await TestOperator.signedIn(server, .read)
      let lines = try await one.get(Self.path(server) + "?csv=day").text
        .split(separator: "\r\n").map(String.init)
      let unit = " pieces_of_eight"
      let rewards = ["count", "posted", "held", "taken_back"].map { "rewards_" + $0 + unit }
      let steps = ["day", "clicks", "installs", "sign_ups", "conversions"]
      let revenue = ["revenue EUR", "payments EUR", "revenue USD", "payments USD", "others"]
      let columns = (steps + rewards + revenue).joined(separator: ",")
      #expect(lines.first == columns, "\(lines)")
      #expect(
        lines.last?.hasSuffix(",0,0,2,2,1,50,0,0,19.99,1,19.99,1,") == true, "\(lines)")
    }
  }

  @Test("Currencies that somebody makes up get no columns of their own, and are not lost")
  func madeUpCurrencies() async throws {
    try await TestServer.run { server in
      let letters = Array("ABCDEFGHIJKLMNOPQRSTUVW").map(String.init)
      for letter in letters {
        let answer = try await server.app.post(
          "/v1/payments",
          ["id": .string("o" + letter), "amount": 1, "currency": .string("XX" + letter)])
        #expect(answer.status < 300, "\(answer.text)")
      }
      try await server.wait(minutes: 1)
      let one = try await TestOperator.signedIn(server, .read)
      let text = try await one.get(Self.path(server) + "?csv=day").text
      let columns = text.split(separator: "\r\n")[0].split(separator: ",")
      #expect(columns.filter { $0.hasPrefix("revenue XX") }.count == 20)
      #expect(columns.contains("revenue of others"))
      #expect(letters.allSatisfy { text.contains("XX" + $0) })
    }
  }

  @Test("All apps count as many unusual things as the overview of each")
  func unusual() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(
        rules: [welcome, rule(["event": "moon"], ["name": "to the moon"])])
      let ana = try await app.signUp("ana", campaign: campaign)
      _ = try await app.signUp("ben", referrer: ana.code, campaign: campaign)
      try await server.wait(minutes: 1)
      let one = try await TestOperator.signedIn(server, .read)
      let page = try await one.get(Self.path(server)).text
      let notice = page.components(separatedBy: "notice unusual").dropFirst().first ?? ""
      let count = notice.components(separatedBy: "</ul>")[0].components(separatedBy: "<li>").count
      #expect(count == 2, "\(notice)")
      let all = try await one.get("/dashboard/apps?csv=apps").text
      #expect(all.contains(",\(count - 1)\r\n"), "\(all)")
    }
  }
}
