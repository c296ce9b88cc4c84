import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// Campaigns and their rules on the dashboard.
@Suite struct CampaignsPageTests {
  private static func path(_ server: TestServer, _ campaign: TestCampaign? = nil) -> String {
    "/dashboard/\(server.app.id.text)/campaigns" + (campaign.map { "/" + $0.id } ?? "")
  }

  @Test("A campaign is made, given a rule by a form, and pays as the rule's sentence says")
  func made() async throws {
    try await TestServer.run { server in
      let one = try await TestOperator.signedIn(server, .edit)
      let made = try await one.send(
        Self.path(server),
        [
          "action": "create", "name": "Spring", "url": "https://shop.example/join",
          "kind": "referral", "goal": "1", "ends_at": "2026-09-01",
        ])
      #expect(made.status == 303, "\(made.text)")
      let place = String(try #require(made["Location"]?.split(separator: "?").first))
      let saved = try await one.send(
        place,
        [
          "action": "save-rule", "name": "thanks", "trigger": "referral", "state": "confirmed",
          "to": "referrer", "amount": "500", "unit": "points", "cap_month": "1000",
          "hold_days": "", "per": "referral", "trust": "client", "level": "1",
        ])
      #expect(saved.status == 303, "\(saved.text)")
      let page = try await one.get(place).text
      #expect(
        page.contains(
          "When a referral is confirmed, their referrer gets 500 points, once for each referral. "
            + "In a month one person gets 1,000 points at most."), "\(page)")
      let ana = try await server.app.signUp("ana")
      for name in ["ben", "cem", "dia"] {
        _ = try await server.app.signUp(name, referrer: ana.code)
      }
      #expect(try await ana.balance(of: "points") == 1_000)
    }
  }

  @Test("Where links lead is https, an app's own scheme, or this machine; what was is kept")
  func target() async throws {
    try await TestServer.run { server in
      let one = try await TestOperator.signedIn(server, .edit)
      for (url, status) in [
        ("http://shop.example", 422), ("javascript:alert(1)", 422), ("https://shop.example", 303),
        ("shop://join", 303), ("http://localhost:8080/join", 303),
      ] {
        let made = try await one.send(
          Self.path(server), ["action": "create", "name": "Spring", "url": url, "goal": "1"])
        #expect(made.status == status, "\(url): \(made.text)")
        if status == 422 { #expect(made.text.contains("must begin with https://")) }
      }
      let old = try await server.app.post(
        "/v1/campaigns",
        ["name": "Old", "goal": 1, "url": "http://shop.example/old", "rules": []])
      let renamed = try await one.send(
        Self.path(server) + "/" + (old.string("id") ?? ""),
        ["action": "change", "name": "Older", "url": "http://shop.example/old"])
      #expect(renamed.status == 303, "\(renamed.text)")
    }
  }

  @Test("A rule's total says what is spent and left, and that it is used up")
  func budget() async throws {
    try await TestServer.run { server in
      let campaign = try await server.app.campaign(rules: [
        rule(["event": "buy"], ["per": "event", "cap": ["total": 1_050]])
      ])
      let one = try await TestOperator.signedIn(server, .read)
      let ana = try await server.app.signUp("ana", campaign: campaign)
      let ben = try await server.app.signUp("ben", referrer: ana.code, campaign: campaign)
      var pages: [String] = []
      for orders in [0..<0, 0..<2, 2..<19, 19..<21] {
        for order in orders { try await server.app.event("buy", id: "\(order)", of: ben) }
        pages.append(try await one.get(Self.path(server, campaign)).text)
      }
      #expect(pages[0].contains("0 of 1,050 pieces_of_eight are spent"), "\(pages[0])")
      #expect(
        pages[1].contains("100 of 1,050 pieces_of_eight are spent, rewards that wait included"))
      #expect(!pages[1].contains("used up"))
      #expect(pages[2].contains("100 are left.") && pages[2].contains("nearly used up"))
      #expect(pages[3].contains("0 are left.") && pages[3].contains("used up: it pays no more"))
    }
  }

