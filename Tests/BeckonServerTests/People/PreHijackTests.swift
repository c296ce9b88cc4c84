import BeckonModel
import Testing

/// Somebody claims a victim's identities with the app's publishable key, before the victim comes.
@Suite struct PreHijackTests {
  private static let victim: JSON = ["user_id": "victim", "email": "victim@example.com"]

  /// The status of each call about a person with a token.
  private static func answers(
    _ app: TestApp, _ path: String, _ token: String?
  ) async throws -> [Int] {
    var statuses: [Int] = []
    for (method, tail) in [
      ("GET", ""), ("GET", "/export"), ("GET", "/balances"), ("PATCH", ""), ("DELETE", ""),
    ] {
      let answer = try await app.send(
        method, path + tail, ["attributes": [:]], as: .publishable, token: token)
      statuses.append(answer.status)
    }
    return statuses
  }

  @Test("When the server names the victim, the thief is out, and the victim's phone goes on")
  func story() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [welcome])
      let thief = try await app.signUpInApp(Self.victim)
      let event: JSON = ["id": "1", "name": "seen", "user_id": "victim"]
      #expect(try await app.post("/v1/events", ["events": [event]]).status == 200)
      // Events and look-ups with the secret key vouch for nobody; but nobody reads them either.
      #expect(try await thief.read().list("identities").map { $0["confirmed"] } == [false, false])
      let stolen = try await app.get(thief.path + "/export", as: .publishable, token: thief.token)
      #expect(stolen.status == 200)
      #expect(!stolen.text.contains("seen"))

      let phone = try await app.phone(at: "203.0.113.7").install()
      #expect(try await phone.signUp("victim").token == nil)
      let named: JSON = ["install_id": .string(phone.installID)]
      let victim = try await app.signUp("victim", more: ["email": "victim@example.com"] + named)
      #expect(try await victim.read().list("identities").map { $0["confirmed"] } == [true, true])
      #expect(try await Self.answers(app, thief.path, thief.token) == [403, 403, 403, 403, 403])
      let export = try await app.get(victim.path + "/export", as: .publishable, token: victim.token)
      #expect(export.text.contains("seen"))
      // The thief's sign-up again, or its kept answer, opens nothing.
      let again = try await app.post(
        "/v1/people", Self.victim, as: .publishable, token: thief.token)
      #expect(again.json == ["person": .string(victim.id)])
      #expect(
        try await Self.answers(app, victim.path, victim.token) == [200, 200, 200, 200, 204])
    }
  }

  @Test("The phone that signed up first goes on if the server names it, else it signs in anew")
  func phoneFirst() async throws {
    try await TestServer.run { server in
      let app = server.app
      let phones = [
        try await app.phone(at: "203.0.113.7").install(),
        try await app.phone(at: "203.0.113.8").install(),
      ]
      for (name, phone, install) in [
        ("ana", phones[0], phones[0]), ("ben", phones[1], phones[0]),
      ] {
        let person = try await phone.signUp(name)
        let named: JSON = ["install_id": .string(install.installID)]
        #expect(try await app.signUp(name, more: named).id == person.id)
        let read = try await app.get(person.path, as: .publishable, token: person.token)
        #expect(read.status == (name == "ana" ? 200 : 403))
        // Once confirmed, what the server says again ends nothing.
        #expect(try await app.signUp(name, more: ["phone": "+905321234567"]).id == person.id)
        let later = try await app.get(person.path, as: .publishable, token: person.token)
        #expect(later.status == read.status)
      }
    }
  }

  @Test("Who claims a mail for their own account does not get its owner's")
  func ownAccount() async throws {
    try await TestServer.run { server in
      let app = server.app
      let thief = try await app.signUpInApp(["email": "thief@example.com"])
      #expect(try await app.post("/v1/people", ["email": "thief@example.com"]).status == 200)
      let phone = try await app.phone(at: "203.0.113.7").install()
      let mail: JSON = ["email": "thief@example.com", "install_id": .string(phone.installID)]
      let token = try await app.post("/v1/people", mail).string("token")
      _ = try await app.post(
        "/v1/people", ["email": "thief@example.com", "phone": "+905321234567"],
        as: .publishable, token: token)
      #expect(try await thief.read().text.contains("+905321234567"))

      let victim = try await app.post("/v1/people", ["phone": "+905321234567"])
      #expect(victim.status == 201 && victim.value("conflicts") == nil)
      #expect(victim.string("person") != thief.id)
      let read = try await app.get(thief.path, as: .publishable, token: token)
      #expect(read.list("identities").map { $0["value"] } == ["thief@example.com"])
    }
  }

  @Test("Who claimed one of two merged does not become the other", arguments: [true, false])
  func merged(isLoser: Bool) async throws {
    try await TestServer.run { server in
      let app = server.app
      let thief = try await app.signUpInApp(["email": "victim@example.com"])
      let victim = try await app.signUp("victim")
      let (loser, survivor) = isLoser ? (thief, victim) : (victim, thief)
      #expect(try await loser.merge(into: survivor).status == 200)
      for path in [thief.path, victim.path] {
        let theirs = try await app.get(path, as: .publishable, token: thief.token)
        #expect(theirs.code == "token_required")
        let own = try await app.get(path, as: .publishable, token: victim.token)
        #expect(own.status == 200)
      }
    }
  }

  @Test("A vendor's install that claimed somebody does not write about them after that")
  func vendor() async throws {
    try await TestServer.run { server in
      let app = server.app
      let (thief, honest) = (LinkrunnerPhone(app: app), LinkrunnerPhone(app: app))
      _ = try await thief.send(
        "trigger", ["user_data": ["id": "victim", "name": "Eve", "email": "victim@example.com"]])
      let named: JSON = ["install_id": .string(honest.installID)]
      _ = try await honest.send("init")
      let victim = try await app.signUp("victim", more: named)
      for (phone, name) in [(honest, "Vic" as JSON), (thief, "Mallory")] {
        _ = try await phone.send("set-user-data", ["user_data": ["id": "victim", "name": name]])
        _ = try await phone.send("update-push-token", ["push_token": name])
      }
      let attributes = try await victim.read().value("attributes")
      #expect(attributes?["name"] == "Vic" && attributes?["push_token"] == "Vic")
      // A vendor's answers hand out no token, so none is made: there is that of the server's call.
      #expect(try await server.number("SELECT COUNT(*) FROM tokens WHERE install IS NOT NULL") == 1)
    }
  }

  @Test("Who claims a victim's id and erases it keeps the server's facts neither out nor away")
  func erased() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [welcome])
      func send(_ id: String, as key: TestApp.Key) async throws -> String? {
        let event: JSON = ["id": .string(id), "name": "buy", "user_id": "victim"]
        return try await app.post("/v1/events", ["events": [event]], as: key)
          .string("receipts.0.status")
      }
      let ana = try await app.signUp("ana")
      #expect(try await send("1", as: .secret) == "accepted")
      let thief = try await app.signUpInApp(Self.victim)
      #expect(
        try await app.call("DELETE", thief.path, as: .publishable, token: thief.token).status == 204
      )
      #expect(try await send("2", as: .publishable) == "rejected")
      #expect(try await send("3", as: .secret) == "accepted")

      let mail: JSON = ["email": "victim@example.com"]
      let victim = try await app.signUp("victim", referrer: ana.code, more: mail)
      #expect(try await victim.balance == 50)
      #expect(try await victim.export().list("facts").count { $0["name"] == "buy" } == 2)
      // Now it was the victim who is erased, and everybody's facts stay out.
      #expect(try await victim.erase().status == 204)
      #expect(try await send("4", as: .secret) == "rejected")
    }
  }

  @Test("Identities of before are confirmed: nobody is signed out by a new version")
  func before() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await app.signUpInApp(["user_id": "ana"])
      try await server.change("DELETE FROM identities")
      try await server.change(
        """
        INSERT INTO identities (app, kind, value, person)
        SELECT app, 'user_id', 'ana', id FROM people
        """)
      #expect(try await app.signUp("ana").id == ana.id)
      #expect(try await app.get(ana.path, as: .publishable, token: ana.token).status == 200)
    }
  }
}

private func + (left: JSON, right: JSON) -> JSON {
  .object((left.members ?? []) + (right.members ?? []))
}
