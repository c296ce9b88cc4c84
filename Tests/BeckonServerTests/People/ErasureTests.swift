import BeckonModel
import Testing

/// Erasure, return and export.
@Suite struct ErasureTests {
  @Test("Nothing personal is left")
  func nothingLeft() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [welcome])
      let ana = try await app.signUp("ana")
      let phone = try await app.phone(at: "203.0.113.7").install()
      let ben = try await phone.signUp(
        "ben-the-shy", ["email": "ben@shy.example", "attributes": ["city": "Shytown"]])
      #expect(ana.id != ben.id)
      try await app.event("seen", id: "1", of: ben, ["what": "shy things"])
      let key = [("Idempotency-Key", "k")]
      _ = try await app.send(
        "PATCH", ben.path, ["attributes": ["mood": "shy"]], headers: key)
      let refused = try await app.call("DELETE", ben.path, as: .publishable)
      #expect(refused.code == "token_required")
      let erased = try await app.call("DELETE", ben.path, as: .publishable, token: ben.token)
      #expect(erased.status == 204)
      for query: (String, StaticString) in [
        ("people", "SELECT COUNT(*) FROM people WHERE attributes LIKE '%hy%'"),
        ("identities", "SELECT COUNT(*) FROM identities WHERE value LIKE '%shy%'"),
        ("facts", "SELECT COUNT(*) FROM facts WHERE properties LIKE '%shy%'"),
        ("installs", "SELECT COUNT(*) FROM installs WHERE device LIKE '%iPhone%'"),
        ("idempotency", "SELECT COUNT(*) FROM idempotency WHERE body LIKE '%shy%'"),
      ] {
        #expect(try await server.number(query.1) == 0, "\(query.0)")
      }
      let after = try await app.get(ben.path, as: .publishable, token: ben.token)
      #expect(after.code == "token_required")
      #expect(try await ben.erase().status == 404)
    }
  }

  @Test("A kept answer that tells of two people is forgotten with either", arguments: [0, 1])
  func answersAboutTwo(_ place: Int) async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(
        goal: 2, rules: [rule(["referral": "confirmed"], to: "both")])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let other = try await app.signUp("other")
      let key = [("Idempotency-Key", "k")]
      let body: JSON = ["person": .string(ben.id), "step": 2, "id": "c"]
      let answer = try await app.post(campaign.path + "/conversions", body, headers: key)
      #expect(answer.text.contains(ana.id) && answer.text.contains(ben.id), "\(answer.text)")
      let count: StaticString = """
        SELECT (SELECT COUNT(*) FROM idempotency) + (SELECT COUNT(*) FROM idempotency_people)
        """
      #expect(try await server.number(count) == 3)
      #expect(try await other.erase().status == 204)
      #expect(try await server.number(count) == 3)
      #expect(try await [ana, ben][place].erase().status == 204)
      #expect(try await server.number(count) == 0)
      // The key can be used again.
      let again = try await app.post(campaign.path + "/conversions", body, headers: key)
      #expect(again["Idempotency-Replayed"] == nil && again.status < 500)
      try await server.wait(hours: 49)
      #expect(try await server.number(count) == 0)
    }
  }

  @Test("A kept answer that tells of somebody merged is forgotten with the survivor")
  func answersAboutMerged() async throws {
    try await TestServer.run { server in
      let app = server.app
      let old = try await app.signUp("old")
      let new = try await app.signUp("new")
      _ = try await app.send(
        "PATCH", old.path, ["attributes": ["mood": "shy"]],
        headers: [("Idempotency-Key", "k")])
      #expect(try await old.merge(into: new).status == 200)
      #expect(try await new.erase().status == 204)
      #expect(
        try await server.number("SELECT COUNT(*) FROM idempotency WHERE body LIKE '%shy%'") == 0)
    }
  }

  @Test("What is told of what clients said in a claimed name goes with whoever claimed it")
  func claimedSubject() async throws {
    try await TestServer.run { server in
      let (app, receiver) = (server.app, try Receiver())
      _ = try await app.webhook(receiver.url, ["event:*"])
      let ben = try await app.signUpInApp(["user_id": "ben-the-shy"])
      for (id, sender) in [("1", TestApp.Key.publishable), ("2", .secret)] {
        let event: JSON = ["id": .string(id), "name": "seen", "user_id": "ben-the-shy"]
        #expect(try await app.post("/v1/events", ["events": [event]], as: sender).status == 200)
      }
      let count: StaticString = """
        SELECT (SELECT COUNT(*) FROM feed WHERE body LIKE '%shy%')
          + (SELECT COUNT(*) FROM webhook_deliveries WHERE body LIKE '%shy%')
        """
      #expect(try await server.number(count) == 2)
      let erased = try await app.call("DELETE", ben.path, as: .publishable, token: ben.token)
      #expect(erased.status == 204)
      #expect(try await server.number(count) == 1)
    }
  }

  @Test("The export tells of refusals, of steps, and of what those had who were merged")
  func wholeExport() async throws {
    try await TestServer.run { server in
      let app = server.app
      let capped = rule(
        ["event": "buy"], to: "recipient", ["per": "event", "cap": ["per_person": 50]])
      _ = try await app.campaign(rules: [capped])
      let ana = try await app.signUp("ana")
      let old = try await app.signUp("old", referrer: ana.code)
      let new = try await app.signUp("new", referrer: ana.code)
      for id in ["1", "2"] { try await app.event("buy", id: id, of: old) }
      #expect(try await old.merge(into: new).status == 200)
      let export = try await new.export()
      #expect(export.list("refusals").map { $0["reason"] } == ["cap_per_person"])
      let referrals = export.list("referrals")
      #expect(Set(referrals.map { $0["state"]?.string }) == ["confirmed", "superseded"])
      #expect(referrals.allSatisfy { $0["steps"]?.elements?.first?["step"] == 1 })
      let kinds = export.list("transfers").compactMap { $0["kind"]?.string }
      #expect(kinds.contains("reward") && kinds.contains("merge"), "\(kinds)")
    }
  }

  @Test("What an older program has kept without marks is forgotten too")
  func answersWithoutMarks() async throws {
    try await TestServer.run { server in
      let app = server.app
      let (ana, ben) = (try await app.signUp("ana"), try await app.signUp("ben"))
      for (person, key) in [(ana, "a"), (ben, "b")] {
        _ = try await app.send(
          "PATCH", person.path, ["attributes": ["x": 1]], headers: [("Idempotency-Key", key)])
      }
      try await server.change("UPDATE idempotency SET is_marked = NULL")
      try await server.change("DELETE FROM idempotency_people")
      #expect(try await ana.erase().status == 204)
      #expect(try await server.number("SELECT COUNT(*) FROM idempotency") == 1)
    }
  }

  @Test("Who comes back is someone new: late batches stay out, new events count")
  func comeBack() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ben = try await app.signUp("ben")
      #expect(try await ben.erase().status == 204)
      func send(_ id: String, at: JSON) async throws -> String? {
        let answer = try await app.post(
          "/v1/events",
          ["events": [["id": .string(id), "name": "buy", "user_id": "ben", "at": at]]])
        return answer.string("receipts.0.status")
      }
      try await server.wait(hours: 1)
      #expect(try await send("1", at: server.time()) == "rejected")
      let back = try await app.signUp("ben")
      #expect(back.id != ben.id)
      try await server.wait(hours: 1)
      #expect(try await send("2", at: server.time(days: -1)) == "rejected")
      #expect(try await send("3", at: server.time()) == "accepted")
      #expect(try await back.export().list("facts").contains { $0["name"] == "buy" })
    }
  }

  @Test("The export holds everything about a person")
  func export() async throws {
    try await TestServer.run { server in
      let app = server.app
      let held = rule(["referral": "confirmed"], ["hold_days": 3, "unit": "later"])
      let campaign = try await app.campaign(rules: [welcome, held])
      let ana = try await app.signUp("ana")
      // Events of a user id come before the person is known.
      _ = try await app.post(
        "/v1/events", ["events": [["id": "0", "name": "before", "user_id": "ben"]]])
      let phone = try await app.phone(at: "203.0.113.7").open(ana.link).install()
      _ = try await app.post(
        "/v1/events",
        [
          "events": [
            ["id": "1", "name": "launch", "install_id": .string(phone.installID), "consent": "v2"]
          ]
        ])
      let ben = try await phone.signUp(
        "ben",
        ["email": "Ben@Example.com", "attributes": ["city": "Izmir"], "consent": "v3"])
      _ = try await phone.openInApp(ana.link)
      #expect(try await ben.redeem(20, id: "order").status == 201)

      let export = try await app.get(ben.path + "/export", as: .publishable, token: ben.token)
      #expect(export.value("consent") == "v3")
      #expect(export.value("attributes.city") == "Izmir")
      #expect(
        export.list("identities") == [
          ["kind": "email", "value": "ben@example.com", "confirmed": false],
          ["kind": "user_id", "value": "ben", "confirmed": false],
        ])
      let names = export.list("facts").compactMap { $0["name"]?.string }
      #expect(Set(names).isSuperset(of: ["launch", "beckon.sign_up"]))
      // What came under a user id that nobody but a client claims may be another's.
      #expect(!names.contains("before"))
      #expect(try await ben.export().list("facts").contains { $0["name"] == "before" })
      #expect(export.value("installs.0.device.os_version") == "17.5.1")
      #expect(export.value("installs.0.attribution.type") == "default")
      #expect(export.list("opens").map { $0["own"] } == [false])
      #expect(export.list("referrals").map { $0["campaign"]?.string } == [campaign.id])
      #expect(export.list("links").map { $0["code"]?.string } == [ben.code])
      #expect(
        export.list("transfers").compactMap { $0["kind"]?.string }.sorted()
          == ["redemption", "reward", "reward"])
      #expect(export.list("balances").count == 2)
    }
  }
}