  @Test("A rule is changed in its place, keeps its id and what the form does not know, or goes")
  func changed() async throws {
    try await TestServer.run { server in
      let campaign = try await server.app.campaign(rules: [
        welcome, rule(["event": "buy", "filter": ["plan": "year"]], ["name": "buyers"]),
      ])
      let one = try await TestOperator.signedIn(server, .edit)
      let id = campaign.ruleIDs[1]
      let saved = try await one.send(
        Self.path(server, campaign),
        [
          "action": "save-rule", "rule": id, "name": "buyers", "trigger": "event", "word": "buy",
          "filter": "{\"plan\": \"month\"}", "to": "both", "amount": "70",
          "unit": "pieces_of_eight", "level": "1",
        ])
      #expect(saved.status == 303, "\(saved.text)")
      let now = try await server.app.get(campaign.path)
      #expect(now.list("rules").compactMap { $0["id"]?.string } == campaign.ruleIDs)
      #expect(now.integer("rules.1.amount") == 70)
      #expect(now.string("rules.1.when.filter.plan") == "month")
      let wrong = try await one.send(
        Self.path(server, campaign),
        ["action": "save-rule", "rule": id, "name": "buyers", "trigger": "event", "amount": "x"])
      #expect(wrong.status == 422 && wrong.text.contains("must be a whole number"))
      let refused = try await one.send(
        Self.path(server, campaign),
        [
          "action": "save-rule", "name": "late", "trigger": "referral", "state": "pending",
          "to": "referrer", "amount": "1", "unit": "points",
        ])
      #expect(refused.status == 422 && refused.text.contains("a goal of 1 never has"))
      _ = try await one.send(
        Self.path(server, campaign), ["action": "remove-rule", "rule": id])
      #expect(try await server.app.get(campaign.path).list("rules").count == 1)
    }
  }

  @Test("A campaign is paused, let run, ended and archived; who only looks sees what it pays")
  func turned() async throws {
    try await TestServer.run { server in
      let campaign = try await server.app.campaign(rules: [welcome])
      let one = try await TestOperator.signedIn(server, .edit)
      for state in ["paused", "active", "ended", "archived"] {
        let answer = try await one.send(
          Self.path(server, campaign), ["action": "turn", "state": state])
        #expect(answer.status == 303, "\(answer.text)")
        #expect(try await server.app.get(campaign.path).string("state") == state)
      }
      #expect(!(try await one.get(Self.path(server)).text.contains(campaign.id)))
      #expect(try await one.get(Self.path(server) + "?archived=true").text.contains(campaign.id))
      let reader = try await TestOperator.signedIn(server, .read)
      let german = try await reader.get(
        Self.path(server, campaign), headers: [("Accept-Language", "de")]
      ).text
      #expect(german.contains("Wenn eine Empfehlung bestätigt ist, bekommt diese Person 50"))
      #expect(!german.contains("value=\"save-rule\"") && !german.contains("value=\"turn\""))
    }
  }

  @Test("A dry run of a changed rule stands beside what was paid, and changes nothing")
  func dryRun() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [
        rule(["event": "buy"], to: "referrer", ["per": "event", "name": "buyers"])
      ])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      for id in ["1", "2"] { try await app.event("buy", id: id, of: ben) }
      for (id, user) in [("3", "ben"), ("4", "nobody")] {
        let event: JSON = ["id": .string(id), "name": "buy", "user_id": .string(user)]
        let told = try await app.post("/v1/events", ["events": [event]])
        #expect(told.status == 200, "\(told.text)")
      }
      #expect(try await ana.balance == 150)
      let one = try await TestOperator.signedIn(server, .edit)
      let before = try await TestOperator.audit(server).count
      let tried = try await one.send(
        Self.path(server, campaign),
        [
          "action": "save-rule", "try": "yes", "rule": campaign.ruleIDs[0], "name": "buyers",
          "trigger": "event", "word": "buy", "to": "referrer", "amount": "80",
          "unit": "pieces_of_eight", "per": "event", "cap_total": "160",
        ])
      #expect(tried.status == 200, "\(tried.text)")
      for text in [
        "4 stored facts", "that of nobody in the campaign: 1.", "Cap of the rule: 1", ana.id,
      ] {
        #expect(tried.text.contains(text), "\(text) in \(tried.text)")
      }
      #expect(try await app.get(campaign.path).integer("rules.0.amount") == 50)
      #expect(try await ana.balance == 150)
      #expect(try await TestOperator.audit(server).count == before)
      let reader = try await TestOperator.signedIn(server, .read)
      let own = try await reader.send(Self.path(server, campaign), ["action": "try-rules"])
      #expect(own.status == 200 && own.text.contains("name=\"csv\" value=\"rules\""))
      let rules = try await reader.send(
        Self.path(server, campaign), ["action": "try-rules", "csv": "rules"])
      #expect(rules["Content-Type"]?.hasPrefix("text/csv") == true, "\(rules.text)")
      #expect(rules.text.contains("buyers,3,150,0,0,0,3,150,pieces_of_eight,"), "\(rules.text)")
      let changed = try await one.send(
        Self.path(server, campaign),
        [
          "action": "save-rule", "try": "yes", "rule": campaign.ruleIDs[0], "name": "buyers",
          "trigger": "event", "word": "buy", "to": "referrer", "amount": "80",
          "unit": "pieces_of_eight", "per": "event", "cap_total": "160", "csv": "people",
        ])
      #expect(changed.text.contains("\(ana.id),160,pieces_of_eight"), "\(changed.text)")
    }
  }
}
