import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// People on the dashboard.
@Suite struct PeoplePageTests {
  private static func path(_ server: TestServer, _ person: TestPerson? = nil) -> String {
    "/dashboard/\(server.app.id.text)/people" + (person.map { "/" + $0.id } ?? "")
  }

  @Test("Somebody is found by what they are known by, and shown with what they have")
  func found() async throws {
    try await TestServer.run { server in
      let campaign = try await server.app.campaign(name: "spring", rules: [welcome])
      let ana = try await server.app.signUp("ana", more: ["email": "ana.smith@mail.example"])
      let ben = try await server.app.signUp("ben", referrer: ana.code, campaign: campaign)
      let one = try await TestOperator.signedIn(server, .edit)
      let list = try await one.get(
        Self.path(server) + "?by=email&what=ana.smith%40mail.example"
      ).text
      #expect(list.contains(ana.id) && !list.contains(ben.id))
      let page = try await one.get(Self.path(server, ben))
      #expect(page.status == 200, "\(page.text)")
      for text in [ana.id, "spring", "50", "pieces_of_eight"] {
        #expect(page.text.contains(text), "\(text)")
      }
      #expect(
        try await one.get(Self.path(server) + "?by=person&what=\(ben.id)").text.contains(ben.id))
      #expect(try await one.get(Self.path(server) + "?what=per_x").text.contains("Nobody yet"))
    }
  }

  @Test("Who only looks sees addresses masked, no attributes and no export")
  func masked() async throws {
    try await TestServer.run { server in
      let ana = try await server.app.signUp("anastasia-42", more: ["email": "ana@mail.example"])
      try await ana.set(["city": "Izmir"])
      let reader = try await TestOperator.signedIn(server, .read)
      let home = "/dashboard/\(server.app.id.text)"
      for path in [
        Self.path(server), Self.path(server, ana), home + "/why?q=" + ana.id, home + "/overview",
      ] {
        let page = try await reader.get(path)
        #expect(page.status == 200 && page.text.contains("a***@mail.example"))
        for text in ["ana@mail.example", "anastasia-42", "Izmir"] {
          #expect(!page.text.contains(text), "\(path) \(text)")
        }
      }
      #expect(try await reader.get(Self.path(server) + "?csv=people").status == 403)
      #expect(try await reader.get(Self.path(server, ana) + "?file=export").status == 403)
      let editor = try await TestOperator.signedIn(server, .edit)
      let whole = try await editor.get(Self.path(server, ana)).text
      #expect(whole.contains("ana@mail.example") && whole.contains("Izmir"))
      let export = try await editor.get(Self.path(server, ana) + "?file=export")
      #expect(export.value("0.person")?.string == ana.id || export.text.contains(ana.id))
      #expect(try await TestOperator.audit(server).contains { $0.action == "export person" })
    }
  }

  @Test("A missing reward is given with a reason, once however often the form is sent")
  func granted() async throws {
    try await TestServer.run { server in
      let campaign = try await server.app.campaign(rules: [thanks])
      let ana = try await server.app.signUp("ana", campaign: campaign)
      let money = try await TestOperator.signedIn(server)
      let fields: KeyValuePairs = [
        "action": "grant", "grant": "f1", "campaign": campaign.id, "amount": "50",
        "unit": "pieces_of_eight", "reason": "was missing",
      ]
      for _ in 1...2 {
        let answer = try await money.send(Self.path(server, ana), fields)
        #expect(answer.status == 303, "\(answer.text)")
      }
      #expect(try await ana.balance == 50)
      #expect(try await money.get(Self.path(server, ana)).text.contains("was missing"))
      // A unit that was mistyped is none; a new one is asked for as such.
      let page = try await money.get(Self.path(server, ana)).text
      #expect(page.contains("<option value=\"pieces_of_eight\" selected>pieces_of_eight</option>"))
      let mistyped = try await money.send(
        Self.path(server, ana),
        [
          "action": "grant", "grant": "f3", "campaign": campaign.id, "amount": "5",
          "unit": "piece_of_eight", "reason": "was missing",
        ])
      #expect(
        mistyped.status == 422 && mistyped.text.contains("no unit piece_of_eight in the list"))
      let none = try await money.send(
        Self.path(server, ana),
        [
          "action": "grant", "grant": "f4", "campaign": campaign.id, "amount": "5", "unit": "",
          "reason": "was missing",
        ])
      #expect(none.status == 422 && none.text.contains("Choose a unit"))
      let both = try await money.send(
        Self.path(server, ana),
        [
          "action": "grant", "grant": "f6", "campaign": campaign.id, "amount": "5",
          "unit": "pieces_of_eight", "new_unit": "doubloons", "reason": "was missing",
        ])
      #expect(both.status == 422 && both.text.contains("For a new unit"))
      let new = try await money.send(
        Self.path(server, ana),
        [
          "action": "grant", "grant": "f5", "campaign": campaign.id, "amount": "5", "unit": "",
          "new_unit": "doubloons", "reason": "was missing",
        ])
      #expect(new.status == 303, "\(new.text)")
      #expect(try await ana.balance(of: "doubloons") == 5)
      #expect(try await money.get(Self.path(server, ana)).text.contains("value=\"doubloons\""))
      let bare = try await money.send(
        Self.path(server, ana),
        ["action": "grant", "grant": "f2", "campaign": campaign.id, "amount": "5"])
      #expect(bare.status == 422 && bare.text.contains("Write why"))
    }
  }

  @Test("Each table of a person is CSV; that of transfers, which has codes, for who may change")
  func tables() async throws {
    try await TestServer.run { server in
      let campaign = try await server.app.campaign(rules: [welcome])
      let ana = try await server.app.signUp("ana", campaign: campaign)
      let ben = try await server.app.signUp("ben", referrer: ana.code, campaign: campaign)
      let editor = try await TestOperator.signedIn(server, .edit)
      for (name, text) in [
        ("balances", "pieces_of_eight,50,0,0"), ("referrals", ana.id), ("transfers", ",50,"),
        ("installs", "install,"), ("links", ben.id),
      ] {
        let file = try await editor.get(Self.path(server, ben) + "?file=" + name)
        #expect(file["Content-Type"]?.hasPrefix("text/csv") == true, "\(name)")
        #expect(file.text.contains(text), "\(name): \(file.text)")
      }
      let reader = try await TestOperator.signedIn(server, .read)
      let path = Self.path(server, ben) + "?file="
      #expect(try await reader.get(path + "transfers").status == 403)
      #expect(try await reader.get(path + "balances").status == 200)
    }
  }

  @Test("Two are merged, a token is shown once, and somebody is erased once that is confirmed")
  func changed() async throws {
    try await TestServer.run { server in
      let ana = try await server.app.signUp("ana")
      let ben = try await server.app.signUp("ben")
      let one = try await TestOperator.signedIn(server, .money)
      // Whoever merges moves what somebody has to somebody else.
      let editor = try await TestOperator.signedIn(server, .edit, name: "Eve")
      let refused = try await editor.send(
        Self.path(server, ana), ["action": "merge", "into": ben.id])
      #expect(refused.status == 403)
      let token = try await one.send(Self.path(server, ben), ["action": "make-token"])
      #expect(token.status == 200 && token.text.contains("shown only now"), "\(token.text)")
      let merged = try await one.send(
        Self.path(server, ana), ["action": "merge", "into": ben.id])
      #expect(merged.status == 303 && merged["Location"]?.contains(ben.id) == true)
      let wrong = try await one.send(
        Self.path(server, ben), ["action": "erase", "letters": "abcdef"])
      #expect(wrong.status == 422)
      #expect(try await ben.read().status == 200)
      let erased = try await one.send(
        Self.path(server, ben),
        ["action": "erase", "letters": String(ben.id.suffix(6))])
      #expect(erased.status == 303, "\(erased.text)")
      #expect(try await one.get(Self.path(server, ben)).status == 404)
    }
  }
}
