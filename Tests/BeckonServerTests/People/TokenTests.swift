import BeckonModel
import Testing

/// A publishable key is no caller.
@Suite struct TokenTests {
  @Test("Without the token a known identity tells only the person's id")
  func onlyTheID() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [])
      let ana = try await app.signUpInApp(["user_id": "ana", "email": "ana@example.com"])
      #expect(ana.token != nil && ana.link != nil)
      for body: JSON in [
        ["user_id": "ana"], ["email": " ANA@example.com "],
        ["user_id": "ana", "phone": "+905321234567", "attributes": ["city": "X"]],
      ] {
        let seen = try await app.post("/v1/people", body, as: .publishable)
        #expect(seen.json == ["person": .string(ana.id)])
      }
      // Nothing was changed either.
      let read = try await ana.read()
      #expect(!read.text.contains("phone"))
      #expect(read.value("attributes") == [:])
      let own = try await app.post(
        "/v1/people", ["user_id": "ana"], as: .publishable, token: ana.token)
      #expect(own.string("token") == ana.token)
    }
  }

  @Test("Every route of a person needs that person's token")
  func everyRoute() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [])
      let ana = try await app.signUpInApp(["user_id": "ana"])
      let ben = try await app.signUpInApp(["user_id": "ben"])
      let unknown = ana.path.replacing(ana.id.suffix(4), with: "0000")
      for path in [ana.path, unknown] {
        for token in [nil, ben.token, "tok_nonsense", ""] {
          for (method, tail) in [
            ("GET", ""), ("PATCH", ""), ("DELETE", ""), ("GET", "/export"), ("GET", "/balances"),
          ] {
            let answer = try await app.send(
              method, path + tail, ["attributes": ["a": 1]], as: .publishable, token: token)
            #expect(answer.code == "token_required", "\(method) \(tail)")
          }
        }
      }
      let own = try await app.get(ana.path, as: .publishable, token: ana.token)
      #expect(own.string("person") == ana.id)
    }
  }

  @Test("The token of a merged person is the survivor's, by the old id too")
  func merged() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(goal: 2, rules: [])
      let old = try await app.signUpInApp(["user_id": "old"])
      let new = try await app.signUpInApp(["user_id": "new"])
      #expect(try await old.merge(into: new).status == 200)
      for path in [old.path, new.path] {
        let answer = try await app.get(path, as: .publishable, token: old.token)
        #expect(answer.string("person") == new.id)
      }
      let step = try await campaign.convert(
        old, step: 2, id: "c", as: .publishable, token: old.token)
      #expect(step.status == 200)
      let link = try await app.post(
        "/v1/links", ["url": "https://shop.example/", "referrer": .string(old.id)])
      let stats = try await app.get(
        "/v1/links/\(link.string("id") ?? "")/stats", as: .publishable, token: new.token)
      #expect(stats.status == 200)
    }
  }

  @Test("A person has at most 20 tokens; the oldest gives way")
  func twenty() async throws {
    try await TestServer.run { server in
      let app = server.app
      var tokens: [String] = []
      var ana: TestPerson?
      for _ in 1...22 {
        let phone = try await app.phone(at: "203.0.113.7").install()
        let person = try await app.signUp("ana", more: ["install_id": .string(phone.installID)])
        tokens.append(try #require(person.token))
        ana = person
        try await server.wait(minutes: 1)
      }
      var works: [Bool] = []
      for token in tokens {
        let answer = try await app.get(try #require(ana).path, as: .publishable, token: token)
        works.append(answer.status == 200)
      }
      #expect(works == [false, false] + Array(repeating: true, count: 20))
    }
  }

  @Test("No install and no server pushes out another phone's token")
  func places() async throws {
    try await TestServer.run { server in
      let app = server.app
      let phone = try await app.phone(at: "203.0.113.7").install()
      let ana = try await phone.signUp("ana")
      let named: JSON = ["install_id": .string(phone.installID)]
      #expect(try await app.signUp("ana", more: named).token != nil)
      for _ in 1...30 { #expect(try await app.signUp("ana").token == nil) }
      let other = try await app.phone(at: "203.0.113.8").install()
      for _ in 1...30 {
        try await server.wait(minutes: 1)
        _ = try await app.signUp("ana", more: ["install_id": .string(other.installID)])
      }
      #expect(try await app.get(ana.path, as: .publishable, token: ana.token).status == 200)
      #expect(try await server.number("SELECT COUNT(*) FROM tokens WHERE install IS NULL") == 2)
      // Two of the first phone and five of the other, beside those of the installs themselves.
      #expect(try await server.number("SELECT COUNT(*) FROM tokens") == 9)
    }
  }

  @Test("An install's token speaks for its anonymous person, and for no other")
  func installs() async throws {
    try await TestServer.run { server in
      let app = server.app
      let phone = try await app.phone(at: "203.0.113.7").install()
      let anonymous = try await phone.useAnonymously()
      let known = try await phone.signUp("ana")
      #expect(known.id == anonymous.id)
      #expect(known.token != nil)
      // Ana is known now: the install's token alone is no proof of being her.
      let later = try await phone.signUp("ana")
      #expect(later.answer.json == ["person": .string(known.id)])
      // Another phone without its token links nothing.
      let stranger = try await app.signUpInApp([
        "user_id": "eve", "install_id": .string(phone.installID),
      ])
      #expect(stranger.id != known.id)
      #expect(try await stranger.export().list("installs") == [])
    }
  }

  @Test("An identity of someone else's is told as a conflict and not taken over")
  func conflicts() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await app.signUp("ana", more: ["email": "ana@example.com"])
      let ben = try await app.signUp("ben", more: ["email": "ana@example.com"])
      #expect(ben.id != ana.id)
      #expect(ben.answer.value("conflicts") == ["email"])
      // An identity that comes with no other id of the app's leads to its owner.
      let mail = try await app.post("/v1/people", ["email": "ana@example.com", "wallet": "0xA"])
      #expect(mail.string("person") == ana.id)
      #expect(try await app.post("/v1/people", ["wallet": "0xA"]).string("person") == ana.id)
    }
  }

  @Test("Other people are masked on the leaderboard, unless the key is secret")
  func masked() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [])
      let ana = try await app.signUp("ana-of-izmir", more: ["email": "ana@example.com"])
      _ = try await app.signUp("ben", referrer: ana.code)
      let board = try await app.get(campaign.path + "/leaderboard", as: .publishable)
      #expect(board.string("leaders.0.name") == "a***@example.com")
      #expect(!board.text.contains("ana"))
      #expect(try await campaign.leaders() == ["ana@example.com": 1])
      let read = try await app.get(campaign.path, as: .publishable)
      #expect(read.value("rules") == nil)
    }
  }

  @Test("More or larger attributes than allowed are refused, at the sign-up too")
  func attributes() async throws {
    try await TestServer.run { server in
      let app = server.app
      let many = JSON.object((1...201).map { JSON.Member("a\($0)", 1) })
      let long = JSON.object([JSON.Member(String(repeating: "n", count: 101), 1)])
      let huge: JSON = ["a": .string(String(repeating: "x", count: 33_000))]
      let ana = try await app.signUp("ana")
      for attributes in [many, long, huge] {
        let set = try await ana.set(attributes)
        #expect(set.string("field") == "attributes", "\(set.text)")
        let body: JSON = ["user_id": "ben", "attributes": attributes]
        let new = try await app.post("/v1/people", body)
        #expect(new.string("field") == "attributes", "\(new.text)")
      }
      #expect(try await app.signUp("ben").answer.status == 201)
    }
  }
}
